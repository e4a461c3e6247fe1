/** Which part of a list or a text is shown, and what is selected in it: `Id` names an item of the list. */
export interface ListState<Id extends number | string = number> {
  readonly top: number
  /** `current`: the step in progress stays in view. `end`: the last rows do. `free`: the user has scrolled. */
  readonly follows: 'current' | 'end' | 'free'
  /** null: nothing. A list whose end is followed has its last item selected then. */
  readonly selected: Id | null
  /** The row of the match that n or N led to; null after scrolling. */
  readonly matchRow: number | null
  /** What was clicked last: the rows stay where they are while it is selected and visible. null: nothing. */
  readonly clicked: Id | null
}

export const startOfList: ListState<never> = {
  top: 0,
  follows: 'current',
  selected: null,
  matchRow: null,
  clicked: null,
}

/** The nearest row that can be the first one shown. */
export function reachable(
  top: number,
  { total, visible }: { readonly total: number; readonly visible: number },
): number {
  return Math.max(0, Math.min(top, total - visible))
}

/** The first row shown where as many rows as possible are visible on both sides of a row. */
export function topAround(at: number, shown: { readonly total: number; readonly visible: number }): number {
  return reachable(at - Math.floor(shown.visible / 2), shown)
}

/** Whether nothing has moved, and the same is selected. */
export function isSameList(one: ListState<number | string>, other: ListState<number | string>): boolean {
  return (
    one.top === other.top &&
    one.follows === other.follows &&
    one.selected === other.selected &&
    one.matchRow === other.matchRow &&
    one.clicked === other.clicked
  )
}

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
