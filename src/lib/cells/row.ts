import { cutToWidth, displayWidth } from '../text/width.ts'
import type { SafeText } from '../text/safe-text.ts'
import { plainStyle, type CellStyle } from './cell-style.ts'

/** Text in one style. Before layout it may be any string; in a row it is safe. */
export interface Run<Text extends string = SafeText> {
  readonly text: Text
  readonly style: CellStyle
  /** The target of a link; null: not a link. */
  readonly link: string | null
}

/** A row of the screen, from left to right. No run is empty or contains a line break. */
export type Row = readonly Run[]

export const emptyRow: Row = []

/** A run without a link, in the plain style unless another one is given. */
export function run<Text extends string>(text: Text, style: CellStyle = plainStyle): Run<Text> {
  return { text, style, link: null }
}

/** Joins pieces into a row; text without a style is plain. Neighbouring runs that look the same become one. */
export function row(...pieces: readonly (Row | SafeText)[]): Row {
  const runs: Run[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (piece !== '') add(runs, run(piece))
    } else for (const each of piece) add(runs, each)
  }
  return runs
}

function add(runs: Run[], next: Run): void {
  const last = runs.at(-1)
  if (last === undefined || !looksLike(last, next)) runs.push(next)
  else runs[runs.length - 1] = { ...last, text: (last.text + next.text) as SafeText }
}

function looksLike(one: Run, other: Run): boolean {
  return (one.style === other.style || one.style.sgr === other.style.sgr) && one.link === other.link
}

/** Whether both rows look the same and have the same links. */
export function isSameRow(one: Row, other: Row): boolean {
  if (one === other) return true
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) {
    const a = one[index]
    const b = other[index]
    if (a === b) continue
    if (a === undefined || b === undefined || a.text !== b.text || !looksLike(a, b)) return false
  }
  return true
}

/** The text of a row, or of runs before layout. */
export function rowText<Text extends string>(runs: readonly Run<Text>[]): Text {
  if (runs.length === 1 && runs[0] !== undefined) return runs[0].text
  let text = ''
  for (const each of runs) text += each.text
  return text as Text
}

/** The width of the row in columns. */
export function rowWidth(runs: Row): number {
  return displayWidth(rowText(runs))
}

/** Both parts with blanks between them, `columns` wide; the right part is omitted if there is no room for both. */
export function spread(left: Row, right: Row, columns: number): Row {
  if (right.length === 0) return left
  const gap = columns - rowWidth(left) - rowWidth(right)
  return gap < 1 ? left : row(left, ' '.repeat(gap) as SafeText, right)
}

/** The row, at most `columns` wide. A cut row ends with an ellipsis in the style of the text before it. */
export function cutRow(runs: Row, columns: number): Row {
  return cutPieces(runs, columns, run('…' as SafeText))
}

/**
 * Pieces of text that stand side by side, at most `columns` wide. If anything is cut, the last one that is shown ends with an ellipsis;
 * `ellipsis` is shown where nothing else fits.
 */
export function cutPieces<Piece extends { readonly text: SafeText }>(
  pieces: readonly Piece[],
  columns: number,
  ellipsis: Piece,
): readonly Piece[] {
  if (columns < 1) return []
  const text = pieces.map((each) => each.text).join('') as SafeText
  if (displayWidth(text) <= columns) return pieces
  let left = cutToWidth(text, columns - 1, '').length
  if (left === 0) return [ellipsis]
  const kept: Piece[] = []
  for (const each of pieces) {
    if (each.text.length >= left)
      return [...kept, { ...each, text: `${each.text.slice(0, left)}…` as SafeText }]
    kept.push(each)
    left -= each.text.length
  }
  return kept
}
