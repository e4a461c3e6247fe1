import { type Layer, screenOnly } from '../layer.ts'
import type { OpenLayers } from '../../state/open-layers.ts'
import { panned, wholeTimeline, zoomed } from '../../state/timeline-state.ts'
import type { UiState } from '../../state/ui-state.ts'

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
