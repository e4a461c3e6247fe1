import { graphemes } from '../../../lib/text/graphemes.ts'
import { displayWidth } from '../../../lib/text/width.ts'

/** Offsets of one line within its text. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

const ascii = /^[\x20-\x7e]*$/

/** Cuts text without line breaks into lines of at most `columns`: after spaces and ideographs, inside words only if necessary. */
export function breakAtWords(text: string, columns: number): readonly LineRange[] {
  return ascii.test(text) ? breakAscii(text, columns) : breakCells(text, columns, true)
}

/** Cuts text without line breaks into lines of at most `columns`, keeping all spaces: for code. */
export function breakAnywhere(text: string, columns: number): readonly LineRange[] {
  if (!ascii.test(text)) return breakCells(text, columns, false)
  const lines: LineRange[] = []
  for (let start = 0; start < text.length; start += columns) {
    lines.push({ start, end: Math.min(text.length, start + columns) })
  }
  return lines.length === 0 ? [{ start: 0, end: 0 }] : lines
}

function breakAscii(text: string, columns: number): readonly LineRange[] {
  const lines: LineRange[] = []
  let start = 0
  for (;;) {
    if (text.length - start <= columns) {
      lines.push({ start, end: trimmedEnd(text, start, text.length) })
      return lines
    }
    const space = text.lastIndexOf(' ', start + columns)
    // A word that fills the line is cut, also if white space comes before it.
    const end = space > start ? trimmedEnd(text, start, space) : start
    const isCut = end === start
    lines.push({ start, end: isCut ? start + columns : end })
    start = isCut ? start + columns : space
    while (text.charCodeAt(start) === 0x20) start += 1
    if (start >= text.length) return lines
  }
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && text.charCodeAt(at - 1) === 0x20) at -= 1
  return at
}

function breakCells(text: string, columns: number, atWords: boolean): readonly LineRange[] {
  const { ends, widths } = measureCells(text)
  const lines: LineRange[] = []
  let start = 0
  let width = 0
  // Where the line may end (and the next one start), and how wide it is up to there.
  let breakAt = -1
  let widthAtBreak = 0
  for (let cell = 0; cell < ends.length; cell += 1) {
    const from = cell === 0 ? 0 : (ends[cell - 1] ?? 0)
    const end = ends[cell] ?? text.length
    const cellWidth = widths[cell] ?? 0
    const isSpace = atWords && end === from + 1 && text.charCodeAt(from) === 0x20
    if (isSpace && from === start && lines.length > 0) {
      start = end
      continue
    }
    // Spaces hang over the end of a line.
    const room = isSpace ? Number.POSITIVE_INFINITY : columns - cellWidth
    // Twice when a wide character follows a word that fills all but one column of the next line.
    while (width > room && from > start) {
      const cut = breakAt > start ? breakAt : from
      lines.push({ start, end: atWords ? trimmedEnd(text, start, cut) : cut })
      width = cut === breakAt ? width - widthAtBreak : 0
      start = cut
      breakAt = -1
    }
    width += cellWidth
    if (atWords && (isSpace || cellWidth === 2)) {
      breakAt = end
      widthAtBreak = width
    }
  }
  const end = atWords ? trimmedEnd(text, start, text.length) : text.length
  if (end > start || lines.length === 0) lines.push({ start, end })
  return lines
}

/** The width of a text in columns, never less than in a terminal. */
export function columnsOf(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const cell of measureCells(text).widths) width += cell
  return width
}

interface Cells {
  /** Where each user-perceived character ends. */
  readonly ends: readonly number[]
  readonly widths: readonly number[]
}

// The segmenter takes a microsecond and more for each character, so it gets only characters that may join others.
function measureCells(text: string): Cells {
  const ends: number[] = []
  const widths: number[] = []
  let at = 0
  while (at < text.length) {
    const width = plainWidth(text.charCodeAt(at))
    if (width > 0 && (at + 1 === text.length || plainWidth(text.charCodeAt(at + 1)) > 0)) {
      at += 1
      ends.push(at)
      widths.push(width)
      continue
    }
    let end = at + 1
    while (end < text.length && plainWidth(text.charCodeAt(end)) === 0) end += 1
    for (const { segment } of graphemes(text.slice(at, end))) {
      at += segment.length
      ends.push(at)
      widths.push(segmentWidth(segment))
    }
  }
  return { ends, widths }
}

// Emoji of several code points take tens of microseconds each, and a text uses the same few.
const maxCachedWidths = 1_000
const segmentWidths = new Map<string, number>()

function segmentWidth(segment: string): number {
  const known = segmentWidths.get(segment)
  if (known !== undefined) return known
  if (segmentWidths.size >= maxCachedWidths) segmentWidths.clear()
  const width = displayWidth(segment)
  segmentWidths.set(segment, width)
  return width
}

/** The width (1 or 2) of a character that is a cell on its own unless a combining one follows; else 0. */
function plainWidth(code: number): 0 | 1 | 2 {
  if (code < 0x7f) return code >= 0x20 ? 1 : 0
  if (code < 0x2013) return isPlainLetter(code) ? 1 : 0
  if (code <= 0x2026) return code <= 0x2014 || code >= 0x2018 ? 1 : 0
  if (code >= 0x2500 && code <= 0x257f) return 1
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2
  const isKana = (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa)
  return isKana || code === 0x3001 || code === 0x3002 || (code >= 0xff01 && code <= 0xff5e) ? 2 : 0
}

// Latin, Greek, Cyrillic, Hebrew, Arabic and Thai letters, without combining marks.
const plainLetters: readonly (readonly [number, number])[] = [
  [0xc0, 0x24f],
  [0x3b1, 0x3c9],
  [0x410, 0x44f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0xe01, 0xe30],
]

function isPlainLetter(code: number): boolean {
  return plainLetters.some(([first, last]) => code >= first && code <= last)
}
