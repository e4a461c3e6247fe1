import type { PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PlanChange } from './plan-change.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'

/** Any two states of one plan, also with revisions between them that nobody looked at. Empty when nothing differs. */
export function planChanges(before: Plan | null, after: Plan): readonly PlanChange[] {
  if (before === after) return []
  if (before === null) return after.removedAtMs === null ? [{ type: 'appeared' }] : [{ type: 'removed' }]
  if (before.removedAtMs === null && after.removedAtMs !== null) return [{ type: 'removed' }]
  if (after.removedAtMs !== null) return []
  if (before.removedAtMs !== null) return [{ type: 'returned' }]
  const title: readonly PlanChange[] =
    before.title === after.title ? [] : [{ type: 'retitled', before: before.title }]
  return before.body === after.body ? title : [...title, ...bodyChanges(before.body, after.body)]
}

function bodyChanges(before: PlanBody, after: PlanBody): readonly PlanChange[] {
  if (before.type !== after.type) return [{ type: 'replaced', before: before.type }]
  return planOutputOf(after).changes(before, after)
}
