import type { SafeText } from '../../lib/text/safe-text.ts'
import { cells, displayWidth } from '../../lib/text/width.ts'
import { emptyRow, rowText, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { removalMs } from '../state/timing.ts'

/** The rows of a removed plan `sinceMs` after its removal: struck through in one sweep, dimmed, then closed upwards. */
export function leavingRows(theme: Theme, rows: readonly Row[], sinceMs: number): readonly Row[] {
  const share = Math.min(1, sinceMs / removalMs)
  if (share < 0.5) return rows.map((painted) => swept(theme, painted, share / 0.5))
  const closing = Math.floor(((share - 0.5) / 0.5) * 4)
  const kept = Math.max(0, rows.findLastIndex((painted) => painted.length > 0) + 1)
  const left = Math.ceil(kept * (1 - closing / 4))
  return rows.map((painted, index) => (index < left ? paint(theme, 'dim', rowText(painted)) : emptyRow))
}

/** The time between two steps of the sweep. */
export const sweepStepMs = 50

function swept(theme: Theme, painted: Row, share: number): Row {
  const text = rowText(painted)
  const indent = text.length - text.trimStart().length
  const at = unitsIn(text, Math.round(displayWidth(text) * share))
  if (at <= indent) return painted
  return row(
    text.slice(0, indent) as SafeText,
    paint(theme, 'struck', text.slice(indent, at) as SafeText),
    text.slice(at) as SafeText,
  )
}

/** How many UTF-16 units of a text stand in its first columns, in whole characters. */
function unitsIn(text: SafeText, columns: number): number {
  let units = 0
  let width = 0
  for (const cell of cells(text)) {
    width += cell.width
    if (width > columns) break
    units += cell.text.length
  }
  return units
}

/** The rows of a plan whose agent is gone. */
export function dimmedRows(theme: Theme, rows: readonly Row[]): readonly Row[] {
  return rows.map((painted) => paint(theme, 'dim', rowText(painted)))
}
