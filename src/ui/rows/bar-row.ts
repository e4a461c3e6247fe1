import { cutRow, row, rowWidth, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'

/** A row with a part at each end, `columns` wide: the left part is cut if there is no room for both. */
export function barRow(left: Row, right: Row, columns: number): Row {
  if (right.length === 0) return cutRow(left, columns)
  const room = columns - rowWidth(right)
  if (room <= 0) return cutRow(right, columns)
  const shown = cutRow(left, room)
  return row(shown, ' '.repeat(room - rowWidth(shown)) as SafeText, right)
}
