import { lastAtMost } from '../../lib/sequences.ts'

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
export interface RenderedPiece {
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
export function changedRows(
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
export function linesOfRows(
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

/** The line that an offset is in. */
export function lineAt(starts: Uint32Array, offset: number): number {
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
