/** Which part of the timeline is shown, and how close. */
export interface TimelineState {
  /** Each step doubles the width; 0: all of it is shown. */
  readonly zoom: number
  /** How many halves of the screen its right edge is before the end of the timeline; 0: the end is shown, and followed. */
  readonly fromEnd: number
}

export const wholeTimeline: TimelineState = { zoom: 0, fromEnd: 0 }

const mostZoom = 14

/** One step closer or wider, around the middle of what is shown; at the end, the end stays in view. */
export function zoomed({ zoom, fromEnd }: TimelineState, by: 1 | -1): TimelineState {
  const next = Math.min(mostZoom, Math.max(0, zoom + by))
  if (next === zoom) return { zoom, fromEnd }
  const wanted = by === 1 ? (fromEnd === 0 ? 0 : 2 * fromEnd + 1) : Math.max(0, Math.ceil((fromEnd - 1) / 2))
  return { zoom: next, fromEnd: Math.min(wanted, mostFromEnd(next)) }
}

/** Half a screen towards the beginning (-1) or the end (1). */
export function panned({ zoom, fromEnd }: TimelineState, by: 1 | -1): TimelineState {
  return { zoom, fromEnd: Math.min(mostFromEnd(zoom), Math.max(0, fromEnd - by)) }
}

function mostFromEnd(zoom: number): number {
  return 2 * 2 ** zoom - 2
}

/** How plans are shown when the screen opens. */
export type PlanView = 'plan' | 'timeline'
