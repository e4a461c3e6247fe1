import type { AnyCommand } from '../keys/key-table.ts'
import { reachable, type ListState } from '../state/list-state.ts'
import type { ShownRows } from '../state/shown.ts'

/** Rows or items that one turn of the wheel moves. */
export const wheelRows = 3

/** Rows or items that a page moves. */
export function pageOf({ visible }: Pick<ShownRows, 'visible'>): number {
  return Math.max(1, visible - 2)
}

/** How far a command moves, in rows or items; infinitely far: to an end, of which the last one is followed. null: it does not move. */
export function moveOf(command: AnyCommand, shown: Pick<ShownRows, 'visible'>): number | null {
  const page = pageOf(shown)
  switch (command) {
    case 'down':
      return 1
    case 'up':
      return -1
    case 'page-down':
      return page
    case 'page-up':
      return -page
    case 'top':
      return Number.NEGATIVE_INFINITY
    case 'bottom':
    case 'follow':
      return Number.POSITIVE_INFINITY
    default:
      return null
  }
}

/**
 * Scrolls by so many rows. Who scrolls down to the end follows it, unless all rows are visible anyway. Several moves may come before
 * the next frame: each begins where the one before has led.
 */
export function rowsMoved<State extends ListState<number | string>>(
  state: State,
  by: number,
  shown: ShownRows,
): State {
  const from = reachable(state.follows === 'free' ? state.top : shown.top, shown)
  const last = reachable(Number.POSITIVE_INFINITY, shown)
  const isAtEnd = by > 0 && from + by >= last && (last > 0 || by === Number.POSITIVE_INFINITY)
  const top = reachable(from + by, shown)
  return { ...state, top, follows: isAtEnd ? 'end' : 'free', matchRow: null }
}

/** The items of a list as the last frame showed them. */
export interface MovedIn<Id> {
  readonly length: number
  /** The index of the selected one. */
  readonly at: number
  readonly idAt: (at: number) => Id
}

/** Selects the item so many further on, or the one at the end. At the last one of all, the end is followed. */
export function selectionMoved<Id extends number | string, State extends ListState<Id>>(
  state: State,
  by: number,
  { length, at, idAt }: MovedIn<Id>,
): State {
  const free = { ...state, follows: 'free', matchRow: null } as const
  if (by === Number.POSITIVE_INFINITY) return { ...free, follows: 'end', selected: null }
  return length === 0 ? state : { ...free, selected: idAt(Math.max(0, Math.min(at + by, length - 1))) }
}
