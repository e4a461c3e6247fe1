import { safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { rowText, row, type Row } from '../../lib/cells/row.ts'
import { markMatches, paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { clampTop, type PaneFrame, type PaneView } from './pane.ts'

/** Rows of one text that are laid out. */
const rowsLaidOut = 200_000

/** Raw text as rows, wrapped to the width, with a margin of one column. */
export function textRows(raw: string, frame: PaneFrame, role: Role = 'normal'): readonly Row[] {
  const margin = ' ' as SafeText
  return wrapText(safeText(raw), frame.columns - 2, rowsLaidOut).map((line) =>
    row(margin, paint(frame.theme, role, line)),
  )
}

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

let lastSearch: {
  readonly all: readonly Row[]
  readonly query: string
  readonly matches: readonly number[]
} | null = null

/** The last result is cached: many rows are not searched for each frame. */
function matchingRows(all: readonly Row[], query: string): readonly number[] {
  if (lastSearch?.all !== all || lastSearch.query !== query) {
    const matches: number[] = []
    for (const [index, each] of all.entries())
      if (rowText(each).toLowerCase().includes(query)) matches.push(index)
    lastSearch = { all, query, matches }
  }
  return lastSearch.matches
}
