import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { isPrefix } from '../../lib/text/is-prefix.ts'
import { planText } from '../../plans/plan-parts.ts'
import type { Plan } from '../../plans/plan.ts'
import { touchedPlans } from '../../outputs/touched-plans.ts'

/** Whether an event changes a plan so that one may want to look at it. A text that only grows does not: it is being written. */
export function changesPlan(event: AppEvent, after: AppState, before: AppState): boolean {
  return touchedPlans(event, after, before).some(({ sessionId, key, isDropped }) => {
    if (isDropped === true) return false
    const now = after.sessions.get(sessionId)?.plans.get(key)
    const was = before.sessions.get(sessionId)?.plans.get(key)
    return now === undefined || was === undefined ? now !== was : isChanged(was, now)
  })
}

function isChanged(was: Plan, now: Plan): boolean {
  if (was.removedAtMs !== now.removedAtMs || was.title !== now.title) return true
  if (was.body === now.body) return false
  const [before, after] = [planText(was.body), planText(now.body)]
  return before === null || after === null || !isPrefix(before, after)
}
