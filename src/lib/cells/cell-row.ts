import { singleWidth } from '../text/graphemes.ts'
import { cells } from '../text/width.ts'
import { plainStyle, showsBlanks, type CellStyle } from './cell-style.ts'
import type { Row, Run } from './row.ts'

/** A frame: what a terminal of this size shows at one moment. */
export interface CellFrame {
  readonly columns: number
  /** From the top; missing rows at the end are blank. */
  readonly rows: readonly CellRow[]
}

/** A row without invisible blanks. */
export interface CellRow {
  /** Equal for rows that look the same, and only for those. */
  readonly key: string
  /** From left to right. */
  readonly runs: readonly CellRun[]
}

/** Text in one style, without a gap of more than one blank. */
export interface CellRun {
  readonly text: string
  /** Its first column, from 0. */
  readonly column: number
  /** In columns. */
  readonly width: number
  readonly style: CellStyle
  /** The target of a link; null: not a link. Pictures have no links. */
  readonly link: string | null
}

export const emptyCellRow: CellRow = { key: '', runs: [] }

export function isSameFrame(one: CellFrame, other: CellFrame): boolean {
  return (
    one.columns === other.columns &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => row.key === other.rows[index]?.key)
  )
}

/** Converts a row (`row.ts`: runs of text in order) to cells (runs at columns, for the painter), cut at `columns`. */
export function cellRow(row: Row, columns: number): CellRow {
  if (row.length === 0) return emptyCellRow
  const builder = new RowBuilder(columns)
  for (const run of row) builder.add(run)
  return builder.row()
}

class RowBuilder {
  readonly #columns: number
  readonly #runs: CellRun[] = []
  #column = 0
  #key = ''
  #text = ''
  #start = 0
  #end = 0
  #style: CellStyle = plainStyle
  #link: string | null = null
  /** The next text begins a new run, whatever its style. */
  #isCut = false

  constructor(columns: number) {
    this.#columns = columns
  }

  add({ text, style, link }: Run): void {
    const isBlankSeen = showsBlanks(style)
    // The end of one run and the start of the next could form one grapheme (flags, families): the terminal would not join them.
    this.#isCut = !singleWidth.test(this.#text)
    // A link is never part of a run.
    if (link !== this.#link) this.#close()
    this.#link = link
    if (singleWidth.test(text)) {
      this.#addSingles(text.slice(0, this.#columns - this.#column), style)
      return
    }
    for (const cell of cells(text)) {
      if (cell.width === 0) {
        this.#putMark(cell.text, style)
        continue
      }
      if (this.#column + cell.width > this.#columns) return
      if (cell.text !== ' ' || isBlankSeen) this.#put(cell.text, style)
      this.#column += cell.width
      if (cell.text !== ' ' || isBlankSeen) this.#end = this.#column
    }
  }

  /** Text that fits, with one column for each character. */
  #addSingles(text: string, style: CellStyle): void {
    if (showsBlanks(style)) {
      if (text === '') return
      this.#put(text, style)
      this.#column += text.length
      this.#end = this.#column
      return
    }
    for (let at = 0; at < text.length;) {
      const blank = text.indexOf(' ', at)
      const end = blank === -1 ? text.length : blank
      if (end > at) {
        this.#put(text.slice(at, end), style)
        this.#column += end - at
        this.#end = this.#column
      }
      if (blank !== -1) this.#column += 1
      at = end + 1
    }
  }

  row(): CellRow {
    this.#close()
    return this.#runs.length === 0 ? emptyCellRow : { key: this.#key, runs: this.#runs }
  }

  #put(text: string, style: CellStyle): void {
    const gap = this.#column - this.#end
    const goesOn = style.sgr === this.#style.sgr && (gap === 0 || (gap === 1 && !showsBlanks(style)))
    if (this.#text !== '' && goesOn && !this.#isCut) {
      this.#text += gap === 1 ? ` ${text}` : text
      return
    }
    this.#close()
    this.#isCut = false
    this.#text = text
    this.#start = this.#column
    this.#style = style
  }

  /** A combining mark is added to the character before it. */
  #putMark(text: string, style: CellStyle): void {
    // Combined with a character of another run, it could form a grapheme of unknown width.
    if (this.#column === 0 || (this.#isCut && this.#end === this.#column)) return
    if (this.#text === '' || this.#end < this.#column) {
      this.#column -= 1
      this.#put(' ', style)
      this.#column += 1
      this.#end = this.#column
    }
    this.#text += text
  }

  #close(): void {
    if (this.#text === '') return
    const column = this.#start
    const [text, style, link] = [this.#text, this.#style, this.#link]
    this.#runs.push({ text, column, width: this.#end - column, style, link })
    this.#key += `\u0000${column}\u0000${style.sgr}\u0000${link ?? ''}\u0000${text}`
    this.#text = ''
  }
}

/** The grapheme and the style in each column of a row. */
export interface RowColumns {
  /** One grapheme for each column; '' in the second column of a wide one. */
  readonly texts: readonly string[]
  readonly styles: readonly CellStyle[]
}

/** The columns up to the last grapheme of the row. */
export function columnsOfRow(row: CellRow): RowColumns {
  return columnsOfRuns(row.runs, 0)
}

/** The columns from `first`, where no run has begun yet, up to the last grapheme of the runs. */
export function columnsOfRuns(runs: readonly CellRun[], first: number): RowColumns {
  const texts: string[] = []
  const styles: CellStyle[] = []
  const put = (text: string, style: CellStyle): void => {
    texts.push(text)
    styles.push(style)
  }
  for (const run of runs) {
    while (texts.length < run.column - first) put(' ', plainStyle)
    if (singleWidth.test(run.text)) {
      for (const character of run.text) put(character, run.style)
      continue
    }
    for (const cell of cells(run.text)) {
      if (cell.width === 0) appendToLast(texts, cell.text)
      else put(cell.text, run.style)
      if (cell.width === 2) put('', run.style)
    }
  }
  return { texts, styles }
}

/** A zero-width grapheme belongs to the one before it, which is two columns back if it is wide; without one it is left out. */
function appendToLast(texts: string[], text: string): void {
  const column = texts.length - (texts.at(-1) === '' ? 2 : 1)
  const before = texts[column]
  if (before !== undefined) texts[column] = before + text
}

/** The row's text without its styles. */
export function cellRowText(row: CellRow): string {
  let text = ''
  let column = 0
  for (const run of row.runs) {
    text += ' '.repeat(run.column - column) + run.text
    column = run.column + run.width
  }
  return text
}
