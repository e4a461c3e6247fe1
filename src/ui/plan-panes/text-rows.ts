import { memoLast } from '../../lib/memo-last.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { rowText, row, type Row } from '../../lib/cells/row.ts'
import { markMatches, paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { clampTop, type PaneFrame, type PaneView } from './pane.ts'

/** Rows of one text that are laid out. */
const rowsLaidOut = 200_000

/** How a text is laid out. */
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

export type ScrolledFrame = Pick<PaneFrame, 'theme' | 'rows' | 'scroll' | 'query'>

/** The visible part of complete rows, at the scroll position of the frame. */
export function scrolledRows(all: readonly Row[], frame: ScrolledFrame): PaneView {
  const visible = frame.rows
  const total = all.length
  const top = clampTop({ top: frame.scroll.follows === 'end' ? total : frame.scroll.top, visible, total })
  const shown = all.slice(top, top + visible)
  return {
    rows: frame.query === '' ? shown : shown.map((each) => markMatches(each, frame.query)),
    scroll: { ...frame.scroll, top },
    total,
    visible,
    matches: frame.query === '' ? [] : matchingRows(all, frame.query),
    nextAtMs: null,
  }
}

/** The last result is cached: many rows are not searched for each frame. */
const matchingRows = memoLast((all: readonly Row[], query: string): readonly number[] => {
  const matches: number[] = []
  for (const [index, each] of all.entries())
    if (rowText(each).toLowerCase().includes(query)) matches.push(index)
  return matches
})
