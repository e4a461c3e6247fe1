import type { AppState } from '../../../app/state/app-state.ts'
import { removedPlans } from '../../../app/reduce/plans-kept.ts'
import type { DrawnFacts } from '../../state/drawn-facts.ts'
import { headOf } from '../../state/session-family.ts'
import { tabId, type UiState } from '../../state/ui-state.ts'
import { only, told, withMessage, type Acted, type ActContext } from '../key-result.ts'

/** The tab so many places further, around the ends. */
export function pickedBy(ui: UiState, step: number, context: ActContext): Acted {
  const { tabs } = context.facts
  if (tabs.length === 0) return told(ui, 'There is no plan yet.', context)
  if (tabs.length === 1 && tabs[0]?.id === ui.tab && ui.panel === null)
    return told(ui, 'There is no other plan.', context)
  const at = ui.tab === null ? -1 : tabs.findIndex(({ id }) => id === ui.tab)
  return pickedAt(ui, at < 0 ? 0 : (at + step + tabs.length) % tabs.length, context)
}

/** The tab at a place. */
export function pickedAt(ui: UiState, at: number, context: ActContext): Acted {
  const { tabs } = context.facts
  const tab = tabs[at]
  if (tab !== undefined) {
    const acted = picked(ui, tab, context.state)
    const isShown = ui.tab === tab.id && ui.panel === null
    return isShown ? { ...acted, ui: withMessage(acted.ui, 'This plan is shown.', context.nowMs) } : acted
  }
  return told(ui, tabs.length === 0 ? 'There is no plan yet.' : `There is no plan ${at + 1}.`, context)
}

/** The plan that was removed last, or the one before it when that is seen already. */
export function removedShown(ui: UiState, { state, nowMs }: ActContext): Acted {
  const removed = removedPlans(state)
    .filter(({ sessionId }) => state.sessions.get(sessionId)?.phase !== 'closed')
    .map(({ sessionId, plan }) => ({
      id: tabId(sessionId, plan.key),
      headId: headOf(state.sessions, sessionId),
    }))
    .toReversed()
  const next = removed.find(({ id }) => !ui.revived.has(id)) ?? removed[0]
  if (next === undefined) return only(withMessage(ui, 'No plan was removed.', nowMs))
  return picked({ ...ui, revived: new Set(ui.revived).add(next.id) }, next, state)
}

/** A tab of another open session makes that one the current session: what is written goes to what is seen. */
function picked(ui: UiState, { id, headId }: DrawnFacts['tabs'][number], state: AppState): Acted {
  const { currentSessionId, sessions } = state
  const isElsewhere = currentSessionId !== null && headOf(sessions, currentSessionId) !== headId
  const isOpen = sessions.get(headId)?.phase === 'open'
  return {
    ui: { ...ui, tab: id, followsTabs: false, panel: null, picker: null },
    intents: isElsewhere && isOpen ? [{ type: 'open-session', sessionId: headId }] : [],
  }
}
