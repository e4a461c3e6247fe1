import { singleWidth } from '../../lib/text/single-width.ts'
import type { Painted } from './painted.ts'

/** A row as a terminal holds it: one character and its style a column. */
export interface RowCells {
  readonly characters: readonly string[]
  /** The SGR parameters in force at each column, '' for none. */
  readonly styles: readonly string[]
}

// Only rows of characters that are surely one column wide are patched column by column: the widths of the others differ
// between terminals, so their rows are drawn whole.
// oxlint-disable-next-line no-control-regex -- our own sequences
const sgr = /\u001b\[([\d;]*)m/g

/** null when the row holds a link, or a character whose width is not sure to be one column. */
export function rowCells(row: Painted): RowCells | null {
  const characters: string[] = []
  const styles: string[] = []
  let style = ''
  let from = 0
  const add = (text: string): boolean => {
    if (!singleWidth.test(text)) return false
    for (const character of text) {
      characters.push(character)
      styles.push(style)
    }
    return true
  }
  sgr.lastIndex = 0
  for (let match = sgr.exec(row); match !== null; match = sgr.exec(row)) {
    if (!add(row.slice(from, match.index))) return null
    const parameters = match[1] ?? ''
    if (parameters === '' || parameters === '0') style = ''
    else style = style === '' ? parameters : `${style};${parameters}`
    from = match.index + match[0].length
  }
  return add(row.slice(from)) ? { characters, styles } : null
}

/** Unchanged columns between two changes that are written anyway: cheaper than moving the cursor over them. */
const gapWritten = 4

/** What turns the row on the screen into the new one, from the cursor position `line` (1-based) on. */
export function patchRow(before: RowCells, after: RowCells, line: number): string {
  let bytes = ''
  const length = after.characters.length
  let column = 0
  while (column < length) {
    if (isSame(before, after, column)) {
      column++
      continue
    }
    let end = column + 1
    for (let at = end; at < length && at - end < gapWritten; at++)
      if (!isSame(before, after, at)) end = at + 1
    bytes += `\u001b[${line};${column + 1}H${run(after, column, end)}`
    column = end
  }
  if (before.characters.length > length) bytes += `\u001b[${line};${length + 1}H\u001b[K`
  return bytes
}

function isSame(before: RowCells, after: RowCells, column: number): boolean {
  return (
    before.characters[column] === after.characters[column] && before.styles[column] === after.styles[column]
  )
}

function run(cells: RowCells, from: number, to: number): string {
  let bytes = ''
  let style = ''
  for (let column = from; column < to; column++) {
    const wanted = cells.styles[column] ?? ''
    if (wanted !== style) {
      bytes += style === '' ? `\u001b[${wanted}m` : wanted === '' ? '\u001b[0m' : `\u001b[0;${wanted}m`
      style = wanted
    }
    bytes += cells.characters[column] ?? ' '
  }
  return style === '' ? bytes : `${bytes}\u001b[0m`
}
