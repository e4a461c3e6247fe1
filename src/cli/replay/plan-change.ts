import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { mapDifference } from '../../lib/shared-map.ts'
import { sessionOf } from '../../outputs/touched-plans.ts'

/** Whether a plan came, changed or went with an event: what can be stepped to. The same plan sent again is no change. */
export function hasPlanChange(event: AppEvent, after: AppState, before: AppState): boolean {
  const sessionId = sessionOf(event)
  if (sessionId === null) return false
  const now = after.sessions.get(sessionId)?.plans
  const was = before.sessions.get(sessionId)?.plans
  if (now === was || now === undefined) return false
  if (was === undefined || now.size !== was.size) return now.size > 0 || was !== undefined
  return mapDifference(now, was).changed.some((key) => {
    const plan = now.get(key)
    const former = was.get(key)
    return former?.revision !== plan?.revision || former?.removedAtMs !== plan?.removedAtMs
  })
}
