import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { withoutLostFeedback } from './feedback.ts'
import { withAnsweredFiles } from './answered-files.ts'
import { withDrawnRevision } from './baseline.ts'
import { withoutLostMoments } from './looking-back.ts'
import { withMergedTabs } from './merged-tabs.ts'
import { withoutUnreadableDiff } from './open-diff.ts'
import { withCurrentSteps } from './plan-steps.ts'
import { heldTab, switchable, switchedToQuestion } from './question-tab.ts'
import {
  withCurrentSession,
  followedTabs,
  shownTab,
  switchesAt,
  tabsOf,
  type Tab,
  type TabsAt,
} from './tabs.ts'
import { planUi, withPlanUi, type UiState } from './ui-state.ts'

export interface ContentAt extends TabsAt {
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
}

/** The state of the screen that belongs to a state of the app. */
export interface Content {
  readonly ui: UiState
  readonly tabs: readonly Tab[]
  /** The tab that is shown; null without any. */
  readonly tab: Tab | null
  /** When another tab will be shown, unless something changes; null: never. */
  readonly switchesAtMs: number | null
}

/**
 * Brings the state of the screen up to date with the app's state, which may have changed since the last at: plans merged, the
 * session switched, questions asked or closed, tabs gone. The shown plan counts as seen.
 */
export function settleContent(last: UiState, state: AppState, at: ContentAt): Content {
  const joined = withoutLostMoments(withMergedTabs(last, state), state, at.nowMs)
  const tabs = tabsOf(state, joined, at)
  const followed = switchable(followedTabs(tabs, state), joined)
  const withFiles = withAnsweredFiles(joined, state, at.documentOf)
  const withSteps = withCurrentSteps(withFiles, state, at)
  const withDiff = withoutUnreadableDiff(withSteps, state, at)
  const withFeedback = withoutLostFeedback(withDiff, state, at.nowMs)
  const ui = switchedToQuestion(withCurrentSession(withFeedback, tabs, state), tabs, state)
  const held = heldTab(ui, tabs, state)
  const tab = held ?? shownTab(tabs, followed, ui, at.nowMs)
  const synced = withDrawnRevision(withShownTab(ui, tab, at.nowMs), state)
  return {
    ui: synced,
    tabs,
    tab,
    switchesAtMs: held === null ? switchesAt(followed, tab, synced, at.nowMs) : null,
  }
}

/** Selects the tab, and marks its plan as seen, unless its past is shown. */
function withShownTab(ui: UiState, tab: Tab | null, nowMs: number): UiState {
  if (tab === null) return ui.tab === null ? ui : { ...ui, tab: null }
  const selected: UiState =
    tab.id === ui.tab
      ? ui
      : { ...ui, tab: tab.id, last: { ...ui.last, tabSinceMs: ui.tab === null ? 0 : nowMs } }
  return tab.isUnseen && planUi(selected, tab.id).past === null
    ? withPlanUi(selected, tab.id, { seen: tab.plan.revision })
    : selected
}
