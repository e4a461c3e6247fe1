import { revisionsOf, type Revision } from '../../app/history/plan-history.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { tabId, type TabId, type UiState } from './ui-state.ts'

/** The state after plans were merged into others: what the user has opened, picked and written there moves along with the plan. */
export function withMergedTabs(ui: UiState, state: AppState): UiState {
  let next = ui
  for (const { id, mergedPlans } of state.sessions.values())
    for (const [from, into] of mergedPlans) next = moved(next, tabId(id, from), tabId(id, into), state)
  return next
}

function moved(ui: UiState, from: TabId, into: TabId, state: AppState): UiState {
  const { diff, drawn, stepDraft, commenting } = ui
  const isShown = ui.tab === from
  const isNamed = [diff, drawn, stepDraft, commenting].some((each) => each?.tab === from)
  if (!isShown && !isNamed && !ui.baselines.has(from) && !ui.looked.has(from)) return ui
  return {
    ...ui,
    tab: isShown ? into : ui.tab,
    scrolls: isShown ? withCopy(ui.scrolls, from, into) : ui.scrolls,
    // The history of the plan goes on in the other one, unless that has a history of its own.
    past: isShown ? withCopy(ui.past, from, into) : ui.past,
    baselines: withMoved(ui.baselines, from, into),
    looked: withMovedLook(ui.looked, { from, into, state }),
    diff: diff?.tab === from ? { ...diff, tab: into } : diff,
    drawn: drawn?.tab === from ? { ...drawn, tab: into } : drawn,
    stepDraft: stepDraft?.tab === from ? { ...stepDraft, tab: into } : stepDraft,
    commenting: commenting?.tab === from ? { ...commenting, tab: into } : commenting,
  }
}

/** What the user has seen last is told by its place in the history, which the other plan has only if it has no history of its own. */
function withMovedLook(
  looked: UiState['looked'],
  { from, into, state }: { readonly from: TabId; readonly into: TabId; readonly state: AppState },
): UiState['looked'] {
  const history = state.history.plans.get(into)
  const seen = looked.get(from)
  const isThere = (revision: Revision): boolean => revision.order === seen?.order
  const goesOn = history !== undefined && revisionsOf(history).some(isThere)
  return goesOn ? withMoved(looked, from, into) : without(looked, from)
}

/** The map with the value of one tab for another one too, which has none yet. */
function withCopy<Value>(
  map: ReadonlyMap<TabId, Value>,
  from: TabId,
  into: TabId,
): ReadonlyMap<TabId, Value> {
  const value = map.get(from)
  return value === undefined || map.has(into) ? map : new Map(map).set(into, value)
}

function withMoved<Value>(
  map: ReadonlyMap<TabId, Value>,
  from: TabId,
  into: TabId,
): ReadonlyMap<TabId, Value> {
  return without(withCopy(map, from, into), from)
}

function without<Value>(map: ReadonlyMap<TabId, Value>, tab: TabId): ReadonlyMap<TabId, Value> {
  if (!map.has(tab)) return map
  const next = new Map(map)
  next.delete(tab)
  return next
}
