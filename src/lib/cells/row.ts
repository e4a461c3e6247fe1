import { cutToWidth, displayWidth } from '../text/width.ts'
import type { SafeText } from '../text/safe-text.ts'
import { plainStyle, type CellStyle, styledBy } from './cell-style.ts'
import { lineRanges, type LineBreaks, type LineRange } from '../text/wrap.ts'

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

type Runs<Text extends string> = readonly Run<Text>[]

/** Rows of at most `columns`, broken at words, or anywhere; a line break in the text starts a row. At least one row. */
export function wrapRuns<Text extends string>(
  runs: Runs<Text>,
  columns: number,
  at: LineBreaks['at'] = 'words',
): readonly Runs<Text>[] {
  const rows: Runs<Text>[] = []
  for (const line of splitAtBreaks(runs)) {
    const text = rowText(line)
    const ranges = lineRanges(text, columns, { at })
    if (ranges.length === 1 && ranges[0]?.start === 0 && ranges[0].end === text.length) rows.push(line)
    else cutRuns(line, ranges, rows)
  }
  return rows
}

function splitAtBreaks<Text extends string>(runs: Runs<Text>): readonly Runs<Text>[] {
  const lines: Run<Text>[][] = [[]]
  for (const run of runs) {
    run.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push(text === run.text ? run : { ...run, text: text as Text })
    })
  }
  return lines
}

/** Both lists are in order, so one walk over the runs gives all rows. */
function cutRuns<Text extends string>(
  line: Runs<Text>,
  ranges: readonly LineRange[],
  rows: Runs<Text>[],
): void {
  let index = 0
  let offset = 0
  for (const range of ranges) {
    const cut: Run<Text>[] = []
    for (let run = line[index]; run !== undefined; run = line[index]) {
      const start = Math.max(range.start, offset)
      const end = Math.min(range.end, offset + run.text.length)
      if (end > start) cut.push({ ...run, text: run.text.slice(start - offset, end - offset) as Text })
      if (offset + run.text.length > range.end) break
      offset += run.text.length
      index += 1
    }
    rows.push(cut)
  }
}

// oxlint-disable-next-line no-control-regex -- it reads escape sequences
const sequence = /\u001b\[([\d;]*)m|\u001b\]8;[^;\u001b\u0007]*;([^\u001b\u0007]*)(?:\u001b\\|\u0007)/g

/**
 * Reads text with SGR and OSC 8 sequences, as libraries write it (marked-terminal, Ink), into runs, each with its complete style.
 * The only place that reads escape sequences. The text of a run may contain line breaks; it is not made safe.
 */
export function readAnsi(text: string): readonly Run<string>[] {
  if (!text.includes('\u001b')) return text === '' ? [] : [{ text, style: plainStyle, link: null }]
  const runs: Run<string>[] = []
  let style = plainStyle
  let link: string | null = null
  let from = 0
  for (const found of text.matchAll(sequence)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), style, link })
    from = found.index + found[0].length
    if (found[2] === undefined) style = styledBy(style, found[1] ?? '')
    else link = found[2] === '' ? null : found[2]
  }
  if (from < text.length) runs.push({ text: text.slice(from), style, link })
  return runs
}
