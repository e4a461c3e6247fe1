import { memoBeside } from '../../lib/memo.ts'
import type { DocumentBlock, RowTops } from './document-blocks.ts'
import { lastAtMost } from '../../lib/sequences.ts'

/** The rows [first, end) of a document. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** For each of the rows [from, from + count) the source line that begins in it, or -1; also -1 for a row that is not rendered. */
export function linesBegun(rendered: Rendered, range: Range, starts: Uint32Array): readonly number[] {
  return inRows(rendered, range, -1, (block) => linesOfBlock(rendered.source, block, starts).begun)
}

/** The rows of a rendered block that show a line; its first row if none does. */
export function lineRange(
  { source, blocks, tops }: Rendered,
  { index, line }: { readonly index: number; readonly line: number },
  starts: Uint32Array,
): RowRange {
  const block = blocks[index]
  const top = tops.top(index)
  const range =
    block === undefined || block.height === null
      ? undefined
      : linesOfBlock(source, block, starts).ranges.get(line)
  return range === undefined
    ? { first: top, end: top + 1 }
    : { first: top + range.first, end: top + range.end }
}

/** Which lines of the source the rows of a block show. Rows are counted from its first one. */
interface BlockLines {
  /** For each row the line that begins in it, or -1. */
  readonly begun: readonly number[]
  /** For each line the rows from the first to the last one that show a part of it. */
  readonly ranges: ReadonlyMap<number, RowRange>
}

/** The last result for each block: a long one is not searched for each frame, nor for each line. */
const knownLines = memoBeside<BlockLines>()

function linesOfBlock(source: string, block: DocumentBlock, starts: Uint32Array): BlockLines {
  const { plain, chunk } = block
  const { start, end } = chunk
  return knownLines(block, [lineAt(starts, start), plain, start], () => {
    const begun: number[] = []
    const ranges = new Map<number, RowRange>()
    let last = -1
    for (const [row, lines] of linesOfRows({ source, start, end, plain }, starts).entries()) {
      const next = lines.find((each) => each > last)
      begun.push(next ?? -1)
      if (next !== undefined) last = Math.max(...lines)
      for (const shown of lines) ranges.set(shown, { first: ranges.get(shown)?.first ?? row, end: row + 1 })
    }
    return { begun, ranges }
  })
}

/** Which lines of a source have changed, and where they begin. */
export interface ChangedLines {
  /** What has changed at each line, as bits; 0: nothing. */
  readonly changes: Uint8Array
  /** The offset of each line in the source. */
  readonly starts: Uint32Array
  /** Where these lines end in the source, which may have grown since. */
  readonly end: number
}

/** What has changed in a row: the bits of all changed lines that it shows something of, and the last one of these lines. */
export interface ChangedRow {
  readonly changes: number
  readonly line: number
}

/** A piece of source, and the text of its rows. */
interface RenderedPiece {
  readonly source: string
  readonly start: number
  readonly end: number
  /** The rows' text, joined by line breaks. */
  readonly plain: string
}

/** Words that are searched after the last found row: a marker or an address may come between. */
const wordsAhead = 60
/** Each ideograph is a word, since rows break between them. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}])+/gu

interface SourceWord {
  readonly text: string
  readonly line: number
}

/** What has changed in each row of a rendered piece; null: nothing. */
function changedRows(
  piece: RenderedPiece,
  { changes, starts, end: comparedTo }: ChangedLines,
): readonly (ChangedRow | null)[] {
  const end = Math.min(piece.end, comparedTo)
  const first = lineAt(starts, piece.start)
  const last = lineAt(starts, Math.max(piece.start, end - 1))
  if (piece.start >= end || !hasChange(changes, first, last)) return piece.plain.split('\n').map(() => null)
  return linesOfRows({ ...piece, end }, starts).map((lines) => changedRow(lines, changes))
}

/**
 * The source lines that each row of a rendered piece shows a part of. Rendering does not keep line numbers, so they are found by
 * the row's words, in order; those of a row without words (a bracket in code) by its text.
 */
