import { baselinesOf, nothingToCompare, shownBaseline, sinceWords } from '../../state/baseline.ts'
import type { BaselineName } from '../../../app/history/plan-history.ts'
import { shownProposal } from '../../state/plan-questions.ts'
import {
  type DiffView,
  scrollOf,
  startOfPane,
  type UiState,
  withPlanUi,
  withScroll,
  withMessage,
} from '../../state/ui-state.ts'
import { type Layer, messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { keyWords } from '../../keys/key-map.ts'
import { withoutSearch } from './find.ts'
import { noPlan, placeFrom } from './scroll.ts'
import { reachable } from '../../state/list-state.ts'
import { isOnSteps } from './select-steps.ts'
import { nothingChanged } from '../../../app/words/plan.ts'

/** The diff view of the shown plan. */
export const diffLayer: Layer = {
  does(ui, command, context) {
    const { diff } = context.layers
    const { main } = context.shown
    const changes = main.layer === 'diff' ? main.changes : null
    if (diff === null) return null
    switch (command) {
      case 'show-changes':
        return screenOnly({ ...ui, diff: null })
      case 'leave':
        return screenOnly(ui.query === '' ? { ...ui, diff: null } : withoutSearch(ui))
      case 'collapse':
        return changes === null ? null : screenOnly(unfolded(ui, diff))
      case 'next-match':
      case 'previous-match':
        return ui.query !== '' || changes === null
          ? null
          : jumpedToChange(ui, command === 'next-match' ? 1 : -1, { ...context, changes })
      case 'next-baseline':
        return screenOnly(nextBaseline(ui, true, context))
      default: {
        const words = `These are the changes: ${keyWords(ui.keys, 'show-changes')} shows the plan, with its steps.`
        return isOnSteps(command) ? messageOnly(ui, words, context) : null
      }
    }
  },
}

/** Opens the diff view of the shown plan. If nothing was picked to compare with, the best that there is. */
export function openedDiff(ui: UiState, { state, nowMs }: KeyContext): UiState {
  if (ui.tab === null) return withMessage(ui, noPlan, nowMs)
  if (shownProposal(ui, state)?.isWhole === false)
    return withMessage(ui, 'The plan is still being written.', nowMs)
  const diff: DiffView = { tab: ui.tab, scroll: startOfPane, isUnfolded: false }
  const opened: UiState = { ...ui, diff, followsTabs: false }
  return shownBaseline(state, opened) === null ? withMessage(ui, nothingToCompare(state, ui), nowMs) : opened
}

/** Picks the next baseline of the shown plan; after the last one the first (`isDiff`), or none. */
export function nextBaseline(ui: UiState, isDiff: boolean, context: KeyContext): UiState {
  const { state, nowMs } = context
  if (ui.tab === null) return withMessage(ui, noPlan, nowMs)
  const all = baselinesOf(state, ui)
  if (all.length === 0) return withMessage(ui, nothingToCompare(state, ui), nowMs)
  const now = shownBaseline(state, ui)
  const at = all.findIndex(
    ({ name, number }) => name === now?.name || (number !== null && number === now?.number),
  )
  const next = all[at + 1] ?? (isDiff ? (all[0] ?? null) : null)
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

/** Shows all that has not changed in the open diff view, or folds it again. */
function unfolded(ui: UiState, diff: DiffView): UiState {
  return { ...ui, diff: { ...diff, isUnfolded: !diff.isUnfolded, scroll: startOfPane } }
}

/** Rows shown above a change that is scrolled to. */
const shownAbove = 2

/** Scrolls the diff view to the next change or the one before; wraps around. */
function jumpedToChange(
  ui: UiState,
  step: -1 | 1,
  context: KeyContext & { readonly changes: readonly number[] },
): KeyResult {
  const {
    changes,
    shown: { main },
  } = context
  if (changes.length === 0) return messageOnly(ui, nothingChanged, context)
  if (ui.tab === null) return screenOnly(ui)
  const scroll = scrollOf(ui, ui.tab)
  const from = scroll.matchRow ?? (step > 0 ? main.top - 1 : main.top)
  const matchRow = placeFrom(changes, from, step)
  const isInView = matchRow >= main.top && matchRow < main.top + main.visible - 1
  const top = reachable(isInView ? main.top : matchRow - shownAbove, main)
  return screenOnly(withScroll(ui, ui.tab, { ...scroll, follows: 'free', top, matchRow }))
}
