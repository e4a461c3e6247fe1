import type { PlanProgress } from './kinds/plan-kind.ts'
import { planKindOf, type PlanBody } from './kinds/plan-kinds.ts'

/** null for plans without steps to count. */
export function planProgress({ body }: { readonly body: PlanBody }): PlanProgress | null {
  return planKindOf(body).progress?.(body) ?? null
}
