import { safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { markMatches, paint, plainText, row, type Painted } from '../paint/painted.ts'
import type { Role } from '../paint/theme.ts'
import { clampTop, type PaneFrame, type PaneView } from './pane.ts'

/** Rows kept of one text; more than this nobody scrolls through. */
const rowsKept = 200_000

/** Raw text as rows, wrapped to the width, with a margin of one column. */
export function textRows(raw: string, frame: PaneFrame, role: Role = 'normal'): readonly Painted[] {
  const margin = ' ' as SafeText
  return wrapText(safeText(raw), frame.columns - 2, rowsKept).map((line) =>
    row(margin, paint(frame.theme, role, line)),
  )
}

export type ScrolledFrame = Pick<PaneFrame, 'theme' | 'rows' | 'scroll' | 'query'>

/** Rows that are all there, scrolled by the frame's position. */
export function scrolledRows(all: readonly Painted[], frame: ScrolledFrame): PaneView {
  const visible = frame.rows
  const total = all.length
  const top = clampTop({ top: frame.scroll.follows === 'end' ? total : frame.scroll.top, visible, total })
  const shown = all.slice(top, top + visible)
  return {
    rows: frame.query === '' ? shown : shown.map((painted) => markMatches(frame.theme, painted, frame.query)),
    scroll: { ...frame.scroll, top },
    total,
    visible,
    matches: frame.query === '' ? [] : matchingRows(all, frame.query),
    nextAtMs: null,
  }
}

let lastSearch: {
  readonly all: readonly Painted[]
  readonly query: string
  readonly matches: readonly number[]
} | null = null

/** What was found last is kept: many rows are searched once, not each frame. */
function matchingRows(all: readonly Painted[], query: string): readonly number[] {
  if (lastSearch?.all !== all || lastSearch.query !== query) {
    const matches: number[] = []
    for (const [index, painted] of all.entries())
      if (plainText(painted).toLowerCase().includes(query)) matches.push(index)
    lastSearch = { all, query, matches }
  }
  return lastSearch.matches
}
