import { planKindOf, type PlanBody } from './plan-kinds.ts'
import type { TrackedEntry } from '../steps/tracked-entry.ts'

/** The text of a plan; null if its kind has none. Raw. */
export function planText(body: PlanBody): string | null {
  return planKindOf(body).text?.(body) ?? null
}

/** The URI of the document that a plan names; null: none. Raw. */
export function documentUri(body: PlanBody): string | null {
  return planKindOf(body).documentUri?.(body) ?? null
}

/** The steps of a plan; empty if its kind has none. */
export function planSteps(body: PlanBody): readonly TrackedEntry[] {
  return planKindOf(body).steps?.(body) ?? noSteps
}

const noSteps: readonly TrackedEntry[] = []
