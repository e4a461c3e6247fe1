import type { AppState } from '../../app/state/app-state.ts'
import { withoutLostAnswers, planTabOf } from './questions.ts'
import { withAnsweredFiles, withDrawnRevision } from './baseline.ts'
import { withoutLostMoments, backToNow } from './looking-back.ts'
import { withCurrentSteps, type StepsAt } from './plan-steps.ts'
import {
  withCurrentSession,
  followedTabs,
  shownTab,
  switchesAt,
  tabsOf,
  type Tab,
  type TabsAt,
  planOfTab,
} from './tabs.ts'
import {
  planUi,
  withPlanUi,
  type UiState,
  tabId,
  type PlanUi,
  type TabId,
  startOfPane,
  withScroll,
  withMessage,
} from './ui-state.ts'
import { revisionsOf } from '../../app/history/plan-history.ts'
import { openQuestion, questionKey } from '../../app/state/question.ts'
import { takesQuestions } from './open-layers.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'

export interface ContentAt extends TabsAt, StepsAt {}

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
  const withAnswers = withoutLostAnswers(withDiff, state, at.nowMs)
  const ui = switchedToQuestion(withCurrentSession(withAnswers, tabs, state), tabs, state)
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

/** The state after plans were merged into others: what the user has opened, picked and written there moves along with the plan. */
function withMergedTabs(ui: UiState, state: AppState): UiState {
  let next = ui
  for (const { id, mergedPlans } of state.sessions.values())
    for (const [from, into] of mergedPlans) next = moved(next, tabId(id, from), tabId(id, into), state)
  return next
}

function moved(ui: UiState, from: TabId, into: TabId, state: AppState): UiState {
  const { diff, stepDraft, writing } = ui
  const drawn = ui.last.revision
  const commenting = writing?.kind === 'comment' ? writing : null
  const isShown = ui.tab === from
  const isNamed = [diff, drawn, stepDraft, commenting?.on].some((each) => each?.tab === from)
  const was = planUi(ui, from)
  if (!isShown && !isNamed && was.baseline === null && was.looked === null && was.steps === null) return ui
  const there = planUi(ui, into)
  const left: UiState = withPlanUi(ui, from, { baseline: null, looked: null, steps: null })
  const joined: PlanUi = {
    ...there,
    // The history of the plan goes on in the other one, unless that has a history of its own.
    ...(isShown ? { scroll: there.scroll ?? was.scroll, past: there.past ?? was.past } : {}),
    baseline: there.baseline ?? was.baseline,
    looked: there.looked ?? (goesOn(was, into, state) ? was.looked : null),
    steps: there.steps ?? was.steps,
  }
  return {
    ...withPlanUi(left, into, joined),
    tab: isShown ? into : ui.tab,
    diff: diff?.tab === from ? { ...diff, tab: into } : diff,
    last: drawn?.tab === from ? { ...ui.last, revision: { ...drawn, tab: into } } : ui.last,
    stepDraft: stepDraft?.tab === from ? { ...stepDraft, tab: into } : stepDraft,
    writing: commenting?.on.tab === from ? { ...commenting, on: { ...commenting.on, tab: into } } : writing,
  }
}

/** What the user has seen last is told by its place in the history, which the other plan has only if it has no history of its own. */
function goesOn({ looked }: PlanUi, into: TabId, { history }: AppState): boolean {
  const there = history.plans.get(into)
  return there !== undefined && revisionsOf(there).some(({ order }) => order === looked?.order)
}

/** Switches once to the plan that a question is about, as soon as the user neither writes a line nor reads a panel. */
function switchedToQuestion(ui: UiState, tabs: readonly Tab[], state: AppState): UiState {
  if (!takesQuestions(ui)) return ui
  const question = openQuestion(state)
  if (question === null || questionKey(question) === ui.last.question) return ui
  const id = planTabOf(question, state)
  if (id === null) return ui
  if (!tabs.some((tab) => tab.id === id)) return ui
  // The user reads the plan from its beginning.
  return withScroll(
    { ...backToNow(ui, id), tab: id, last: { ...ui.last, question: questionKey(question) } },
    id,
    startOfPane,
  )
}

/** Of the followed tabs those that may be switched to now: plans with a question wait until the user has finished a line. */
function switchable(followed: readonly Tab[], ui: UiState): readonly Tab[] {
  if (takesQuestions(ui) || followed.every(({ hasQuestion }) => !hasQuestion)) return followed
  const others = followed.filter(({ id, hasQuestion }) => !hasQuestion || id === ui.tab)
  return others.length === 0 ? followed : others
}

/** The tab of the open question, or of several sources the one whose messages are read, which is not switched away from. null: none. */
function heldTab(ui: UiState, tabs: readonly Tab[], state: AppState): Tab | null {
  const areMessagesRead =
    (ui.panel === 'wire' || ui.panel === 'problems') && (state.observed?.shown.length ?? 0) > 1
  const question = ui.last.question === null ? null : openQuestion(state)
  const isAsked =
    question !== null && questionKey(question) === ui.last.question && planTabOf(question, state) === ui.tab
  return isAsked || areMessagesRead ? (tabs.find((tab) => tab.id === ui.tab) ?? null) : null
}

/** Closes the diff view of a present plan whose file cannot be read any more, and says so. */
function withoutUnreadableDiff(ui: UiState, state: AppState, { nowMs, documentOf }: StepsAt): UiState {
  const { diff } = ui
  // A past revision has the text that was read then.
  if (diff === null || planUi(ui, diff.tab).past !== null) return ui
  const plan = planOfTab(state, diff.tab)?.plan
  const uri = plan === undefined ? null : documentUri(plan.body)
  if (uri === null || documentOf(uri).state !== 'unavailable') return ui
  const closed: UiState = { ...ui, diff: null }
  return diff.tab !== ui.tab
    ? closed
    : withMessage(closed, 'The file cannot be read: there is nothing to compare.', nowMs)
}
