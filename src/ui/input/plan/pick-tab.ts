import { removedPlans } from '../../../app/reduce/evict-plans.ts'
import type { AppState } from '../../../app/state/app-state.ts'
import { isPlanShown } from '../../state/open-layers.ts'
import type { Shown } from '../../state/shown.ts'
import { planOfTab } from '../../state/tabs.ts'
import { headOf } from '../../state/session-family.ts'
import { planUi, tabId, type TabId, type UiState, withPlanUi, withMessage } from '../../state/ui-state.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { noPlanYet } from '../scroll.ts'

/** Shows the tab `step` places further; after the last one follows the first. */
export function pickedBy(ui: UiState, step: number, context: KeyContext): KeyResult {
  const { tabs } = context.shown
  if (tabs.length === 0) return messageOnly(ui, noPlanYet, context)
  if (tabs.length === 1 && tabs[0]?.id === ui.tab && isPlanShown(ui, context.state))
    return messageOnly(ui, 'There is no other plan.', context)
  const at = ui.tab === null ? -1 : tabs.findIndex(({ id }) => id === ui.tab)
  return pickedAt(ui, at < 0 ? 0 : (at + step + tabs.length) % tabs.length, context)
}

/** Shows the plan at this index of the tab bar, or says why there is none. */
export function pickedAt(ui: UiState, at: number, context: KeyContext): KeyResult {
  const { tabs } = context.shown
  const tab = tabs[at]
  if (tab !== undefined) {
    const result = picked(ui, tab, context.state)
    const isShown = ui.tab === tab.id && isPlanShown(ui, context.state)
    return isShown
      ? { ...result, ui: withMessage(result.ui, 'This plan is already shown.', context.nowMs) }
      : result
  }
  return messageOnly(ui, tabs.length === 0 ? noPlanYet : `There is no plan ${at + 1}.`, context)
}

/** Shows the plan of a tab; nothing happens if the last frame had no such tab. */
export function tabShown(ui: UiState, id: TabId, { shown, state }: KeyContext): KeyResult {
  const tab = shown.tabs.find((each) => each.id === id)
  return tab === undefined ? screenOnly(ui) : picked(ui, tab, state)
}

/** Shows the plan that was removed last, or before the shown one. Once all have been shown, the shown one is closed. */
export function removedShown(ui: UiState, { state, nowMs }: KeyContext): KeyResult {
  const removed = removedPlans(state)
    .filter(({ sessionId }) => state.sessions.get(sessionId)?.phase !== 'closed')
    .map(({ sessionId, plan }) => ({
      id: tabId(sessionId, plan.key),
      headId: headOf(state.sessions, sessionId),
    }))
    .toReversed()
  const another = removed.find(({ id }) => !planUi(ui, id).isRevived)
  const closed = another === undefined && isPlanShown(ui, state) ? withoutRemoved(ui, state) : null
  if (closed !== null) return screenOnly(closed)
  const next = another ?? removed[0]
  if (next === undefined) return screenOnly(withMessage(ui, 'No plan was removed.', nowMs))
  return planShown(ui, { ...next, isRemoved: true }, state)
}

/** The screen without the removed plan that it shows; null if it shows none. */
export function withoutRemoved(ui: UiState, state: AppState): UiState | null {
  const { tab } = ui
  if (
    tab === null ||
    !planUi(ui, tab).isRevived ||
    (planOfTab(state, tab)?.plan.removedAtMs ?? null) === null
  )
    return null
  return { ...withPlanUi(ui, tab, { isRevived: false }), tab: null, followsTabs: true }
}

/** Shows a plan by its id, a removed one too. */
export function planShown(
  ui: UiState,
  { id, headId, isRemoved }: { readonly id: TabId; readonly headId: string; readonly isRemoved: boolean },
  state: AppState,
): KeyResult {
  return picked(isRemoved ? withPlanUi(ui, id, { isRevived: true }) : ui, { id, headId }, state)
}

/** Shows a tab. If it belongs to another open session, that becomes the current one: prompts go to the session that is shown. */
function picked(
  ui: UiState,
  { id, headId }: Pick<Shown['tabs'][number], 'id' | 'headId'>,
  state: AppState,
): KeyResult {
  const { currentSessionId, sessions } = state
  const isElsewhere = currentSessionId !== null && headOf(sessions, currentSessionId) !== headId
  const isOpen = sessions.get(headId)?.phase === 'open'
  return {
    ui: { ...ui, tab: id, followsTabs: false, panel: null, picker: null },
    intents: isElsewhere && isOpen ? [{ type: 'open-session', sessionId: headId }] : [],
  }
}
