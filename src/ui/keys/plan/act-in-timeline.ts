import { panned, wholeTimeline, zoomed } from '../../timeline/timeline-state.ts'
import { shownTimeline } from '../../state/shown-timeline.ts'
import type { UiState } from '../../state/ui-state.ts'
import { keyWords } from '../key-map.ts'
import type { KeyPress } from '../key-press.ts'

/** Keys that mean something else in the timeline: ← and → move in it. null: the key means what it means on a plan. */
export function actInTimeline(ui: UiState, { name }: KeyPress): UiState | null {
  const timeline = shownTimeline(ui)
  if (timeline === null) return null
  if (name === 'left') return { ...ui, timeline: panned(timeline, -1) }
  return name === 'right' ? { ...ui, timeline: panned(timeline, 1) } : null
}

/** Shows the plan as a timeline, or as itself again. A panel or a diff view above it is closed first. */
export function toggledTimeline(ui: UiState): UiState {
  const timeline = shownTimeline(ui) === null ? (ui.timeline ?? wholeTimeline) : null
  return { ...ui, panel: null, picker: null, diff: null, timeline }
}

export function zoomedTimeline(ui: UiState, command: 'zoom-in' | 'zoom-out'): UiState {
  const { timeline } = ui
  return timeline === null ? ui : { ...ui, timeline: zoomed(timeline, command === 'zoom-in' ? 1 : -1) }
}

/** Why a key for the timeline has no effect; null: it has one. */
export function noTimelineMessage({ timeline, keys }: UiState): string | null {
  return timeline === null
    ? `${keyWords(keys, 'timeline')} shows the timeline, in which this key zooms.`
    : null
}
