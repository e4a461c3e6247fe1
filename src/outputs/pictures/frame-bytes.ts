import type { CellFrame, CellRow } from '../../lib/cells/cell-frame.ts'
import { emptyCellRow } from '../../lib/cells/cell-frame.ts'
import { rowColumns, rowText, type RowColumns } from '../../lib/cells/row-columns.ts'
import { singleWidth } from '../../lib/text/single-width.ts'
import { cells } from '../../lib/text/width.ts'

/** What brings a terminal that was just made to this frame: no cursor, no rows that go on in the next one. */
export function firstFrame(frame: CellFrame): string {
  return `\u001b[?25l\u001b[?7l\u001b[0m\u001b[H\u001b[J${frame.rows.map((row) => writtenRow(row).whole).join('\r\n')}`
}

/** What brings a terminal from one frame to the next; '' where nothing differs. */
export function nextFrame(before: CellFrame, after: CellFrame): string {
  let bytes = ''
  for (let index = 0; index < Math.max(before.rows.length, after.rows.length); index++) {
    const old = before.rows[index] ?? emptyCellRow
    const row = after.rows[index] ?? emptyCellRow
    if (old.key !== row.key) bytes += changedRow(old, row, index + 1)
  }
  return bytes
}

// Terminals do not agree on the widths of emoji and rare signs. Where such a one stands, the row is written whole, and what
// follows it goes where it belongs.
function changedRow(before: CellRow, after: CellRow, line: number): string {
  const [old, wanted] = [writtenRow(before), writtenRow(after)]
  const whole = `\u001b[${line};1H\u001b[K${wanted.whole}`
  if (!old.isSure || !wanted.isSure) return whole
  const patch = patchedRow(columnsOf(before), columnsOf(after), line)
  return patch.length < whole.length ? patch : whole
}

/** What is known of a row that was written: rows come again. */
interface WrittenRow {
  /** A row in a line that is blank, from its beginning on; the style is plain before and after it. */
  readonly whole: string
  /** The widths of all of its characters are sure. */
  readonly isSure: boolean
}

const writtenRows = new WeakMap<CellRow, WrittenRow>()
const columnsOfRows = new WeakMap<CellRow, RowColumns>()

function writtenRow(row: CellRow): WrittenRow {
  const known = writtenRows.get(row)
  if (known !== undefined) return known
  const written = { whole: wholeRow(row), isSure: singleWidth.test(rowText(row)) }
  writtenRows.set(row, written)
  return written
}

function columnsOf(row: CellRow): RowColumns {
  const known = columnsOfRows.get(row)
  if (known !== undefined) return known
  const columns = rowColumns(row)
  columnsOfRows.set(row, columns)
  return columns
}

function wholeRow(row: CellRow): string {
  let bytes = ''
  let column = 0
  let isSure = true
  for (const run of row.runs) {
    bytes += isSure ? ' '.repeat(run.column - column) : toColumn(run.column)
    bytes += run.style.sgr === '' ? '' : `\u001b[${run.style.sgr}m`
    column = run.column
    isSure = true
    for (const piece of pieces(run.text)) {
      bytes += isSure ? piece.text : toColumn(column) + piece.text
      column += piece.width
      isSure = piece.isSure
    }
    if (run.style.sgr !== '') bytes += '\u001b[0m'
  }
  return bytes
}

function toColumn(column: number): string {
  return `\u001b[${column + 1}G`
}

interface Piece {
  readonly text: string
  readonly width: number
  readonly isSure: boolean
}

/** Text whose width is sure, and characters whose width is not. */
function pieces(text: string): readonly Piece[] {
  if (singleWidth.test(text)) return [{ text, width: text.length, isSure: true }]
  const found: Piece[] = []
  for (const cell of cells(text)) {
    const isSure = singleWidth.test(cell.text)
    const last = found.at(-1)
    if (last?.isSure === true && isSure)
      found[found.length - 1] = { ...last, text: last.text + cell.text, width: last.width + cell.width }
    else found.push({ ...cell, isSure })
  }
  return found
}

/** Columns between two changes that are written anyway: cheaper than moving over them. */
const gapWritten = 5

function patchedRow(before: RowColumns, after: RowColumns, line: number): string {
  const length = after.texts.length
  const differs = (column: number): boolean =>
    (before.texts[column] ?? ' ') !== after.texts[column] ||
    (before.styles[column]?.sgr ?? '') !== after.styles[column]?.sgr
  let bytes = ''
  for (let column = 0; column < length; column++) {
    if (!differs(column)) continue
    let end = column + 1
    for (let at = end; at < length && at - end < gapWritten; at++) if (differs(at)) end = at + 1
    bytes += `\u001b[${line};${column + 1}H${styledText(after, column, end)}`
    column = end
  }
  return before.texts.length > length ? `${bytes}\u001b[${line};${length + 1}H\u001b[K` : bytes
}

function styledText({ texts, styles }: RowColumns, from: number, to: number): string {
  let bytes = ''
  let style = ''
  for (let column = from; column < to; column++) {
    const wanted = styles[column]?.sgr ?? ''
    if (wanted !== style) {
      bytes += style === '' ? `\u001b[${wanted}m` : wanted === '' ? '\u001b[0m' : `\u001b[0;${wanted}m`
      style = wanted
    }
    bytes += texts[column] ?? ' '
  }
  return style === '' ? bytes : `${bytes}\u001b[0m`
}
