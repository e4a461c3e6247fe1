import { rowText, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { memoLast } from '../../lib/memo.ts'
import { highlightMatches } from '../paint/paint.ts'
import type { UiState } from '../state/ui-state.ts'
import type { BarProgress } from './progress-bar.ts'
import type { PointerTarget } from './row-form.ts'
import { reachable, type ListState } from '../state/list-state.ts'
import type { RowSpan, ShownMain, ShownView } from '../state/shown.ts'

/** How a list or a text lies in its lines: `top` and `total` count these, so that rows below a line scroll with it. */
export interface ListLines {
  readonly total: number
  /** The lines to be made visible: of what is selected, or followed. null: none, the rows only scroll. */
  readonly held: RowSpan | null
  /** The rows that a line has on the screen; absent: each has one. */
  readonly heightOf?: (line: number) => number
  /** Rows that stand behind the last line. */
  readonly atEnd?: number
}

/** Rows between the edge and what has to be visible. */
const margin = 2

/**
 * Brings a list or a text into `visible` rows. Its lines are within their range; the end is shown while it is followed and nothing
 * is selected; of what is held as much as fits is visible, including its beginning, unless that is taller than the room and the
 * user has scrolled in it. Rows move only if that is necessary, and not at all for what was clicked where it is. Settling once
 * more changes nothing: then the state is the same object.
 */
export function settleList<State extends ListState<number | string>>(
  state: State,
  lines: ListLines,
  visible: number,
): { readonly state: State; readonly shown: ShownView } {
  const { held } = lines
  const last = lastTop(lines, visible)
  // More than there are if rows at the end need room.
  const total = last > Math.max(0, lines.total - visible) ? last + visible : lines.total
  const isAtEnd = state.follows === 'end' && state.selected === null
  const kept = state.clicked !== null && state.clicked === state.selected ? 0 : margin
  const start = reachable(isAtEnd ? last : state.top, { total, visible })
  const top = held === null ? start : topWith(held, start, { lines, total, visible, kept })
  return {
    state: top === state.top ? state : { ...state, top },
    shown: { top, visible, total, matches: [], place: null },
  }
}

interface Room {
  readonly lines: ListLines
  readonly total: number
  readonly visible: number
  /** Rows between the edge and what is held. */
  readonly kept: number
}

function topWith({ first, last }: RowSpan, top: number, { lines, total, visible, kept }: Room): number {
  if (last - first >= visible) return Math.max(first, Math.min(top, last - visible + 1))
  const edge = Math.min(kept, Math.floor((visible - 1) / 2))
  const isInView =
    first >= top + Math.min(edge, first) && last < top + visible - (last >= total - edge ? 0 : edge)
  const centred = Math.min(first, last - Math.floor(visible / 2))
  const next = isInView ? top : reachable(centred, { total, visible })
  const { heightOf } = lines
  if (heightOf === undefined) return next
  // Rows below the lines above it must not push it out of view.
  for (let at = last, rows = 0; at >= next; at--) {
    rows += heightOf(at)
    if (rows > visible) return Math.min(at + 1, first)
  }
  return next
}

/** The last line that can be the first one shown, so that everything after it fits. */
function lastTop({ total, heightOf, atEnd = 0 }: ListLines, visible: number): number {
  if (heightOf === undefined) return Math.max(0, Math.min(total - 1, total + atEnd - visible))
  let rows = atEnd
  for (let top = total - 1; top >= 0; top--) {
    rows += heightOf(top)
    if (rows > visible) return Math.min(top + 1, total - 1)
  }
  return 0
}

/** Complete rows that are scrolled: what of them is visible at a scroll position. */
export interface ScrolledRows<State> {
  readonly scroll: State
  readonly shown: ShownView
  readonly draw: () => readonly Row[]
}

/** The visible part of complete rows, in so many rows at a scroll position. `held`: the rows to be made visible. */
export function scrolledRows<State extends ListState<number | string>>(
  all: readonly Row[],
  { rows, scroll, query, held = null }: ScrolledAt<State>,
): ScrolledRows<State> {
  const { state, shown } = settleList(scroll, { total: all.length, held }, rows)
  return {
    scroll: state,
    shown: query === '' ? shown : { ...shown, matches: matchingRows(all, query) },
    draw() {
      const drawn = all.slice(shown.top, shown.top + rows)
      return query === '' ? drawn : drawn.map((each) => highlightMatches(each, query))
    },
  }
}

interface ScrolledAt<State> {
  readonly rows: number
  /** The search text in lower case; '' for none. */
  readonly query: string
  readonly scroll: State
  readonly held?: RowSpan | null
}

/** The last result is cached: many rows are not searched for each frame. */
const matchingRows = memoLast((all: readonly Row[], query: string): readonly number[] => {
  const matches: number[] = []
  for (const [index, each] of all.entries())
    if (rowText(each).toLowerCase().includes(query)) matches.push(index)
  return matches
})

/** What keys act on while a view is shown: everything about it but its rows. */
export interface SettledView<Main extends ShownMain = ShownMain> {
  readonly shown: Main
  /** When its rows change without an event; null: never. */
  readonly nextAtMs: number | null
  /**
   * Its progress, where that is not in the rows: a text must not move when its first task box comes. Absent: there is none, or it
   * is in the rows.
   */
  readonly progress?: BarProgress
  /** What the rows are marked for, in a few words; absent: they are not marked. */
  readonly caption?: SafeText
  /** What is at a place of its rows; absent: nothing that can be clicked. */
  readonly targetIn?: (row: number, column: number) => PointerTarget | null
  /** Its rows, at most as many as it has room for. Made only for a frame that is painted. */
  readonly draw: () => readonly Row[]
}

/** A view in its room, and the screen's state with what became of it. */
export interface Settled<Main extends ShownMain = ShownMain> {
  readonly ui: UiState
  readonly view: SettledView<Main>
}

/** A view with rows above it that do not scroll. What can be clicked in it moves with its rows. */
export function withRowsAbove<View extends SettledView>(above: readonly Row[], view: View): View {
  if (above.length === 0) return view
  const { targetIn, draw } = view
  return {
    ...view,
    draw: () => [...above, ...draw()],
    ...(targetIn === undefined
      ? {}
      : {
          targetIn: (row: number, column: number) =>
            row < above.length ? null : targetIn(row - above.length, column),
        }),
  }
}
