import { singleWidth } from '../text/single-width.ts'
import { cells } from '../text/width.ts'
import { emptyCellRow, type CellRow, type CellRun } from './cell-frame.ts'
import { plainStyle, showsBlanks, type CellStyle } from './cell-style.ts'
import type { Row, Run } from './row.ts'

/** Converts a row (`row.ts`: runs of text in order) to cells (`cell-frame.ts`: runs at columns, for the painter), cut at `columns`. */
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
