import type { Script } from './script-schema.ts'
import type { ScriptStep, ScriptSteps } from './step-schemas.ts'

/** A step and its path in the script. */
export interface PlacedStep {
  readonly step: ScriptStep
  readonly path: readonly (string | number)[]
}

/** All steps of a script, depth first: a step before those inside of it. */
export function* allSteps({ steps, turns, parts }: Script): Generator<PlacedStep> {
  yield* stepsIn(steps, ['steps'])
  for (const [index, turn] of (turns ?? []).entries()) yield* stepsIn(turn.steps, ['turns', index, 'steps'])
  for (const [name, part] of Object.entries(parts ?? {})) yield* stepsIn(part, ['parts', name])
}

/** The steps of a list and those inside of them, depth first. */
export function* stepsIn(steps: ScriptSteps = [], path: PlacedStep['path'] = []): Generator<PlacedStep> {
  for (const [index, step] of steps.entries()) {
    const here = [...path, index]
    yield { step, path: here }
    if ('do' in step) yield* stepsIn(step.do, [...here, 'do'])
    if ('during' in step) yield* stepsIn(step.during, [...here, 'during'])
    if ('accepted' in step) yield* stepsIn(step.accepted, [...here, 'accepted'])
    if ('declined' in step) yield* stepsIn(step.declined, [...here, 'declined'])
    if ('request' in step) {
      for (const [outcome, list] of Object.entries(step.outcomes ?? {}))
        yield* stepsIn(list, [...here, 'outcomes', outcome])
      yield* stepsIn(step.otherwise, [...here, 'otherwise'])
    }
    if ('options' in step)
      for (const [at, option] of step.options.entries())
        yield* stepsIn(option.steps, [...here, 'options', at, 'steps'])
  }
}
