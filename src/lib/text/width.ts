import stringWidth from 'string-width'
import type { SafeText } from './safe-text.ts'

const ascii = /^[\x20-\x7e]*$/
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns that a line takes in a terminal. For text without escape sequences. */
export function displayWidth(text: string): number {
  return ascii.test(text) ? text.length : stringWidth(text)
}

/** One user-perceived character and its columns (0, 1 or 2). */
export interface Cell {
  readonly text: string
  readonly width: number
}

export function* cells(text: string): Generator<Cell> {
  if (ascii.test(text)) {
    for (const character of text) yield { text: character, width: 1 }
    return
  }
  for (const { segment } of graphemes.segment(text)) yield { text: segment, width: displayWidth(segment) }
}

/** At most `columns` wide, the last column an ellipsis if anything was cut. */
export function cutToWidth(text: SafeText, columns: number, ellipsis = '…'): SafeText {
  if (columns <= 0) return '' as SafeText
  if (text.length <= columns ? displayWidth(text) <= columns : ascii.test(text) && text.length <= columns)
    return text
  if (ascii.test(text)) return (text.slice(0, columns - 1) + ellipsis) as SafeText
  let kept = ''
  let width = 0
  let widthAtCut = ''
  // A megabyte in one row: only the part that can show is looked at.
  for (const cell of cells(text.slice(0, columns * 16 + 64))) {
    if (width + cell.width > columns) return (widthAtCut + ellipsis) as SafeText
    width += cell.width
    kept += cell.text
    if (width <= columns - 1) widthAtCut = kept
  }
  return kept.length === text.length ? text : ((widthAtCut + ellipsis) as SafeText)
}
