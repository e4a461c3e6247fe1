import { planKindOf, type PlanBody } from './kinds/plan-kinds.ts'
import type { TrackedEntry } from './tracked-entry.ts'

/** The text that a plan is; null: it is none. Raw. */
export function planText(body: PlanBody): string | null {
  return planKindOf(body).text?.(body) ?? null
}

/** Where the document lies that a plan names; null: it names none. Raw. */
export function documentUri(body: PlanBody): string | null {
  return planKindOf(body).documentUri?.(body) ?? null
}

/** The steps of a plan; none for one that has no steps of its own. */
export function planSteps(body: PlanBody): readonly TrackedEntry[] {
  return planKindOf(body).steps?.(body) ?? noSteps
}

const noSteps: readonly TrackedEntry[] = []
