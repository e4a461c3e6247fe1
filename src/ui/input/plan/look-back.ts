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
import { planUi, type TabId, type UiState } from '../../state/ui-state.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult, type Layer } from '../layer.ts'
import { keyWords } from '../../keys/key-map.ts'
import type { Command } from '../../keys/key-table.ts'
import { noPlan } from './scroll.ts'
import { isOnSteps } from './select-steps.ts'
import type { OpenLayers } from '../../state/open-layers.ts'
import { panned, wholeTimeline, zoomed } from '../../state/list-state.ts'

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
  if (id === null || past === null) return messageOnly(before, noPlan, context)
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