function linesOfRows(
  { source, start, end, plain }: RenderedPiece,
  starts: Uint32Array,
): readonly (readonly number[])[] {
  const rows = plain.split('\n')
  const first = lineAt(starts, start)
  const last = lineAt(starts, Math.max(start, end - 1))
  if (first === last) return rows.map((row) => (row.trim() === '' ? [] : [first]))
  const lines = source.slice(starts[first] ?? 0, end).split('\n')
  const words: SourceWord[] = []
  for (const [index, line] of lines.entries())
    for (const text of line.match(word) ?? []) words.push({ text, line: first + index })
  let at = 0
  let line = first
  return rows.map((row) => {
    if (row.trim() === '') return []
    const found = new Set<number>()
    const inRow = row.match(word) ?? []
    for (const text of inRow) {
      const next = indexNear(words, text, at)
      if (next < 0) continue
      line = words[next]?.line ?? line
      found.add(line)
      at = next + 1
    }
    if (found.size === 0) {
      const same = sameLine(lines, row, line - first)
      if (same >= 0) line = first + same
      // A broken word belongs to the same line.
      if (same >= 0 || inRow.length > 0) found.add(line)
    }
    return [...found]
  })
}

function changedRow(lines: readonly number[], changes: Uint8Array): ChangedRow | null {
  let [bits, last] = [0, -1]
  for (const line of lines) {
    const ofLine = changes[line] ?? 0
    if (ofLine === 0) continue
    bits |= ofLine
    last = line
  }
  return bits === 0 ? null : { changes: bits, line: last }
}

function hasChange(changes: Uint8Array, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if ((changes[line] ?? 0) > 0) return true
  return false
}

function lineAt(starts: Uint32Array, offset: number): number {
  return lastAtMost(offset, starts.length, (line) => starts[line] ?? 0)
}

/** The next position of a word within a few lines; -1 if there is none. */
function indexNear(words: readonly SourceWord[], text: string, from: number): number {
  const line = (words[from] ?? words.at(-1))?.line ?? 0
  for (let at = from; at < words.length && at < from + wordsAhead; at++) {
    const next = words[at]
    if (next === undefined || next.line > line + 3) return -1
    if (next.text === text) return at
  }
  return -1
}

function sameLine(lines: readonly string[], row: string, from: number): number {
  const wanted = row.trim()
  for (let at = from; at < lines.length && at <= from + 3; at++) if (lines[at]?.trim() === wanted) return at
  return -1
}

/** The blocks of a document, as far as they are rendered. */
export interface Rendered {
  readonly source: string
  readonly blocks: readonly DocumentBlock[]
  readonly tops: RowTops
}

/** What has changed in each of the rows in a range; null: nothing, or the row is not rendered yet. */
export function markedRows(
  rendered: Rendered,
  range: Range,
  lines: ChangedLines,
): readonly (ChangedRow | null)[] {
  return inRows(rendered, range, null, (block) => rowsOfBlock(rendered.source, block, lines))
}

interface Range {
  readonly from: number
  readonly count: number
}

/** What is known of each row in a range, block by block; `unknown` of a row that is not rendered. */
function inRows<Known>(
  { blocks, tops }: Rendered,
  { from, count }: Range,
  unknown: Known,
  knownOf: (block: DocumentBlock) => readonly Known[],
): readonly Known[] {
  const found = new Array<Known>(count).fill(unknown)
  for (let index = tops.blockAt(from); index < blocks.length; index += 1) {
    const block = blocks[index]
    const top = tops.top(index)
    if (block === undefined || top >= from + count) break
    if (block.height === null || block.height === 0) continue
    const known = knownOf(block)
    const last = Math.min(known.length, from + count - top)
    for (let row = Math.max(0, from - top); row < last; row += 1)
      found[top + row - from] = known[row] ?? unknown
  }
  return found
}

/** The last result for each block: a long one is not searched for each frame. */
const knownRows = memoBeside<readonly (ChangedRow | null)[]>()

function rowsOfBlock(
  source: string,
  block: DocumentBlock,
  lines: ChangedLines,
): readonly (ChangedRow | null)[] {
  const { plain, chunk } = block
  const { start, end } = chunk
  return knownRows(block, [lines, plain, start], () => changedRows({ source, start, end, plain }, lines))
}
