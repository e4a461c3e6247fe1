import { memoLast } from '../../lib/memo.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { rowText, row, type Row } from '../../lib/cells/row.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { RowSpan, ShownView } from '../state/shown.ts'
import { settleList } from '../rows/list.ts'
import type { ListState } from '../state/list-state.ts'
import type { PaneAt, SettledPane } from './pane.ts'

/** Rows of one text that are laid out. */
const rowsLaidOut = 200_000

export interface TextLook {
  readonly theme: Theme
  readonly role: Role
  /** The width of the text, without the margin. */
  readonly columns: number
}

/** A text as rows, wrapped to the width, with a margin of one column. */
export function wrappedRows(text: SafeText, { theme, role, columns }: TextLook): readonly Row[] {
  return wrapText(text, columns, rowsLaidOut).map((line) => row(safe` `, paint(theme, role, line)))
}

/** A raw text as rows of a pane. The rows of the last one are cached: a text of megabytes is not wrapped for each frame. */
export const textRows = memoLast((raw: string, theme: Theme, columns: number): readonly Row[] =>
  wrappedRows(safeText(raw), { theme, role: 'normal', columns: columns - 2 }),
)

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

interface ScrolledAt<State> extends Pick<PaneAt, 'rows' | 'query'> {
  readonly scroll: State
  readonly held?: RowSpan | null
}

/** A plan that is a text: its rows only scroll. */
export function settleRows(all: readonly Row[], at: Pick<PaneAt, 'rows' | 'scroll' | 'query'>): SettledPane {
  const { scroll, shown, draw } = scrolledRows(all, at)
  return { scroll, shown: { ...shown, layer: 'plan', steps: null, lines: null }, nextAtMs: null, draw }
}

/** The last result is cached: many rows are not searched for each frame. */
const matchingRows = memoLast((all: readonly Row[], query: string): readonly number[] => {
  const matches: number[] = []
  for (const [index, each] of all.entries())
    if (rowText(each).toLowerCase().includes(query)) matches.push(index)
  return matches
})
