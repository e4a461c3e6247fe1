import type { AppState } from '../../app/state/app-state.ts'
import { tabId, type TabId, type UiState } from './ui-state.ts'

/** The screen after the plan shown has become a part of another one: that one's tab is shown, where the user was in it. */
export function atJoinedTab(ui: UiState, state: AppState): UiState {
  const into = ui.tab === null ? null : joinedTab(ui.tab, state)
  if (into === null || ui.tab === null) return ui
  const scroll = ui.scrolls.get(ui.tab)
  const hasScroll = scroll === undefined || ui.scrolls.has(into)
  return { ...ui, tab: into, scrolls: hasScroll ? ui.scrolls : new Map(ui.scrolls).set(into, scroll) }
}

function joinedTab(tab: TabId, { sessions }: AppState): TabId | null {
  for (const { id, joinedPlans } of sessions.values())
    for (const [from, into] of joinedPlans) if (tabId(id, from) === tab) return tabId(id, into)
  return null
}
