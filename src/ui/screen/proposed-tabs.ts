import type { AppState } from '../../app/app-state.ts'
import { isUndecided, type Question } from '../../app/question.ts'
import { planKey } from '../../plans/plan.ts'
import { proposedPlan } from '../../protocol/plan-content.ts'
import { tabId, type TabId, type UiState } from './ui-state.ts'

const proposedKey = planKey(proposedPlan)

/** The tab of the plan that a question asks about; null when it is about something else. */
export function planTabOf(question: Question): TabId | null {
  switch (question.kind) {
    case 'permission': {
      const { plan, sessionId } = question.request
      return plan === null ? null : tabId(sessionId, proposedKey)
    }
    case 'proposal':
      return tabId(question.sessionId, proposedKey)
    case 'elicitation':
      return null
  }
}

/** The tabs of all plans that wait for the user's word. */
export function askedTabs(state: AppState): ReadonlySet<TabId> {
  const asked = new Set<TabId>()
  for (const { plan, sessionId } of state.permissions)
    if (plan !== null) asked.add(tabId(sessionId, proposedKey))
  for (const session of state.sessions.values())
    if (isUndecided(session, state.link)) asked.add(tabId(session.id, proposedKey))
  return asked
}

/** The session whose proposal's tab is shown, or null. */
export function sessionOfShownProposal(ui: UiState, state: AppState): string | null {
  if (ui.tab === null || !ui.tab.endsWith(`\u0000${proposedKey}`)) return null
  for (const { id, proposal } of state.sessions.values())
    if (proposal !== null && tabId(id, proposedKey) === ui.tab) return id
  return null
}
