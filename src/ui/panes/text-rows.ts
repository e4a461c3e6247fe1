import { safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { rowText, row, type Row } from '../../lib/cells/row.ts'
import { markMatches, paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { clampTop, type PaneFrame, type PaneView } from './pane.ts'

/** Rows kept of one text; more than this nobody scrolls through. */
const maxRows = 200_000

/** Raw text as rows, wrapped to the width, with a margin of one column. */
export function textRows(raw: string, frame: PaneFrame, role: Role = 'normal'): readonly Row[] {
  const margin = ' ' as SafeText
  return wrapText(safeText(raw), frame.columns - 2, maxRows).map((line) =>
    row(margin, paint(frame.theme, role, line)),
  )
}

export type ScrolledFrame = Pick<PaneFrame, 'theme' | 'rows' | 'scroll' | 'query'>

/** Rows that are all there, scrolled by the frame's position. */
export function scrolledRows(all: readonly Row[], frame: ScrolledFrame): PaneView {
  const visible = frame.rows
  const total = all.length
  const top = clampTop({ top: frame.scroll.follows === 'end' ? total : frame.scroll.top, visible, total })
  const shown = all.slice(top, top + visible)
  return {
    rows: frame.query === '' ? shown : shown.map((painted) => markMatches(painted, frame.query)),
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

/** What was found last is kept: many rows are searched once, not each frame. */
function matchingRows(all: readonly Row[], query: string): readonly number[] {
  if (lastSearch?.all !== all || lastSearch.query !== query) {
    const matches: number[] = []
    for (const [index, painted] of all.entries())
      if (rowText(painted).toLowerCase().includes(query)) matches.push(index)
    lastSearch = { all, query, matches }
  }
  return lastSearch.matches
}
