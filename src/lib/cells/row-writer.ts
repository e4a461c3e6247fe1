import { singleWidth } from '../text/single-width.ts'
import { cells } from '../text/width.ts'
import type { CellRow } from './cell-frame.ts'
import { columnsOfRow, cellRowText, type RowColumns } from './row-columns.ts'

/** A gap of this many unchanged columns is written too: that is cheaper than moving the cursor over it. */
const gapWritten = 5

interface WrittenRow {
  /** Writes the row into a blank line, from its first column; the style is plain before and after it. */
  readonly whole: string
  /** Each of its characters takes one column in every terminal, and none is a link. */
  readonly isPatchable: boolean
}

/**
 * Writes rows for a terminal: the only place where styles and links become escape sequences. Terminals do not agree on the
 * widths of emoji and rare signs, so the cursor is set explicitly after each of them. The result is cached as long as the row lives.
 */
export class RowWriter {
  readonly #isSure: RegExp
  readonly #written = new WeakMap<CellRow, WrittenRow>()
  readonly #columns = new WeakMap<CellRow, RowColumns>()

  /** `isSure` matches text each of whose characters has the same width in every terminal. */
  constructor(isSure: RegExp = singleWidth) {
    this.#isSure = isSure
  }

  /** What writes the row into a blank line. */
  whole(row: CellRow): string {
    return this.#writtenRow(row).whole
  }

  /** What changes the row in a line (1-based) into another row: the columns that differ, or the whole row if that is shorter. */
  change(before: CellRow, after: CellRow, line: number): string {
    const [old, wanted] = [this.#writtenRow(before), this.#writtenRow(after)]
    const whole = `\u001b[${line};1H\u001b[K${wanted.whole}`
    if (!old.isPatchable || !wanted.isPatchable) return whole
    const patch = patchedRow(this.#columnsOf(before), this.#columnsOf(after), line)
    return patch.length < whole.length ? patch : whole
  }

  #writtenRow(row: CellRow): WrittenRow {
    const known = this.#written.get(row)
    if (known !== undefined) return known
    const isPatchable = row.runs.every(({ link }) => link === null) && singleWidth.test(cellRowText(row))
    const written = { whole: this.#wholeRow(row), isPatchable }
    this.#written.set(row, written)
    return written
  }

  #columnsOf(row: CellRow): RowColumns {
    const known = this.#columns.get(row)
    if (known !== undefined) return known
    const columns = columnsOfRow(row)
    this.#columns.set(row, columns)
    return columns
  }

  #wholeRow(row: CellRow): string {
    let bytes = ''
    let column = 0
    let isSure = true
    for (const { text, style, link, ...place } of row.runs) {
      bytes += isSure ? ' '.repeat(place.column - column) : toColumn(place.column)
      if (link !== null) bytes += `\u001b]8;;${link}\u001b\\`
      if (style.sgr !== '') bytes += `\u001b[${style.sgr}m`
      column = place.column
      isSure = true
      for (const piece of this.#pieces(text)) {
        bytes += isSure ? piece.text : toColumn(column) + piece.text
        column += piece.width
        isSure = piece.isSure
      }
      if (style.sgr !== '') bytes += '\u001b[0m'
      if (link !== null) bytes += '\u001b]8;;\u001b\\'
    }
    return bytes
  }

  /** Splits text into parts whose width is sure and characters whose width is not. */
  #pieces(text: string): readonly Piece[] {
    if (singleWidth.test(text)) return [{ text, width: text.length, isSure: true }]
    const found: Piece[] = []
    for (const cell of cells(text)) {
      const isSure = this.#isSure.test(cell.text)
      const last = found.at(-1)
      if (last?.isSure === true && isSure)
        found[found.length - 1] = { ...last, text: last.text + cell.text, width: last.width + cell.width }
      else found.push({ ...cell, isSure })
    }
    return found
  }
}

interface Piece {
  readonly text: string
  readonly width: number
  readonly isSure: boolean
}

function toColumn(column: number): string {
  return `\u001b[${column + 1}G`
}

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
