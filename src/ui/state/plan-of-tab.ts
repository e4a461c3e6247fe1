import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import type { Plan } from '../../plans/plan.ts'
import { tabId, type TabId } from './ui-state.ts'

/** The plan of a tab, and its session; null if it does not exist any more. */
export function planOfTab(
  state: AppState,
  tab: TabId,
): { readonly sessionId: string; readonly plan: Plan } | null {
  for (const { session, planKey } of placesOfTab(state, tab)) {
    const plan = session.plans.get(planKey)
    if (plan !== undefined) return { sessionId: session.id, plan }
  }
  return null
}

/** The sessions and keys that a tab may stand for: more than one only if an agent's ids hold the character that joins them. */
export function placesOfTab(
  { sessions }: AppState,
  tab: TabId,
): readonly { readonly session: Session; readonly planKey: string }[] {
  return [...sessions.values()].flatMap((session) => {
    const start = tabId(session.id, '')
    return tab.startsWith(start) ? [{ session, planKey: tab.slice(start.length) }] : []
  })
}
