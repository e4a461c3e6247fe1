import {
  backToNow,
  lookingAt,
  markAfter,
  markBefore,
  pastOfTab,
  revisionAfter,
  revisionBefore,
  type PastPoint,
  type PlanPast,
} from '../../state/looking-back.ts'
import {
  planUi,
  scrollOf,
  startOfPane,
  withPlanUi,
  withScroll,
  withMessage,
  type TabId,
  type UiState,
  type DiffView,
} from '../../state/ui-state.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult, type Layer } from '../layer.ts'
import { keyWords } from '../../keys/key-map.ts'
import type { Command } from '../../keys/key-table.ts'
import { noPlanYet, placeFrom } from '../scroll.ts'
import { isOnSteps } from './select-steps.ts'
import type { OpenLayers } from '../../state/open-layers.ts'
import { panned, wholeTimeline, zoomed, reachable } from '../../state/list-state.ts'
import { baselinesOf, nothingToCompare, shownBaseline, sinceWords } from '../../state/baseline.ts'
import type { BaselineName } from '../../../app/history/plan-history.ts'
import { shownProposal } from '../../state/questions.ts'
import { withoutSearch } from './find.ts'
import { nothingChanged } from '../../../app/words/plan.ts'

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
        if (changes === null) return null
        return screenOnly({ ...ui, diff: { ...diff, isUnfolded: !diff.isUnfolded, scroll: startOfPane } })
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
  if (ui.tab === null) return withMessage(ui, noPlanYet, nowMs)
  if (shownProposal(ui, state)?.isWhole === false)
    return withMessage(ui, 'The plan is still being written.', nowMs)
  const diff: DiffView = { tab: ui.tab, scroll: startOfPane, isUnfolded: false }
  const opened: UiState = { ...ui, diff, followsTabs: false }
  return shownBaseline(state, opened) === null ? withMessage(ui, nothingToCompare(state, ui), nowMs) : opened
}

/** Picks the next baseline of the shown plan; after the last one the first (`isDiff`), or none. */
export function nextBaseline(ui: UiState, isDiff: boolean, context: KeyContext): UiState {
  const { state, nowMs } = context
  if (ui.tab === null) return withMessage(ui, noPlanYet, nowMs)
  const all = baselinesOf(state, ui)
  if (all.length === 0) return withMessage(ui, nothingToCompare(state, ui), nowMs)
  const now = shownBaseline(state, ui)
  const at = all.findIndex(
    ({ name, number }) => name === now?.name || (number !== null && number === now?.number),
  )
  const next = all[at + 1] ?? (isDiff ? (all[0] ?? null) : null)
  return pickedBaseline(ui, next?.name ?? 'none', context)
}

export function pickedBaseline(
  ui: UiState,
  name: BaselineName | 'none',
  { state, nowMs }: KeyContext,
): UiState {
  const picked = ui.tab === null ? ui : withPlanUi(ui, ui.tab, { baseline: name })
  const shown = name === 'none' ? null : shownBaseline(state, picked)
  return withMessage(
    picked,
    shown === null ? 'Changes are not marked.' : `Changes ${sinceWords(shown)}.`,
    nowMs,
  )
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

type LookBackCommand = Extract<
  Command,
  'revision-before' | 'revision-after' | 'mark-before' | 'mark-after' | 'back-to-now'
>

export const pastLayer: Layer = {
  does(ui, command, context) {
    switch (command) {
      case 'leave':
        return screenOnly(backToNow({ ...ui, message: null }, ui.tab))
      case 'follow':
        return context.run(backToNow(ui, ui.tab), command, context)
      default: {
        const words = `These are steps of the past: ${keyWords(ui.keys, 'back-to-now')} returns to now.`
        return isOnSteps(command) ? messageOnly(ui, words, context) : null
      }
    }
  },
}

/** Shows another moment of the plan's past, or the present again. An open panel is closed. */
export function lookedBack(before: UiState, command: LookBackCommand, context: KeyContext): KeyResult {
  const id = before.tab
  const past = id === null ? null : pastOfTab(context.state, id)
  if (id === null || past === null) return messageOnly(before, noPlanYet, context)
  const ui: UiState = { ...before, panel: null }
  const shown = planUi(ui, id).past
  const goTo = (place: PastPoint | null, reason: string): KeyResult =>
    place === null
      ? messageOnly(ui, reason, context)
      : screenOnly(lookingAt({ ...ui, message: null }, id, place, past.history))
  if (command === 'revision-before')
    return goTo(
      revisionBefore(past.history, shown),
      shown === null ? 'This plan has not changed yet.' : 'This is the first revision.',
    )
  if (command === 'mark-before')
    return goTo(markBefore(past, shown), past.marks.length === 0 ? noMarks : 'This is the first mark.')
  if (shown === null) return messageOnly(ui, 'This is now.', context)
  switch (command) {
    case 'revision-after':
      return onward(ui, id, revisionAfter(past.history, shown), past)
    case 'mark-after':
      return onward(ui, id, markAfter(past, shown), past)
    case 'back-to-now':
      return screenOnly(backToNow({ ...ui, message: null, diff: null }, id))
  }
}

/** Shows a revision or a mark of the shown tab; its last revision is the present. */
export function wentTo(ui: UiState, id: TabId, place: PastPoint, { state }: KeyContext): UiState {
  const past = pastOfTab(state, id)
  if (ui.tab !== id || past === null) return ui
  const next: UiState = { ...ui, message: null }
  const isNow = place.mark === null && place.revision.number === past.history.last.number
  return isNow ? backToNow(next, id) : lookingAt(next, id, place, past.history)
}

const noMarks = 'No turn, proposal or mark of yours belongs to this plan yet.'

/** A later place; the present where there is none. */
function onward(ui: UiState, id: TabId, place: PastPoint | null, { history }: PlanPast): KeyResult {
  const next: UiState = { ...ui, message: null }
  return screenOnly(place === null ? backToNow(next, id) : lookingAt(next, id, place, history))
}

/** The plan as a timeline, in which ← and → move. */
export const timelineLayer: Layer = {
  act(ui, { name }, { layers: { timeline, main } }) {
    if (timeline === null || main !== 'timeline') return null
    if (name === 'left') return screenOnly({ ...ui, timeline: panned(timeline, -1) })
    return name === 'right' ? screenOnly({ ...ui, timeline: panned(timeline, 1) }) : null
  },
  does(ui, command, { layers: { timeline } }) {
    if (timeline === null) return null
    switch (command) {
      case 'zoom-in':
      case 'zoom-out':
        return screenOnly({ ...ui, timeline: zoomed(timeline, command === 'zoom-in' ? 1 : -1) })
      case 'leave':
      case 'quit':
        return screenOnly({ ...ui, timeline: null })
      default:
        return null
    }
  },
}

/** Shows the plan as a timeline, or as itself again. A panel or a diff view above it is closed first. */
export function toggledTimeline(ui: UiState, { main }: OpenLayers): UiState {
  const timeline = main === 'timeline' ? null : (ui.timeline ?? wholeTimeline)
  return { ...ui, panel: null, picker: null, diff: null, timeline }
}
