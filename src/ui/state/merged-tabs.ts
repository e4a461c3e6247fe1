import { revisionsOf } from '../../app/history/plan-history.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { planUi, tabId, withPlanUi, type PlanUi, type TabId, type UiState } from './ui-state.ts'

/** The state after plans were merged into others: what the user has opened, picked and written there moves along with the plan. */
export function withMergedTabs(ui: UiState, state: AppState): UiState {
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
