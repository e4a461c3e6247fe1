import type { PlanUi, TabId, UiState } from '../../src/ui/state/ui-state.ts'

/** What the user has done with plans in one respect, of those where there is something. */
export function perPlan<Field extends keyof PlanUi>(
  ui: UiState,
  field: Field,
): ReadonlyMap<TabId, NonNullable<PlanUi[Field]>> {
  const found = new Map<TabId, NonNullable<PlanUi[Field]>>()
  for (const [tab, { [field]: value }] of ui.perPlan) if (value !== null) found.set(tab, value)
  return found
}
