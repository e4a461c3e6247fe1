import { stepKinds, type StepKind } from './script.ts'

/** What a step does: by the one of its keys that says so. `title` says so only where nothing else does. */
export function stepKindOf(step: object): StepKind | null {
  const [kind = null] = stepKindsOf(step)
  return kind
}

/** All that a step would do, the most likely first; there should be one. */
export function stepKindsOf(step: object): readonly StepKind[] {
  const kinds = stepKinds.filter((kind) => Object.hasOwn(step, kind))
  const certain = kinds.filter((kind) => kind !== 'title')
  return certain.length > 0 ? certain : kinds
}
