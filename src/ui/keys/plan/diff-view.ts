import type { AppState } from '../../../app/state/app-state.ts'
import { baselinesOf, shownBaseline, sinceWords } from '../../state/baseline.ts'
import type { DrawnFacts } from '../../state/drawn-facts.ts'
import { openDiff } from '../../state/open-diff.ts'
import type { BaselineName } from '../../state/baseline-name.ts'
import { shownProposal } from '../../state/plan-questions.ts'
import {
  type DiffView,
  planUi,
  scrollOf,
  startOfPane,
  type UiState,
  withPlanUi,
  withScroll,
} from '../../state/ui-state.ts'
import type { KeyContext } from '../key-result.ts'
import { withMessage } from '../../state/status-message.ts'
import { noPlanMessage, placeFrom, reachable } from './scroll.ts'

/** Opens the diff view of the shown plan, or closes it. If nothing was picked to compare with, the best that there is. */
export function toggledDiff(ui: UiState, { state, nowMs }: KeyContext): UiState {
  if (ui.panel !== null || ui.tab === null)
    return withMessage(ui, noPlanMessage(ui) ?? 'Nothing to compare here.', nowMs)
  if (openDiff(ui) !== null) return { ...ui, diff: null }
  if (shownProposal(ui, state)?.isWhole === false)
    return withMessage(ui, 'The plan is still being written.', nowMs)
  const diff: DiffView = { tab: ui.tab, scroll: startOfPane, isUnfolded: false }
  const opened: UiState = { ...ui, diff }
  return shownBaseline(state, opened) === null ? withMessage(ui, nothingToCompare(ui, state), nowMs) : opened
}

/** Picks the next baseline of the shown plan; after the last one none, unless the diff view is open. */
export function nextBaseline(ui: UiState, context: KeyContext): UiState {
  const { state, nowMs } = context
  if (ui.panel !== null || ui.tab === null)
    return withMessage(ui, noPlanMessage(ui) ?? 'Nothing to compare here.', nowMs)
  const all = baselinesOf(state, ui)
  if (all.length === 0) return withMessage(ui, nothingToCompare(ui, state), nowMs)
  const now = shownBaseline(state, ui)
  const at = all.findIndex(
    ({ name, number }) => name === now?.name || (number !== null && number === now?.number),
  )
  const next = all[at + 1] ?? (openDiff(ui) === null ? null : (all[0] ?? null))
  return pickedBaseline(ui, next?.name ?? 'none', context)
}

/** Compares the shown plan with a baseline. */
export function pickedBaseline(
  ui: UiState,
  name: BaselineName | 'none',
  { state, nowMs }: KeyContext,
): UiState {
  const picked = withBaseline(ui, name)
  const shown = name === 'none' ? null : shownBaseline(state, picked)
  return withMessage(
    picked,
    shown === null ? 'Changes are not marked.' : `Changes ${sinceWords(shown)}.`,
    nowMs,
  )
}

function withBaseline(ui: UiState, name: BaselineName | 'none'): UiState {
  return ui.tab === null ? ui : withPlanUi(ui, ui.tab, { baseline: name })
}

function nothingToCompare(ui: UiState, state: AppState): string {
  return shownProposal(ui, state) === null
    ? planUi(ui, ui.tab).past !== null
      ? 'This is the first revision: there is nothing to compare it with.'
      : 'The plan has not changed yet: there is nothing to compare it with.'
    : 'This is the first proposal: there is nothing to compare it with.'
}

/** Shows all that has not changed in the open diff view, or folds it again. */
export function unfoldedDiff(ui: UiState, diff: DiffView): UiState {
  return { ...ui, diff: { ...diff, isUnfolded: !diff.isUnfolded, scroll: startOfPane } }
}

/** Scrolls the diff view to the next change or the one before; wraps around. */
export function jumpedToChange(ui: UiState, facts: DrawnFacts, step: -1 | 1): UiState {
  const { changes } = facts
  if (changes === null || changes.length === 0 || ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  const from = scroll.matchRow ?? (step > 0 ? facts.top - 1 : facts.top)
  const matchRow = placeFrom(changes, from, step)
  const isInView = matchRow >= facts.top && matchRow < facts.top + facts.visible - 1
  const top = reachable(isInView ? facts.top : matchRow - shownAbove, facts)
  return withScroll(ui, ui.tab, { ...scroll, follows: 'free', top, matchRow })
}

/** Rows shown above a change that is scrolled to. */
const shownAbove = 2

export function noChangeMessage({ changes }: DrawnFacts): string | null {
  return changes?.length === 0 ? 'Nothing has changed.' : null
}
