import type { SafeText } from '../../lib/text/safe-text.ts'
import { cutRow, emptyRow, rowWidth, row, type Row } from '../../lib/cells/row.ts'

/** A row around the plan before layout: a part at the left and one at the right. */
export interface Bar {
  readonly left: Row
  readonly right: Row
}

export function bar(left: Row, right: Row = emptyRow): Bar {
  return { left, right }
}

/** The bar laid out as a row: the left part is cut if there is no room for both. */
export function barRow({ left, right }: Bar, columns: number): Row {
  if (right.length === 0) return cutRow(left, columns)
  const room = columns - rowWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - rowWidth(shown)) as SafeText, right)
}
