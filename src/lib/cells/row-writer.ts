import { commonEnds } from '../sequences.ts'
import { memoWeak } from '../memo.ts'
import { singleWidth } from '../text/graphemes.ts'
import { cells } from '../text/width.ts'
import { type CellRow, type CellRun, cellRowText, columnsOfRuns, type RowColumns } from './cell-row.ts'

/** A gap of this many unchanged columns is written too: that is cheaper than moving the cursor over it. */
const gapWritten = 5

interface RowFacts {
  /** Each of its characters takes one column in every terminal, and none is a link. */
  readonly isPatchable: boolean
  /** The length of its text. */
  readonly length: number
}

/**
 * Writes rows for a terminal: the only place where styles and links become escape sequences. Terminals do not agree on the
 * widths of emoji and rare signs, so the cursor is set explicitly after each of them. The result is cached as long as the row lives.
 */
export class RowWriter {
  readonly #isSure: RegExp
  /** What writes the row into a blank line, from its first column; the style is plain before and after it. */
  readonly whole = memoWeak((row: CellRow): string => this.#wholeRow(row))
  readonly #factsOf = memoWeak(factsOf)

  /** `isSure` matches text each of whose characters has the same width in every terminal. */
  constructor(isSure: RegExp = singleWidth) {
    this.#isSure = isSure
  }

  /** What changes the row in a line (1-based) into another row: the columns that differ, or the whole row if that is shorter. */
  change(before: CellRow, after: CellRow, line: number): string {
    const start = `\u001b[${line};1H\u001b[K`
    const { isPatchable, length } = this.#factsOf(after)
    if (!isPatchable || !this.#factsOf(before).isPatchable) return start + this.whole(after)
    const patch = patchedRow(before, after, line)
    // The whole row is at least as long as its text.
    if (patch.length < start.length + length) return patch
    const whole = start + this.whole(after)
    return patch.length < whole.length ? patch : whole
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

function factsOf(row: CellRow): RowFacts {
  const text = cellRowText(row)
  const isPatchable = row.runs.every(({ link }) => link === null) && singleWidth.test(text)
  return { isPatchable, length: text.length }
}

function toColumn(column: number): string {
  return `\u001b[${column + 1}G`
}

/** What changes a row into another one of the same line; the runs that both have in common at the ends are not looked at. */
function patchedRow(before: CellRow, after: CellRow, line: number): string {
  const [old, wanted] = [before.runs, after.runs]
  const same = commonEnds(old, wanted, (one, other) => isSameRun(old[one], wanted[other]))
  const first = Math.min(old[same.start]?.column ?? Infinity, wanted[same.start]?.column ?? Infinity)
  const was = columnsOfRuns(old.slice(same.start, old.length - same.end), first)
  const is = columnsOfRuns(wanted.slice(same.start, wanted.length - same.end), first)
  // Before runs that stay, blanks have to be written; else the rest of the line can be erased.
  const length = same.end > 0 ? Math.max(was.texts.length, is.texts.length) : is.texts.length
  const differs = (column: number): boolean =>
    (was.texts[column] ?? ' ') !== (is.texts[column] ?? ' ') ||
    (was.styles[column]?.sgr ?? '') !== (is.styles[column]?.sgr ?? '')
  let bytes = ''
  for (let column = 0; column < length; column++) {
    if (!differs(column)) continue
    let end = column + 1
    for (let at = end; at < length && at - end < gapWritten; at++) if (differs(at)) end = at + 1
    bytes += `\u001b[${line};${first + column + 1}H${styledText(is, column, end)}`
    column = end
  }
  return was.texts.length > length ? `${bytes}\u001b[${line};${first + length + 1}H\u001b[K` : bytes
}

function isSameRun(one: CellRun | undefined, other: CellRun | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.column === other.column &&
    one.text === other.text &&
    one.style.sgr === other.style.sgr
  )
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
