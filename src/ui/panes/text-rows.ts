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

/** Rows that are all there, scrolled by the frame's position. */
export function scrolledRows(all: readonly Painted[], frame: PaneFrame): PaneView {
  const visible = frame.rows
  const top = clampTop(frame.scroll.follows === 'end' ? all.length : frame.scroll.top, visible, all.length)
  const shown = all.slice(top, top + visible)
  const matches: number[] = []
  if (frame.query !== '')
    all.forEach((painted, index) =>
      plainText(painted).toLowerCase().includes(frame.query) ? matches.push(index) : 0,
    )
  return {
    rows: frame.query === '' ? shown : shown.map((painted) => markMatches(frame.theme, painted, frame.query)),
    scroll: { ...frame.scroll, top },
    total: all.length,
    visible,
    matches,
    nextAtMs: null,
  }
}
