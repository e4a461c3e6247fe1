import { planKindOf } from './kinds/plan-kinds.ts'
import type { Plan } from './plan.ts'

/** What people call a plan: a proposed one by what it is, others by their title, what its kind calls it, its id, else "Plan". Raw text. */
export function planTitle(plan: Plan): string {
  if (plan.name.dialect === 'proposed') return 'Proposed plan'
  if (plan.title !== null && plan.title.trim() !== '') return plan.title
  const heading = planKindOf(plan.body).heading?.(plan.body) ?? ''
  if (heading.trim() !== '') return heading
  return plan.name.id !== null && plan.name.id.trim() !== '' ? plan.name.id : 'Plan'
}
