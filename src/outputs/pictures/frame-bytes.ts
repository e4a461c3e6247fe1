import { emptyCellRow, type CellFrame } from '../../lib/cells/cell-frame.ts'
import { RowWriter } from '../../lib/cells/row-writer.ts'

const writer = new RowWriter()

/** What brings a terminal that was just made to this frame: no cursor, no rows that go on in the next one. */
export function firstFrame(frame: CellFrame): string {
  return `\u001b[?25l\u001b[?7l\u001b[0m\u001b[H\u001b[J${frame.rows.map((row) => writer.whole(row)).join('\r\n')}`
}

/** What brings a terminal from one frame to the next; '' where nothing differs. */
export function nextFrame(before: CellFrame, after: CellFrame): string {
  let bytes = ''
  for (let index = 0; index < Math.max(before.rows.length, after.rows.length); index++) {
    const old = before.rows[index] ?? emptyCellRow
    const row = after.rows[index] ?? emptyCellRow
    if (old.key !== row.key) bytes += writer.change(old, row, index + 1)
  }
  return bytes
}
