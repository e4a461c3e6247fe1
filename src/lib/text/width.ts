import stringWidth from 'string-width'
import { graphemes, singleWidth } from './graphemes.ts'
import { safeLine, type SafeText } from './safe-text.ts'
import { lateRegExp } from '../memo.ts'

/** The columns of a line in a terminal: the sum of its cells' widths. For text without escape sequences. */
export function displayWidth(text: string): number {
  if (singleWidth.test(text)) return text.length
  let columns = 0
  eachCell(text, (_from, _end, width) => {
    columns += width
    return true
  })
  return columns
}

// Characters that never combine with their neighbours: CJK, and emoji without joiners, selectors and skin tones. This test is a
// hundred times as fast as a segmenter.
const standalone =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203b\u203d-\u2048\u204a-\u205e\u2190-\u2319\u2500-\u25fc\u2610\u2611\u2713\u2717\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}]*$/u

/** A user-perceived character and its width in columns (0, 1 or 2). */
export interface Cell {
  readonly text: string
  readonly width: number
}

/** The characters of a line. Lazy: only characters that are read are computed. */
export function* cells(text: string): Generator<Cell> {
  if (singleWidth.test(text)) {
    for (const character of text) yield { text: character, width: 1 }
    return
  }
  if (standalone.test(text)) {
    for (const character of text) yield { text: character, width: characterWidth(character) }
    return
  }
  for (const { segment } of graphemes(text)) {
    const width = clusterWidth(segment)
    if (width <= 2) yield { text: segment, width }
    // One grapheme cluster, but wider than two columns: Indic conjuncts, of which an attacker may make long chains.
    else
      for (const [part] of segment.matchAll(basesWithMarks()))
        yield { text: part, width: Math.min(2, clusterWidth(part)) }
  }
}

/** Visits each user-perceived character of a line with its offsets and its width, until one of the calls gives false. */
export function eachCell(text: string, visit: (from: number, end: number, width: number) => boolean): void {
  let at = 0
  while (at < text.length) {
    const width = plainWidth(text.charCodeAt(at))
    if (width > 0 && (at + 1 === text.length || plainWidth(text.charCodeAt(at + 1)) > 0)) {
      if (!visit(at, at + 1, width)) return
      at += 1
      continue
    }
    // The segmenter takes a microsecond and more for each character, so it gets only characters that may join others.
    let end = at + 1
    while (
      end < text.length &&
      (plainWidth(text.charCodeAt(end)) === 0 || isPrepended(text.charCodeAt(end - 1)))
    )
      end += 1
    for (const cell of joinedCells(text.slice(at, end))) {
      if (!visit(at, at + cell.text.length, cell.width)) return
      at += cell.text.length
    }
  }
}

/** Whether it may join the character after it: the prepended marks of Unicode, of which some have two code units. */
function isPrepended(code: number): boolean {
  return code >= 0x600 && (code >= 0xdc00 ? code <= 0xdfff : prepended.has(code))
}

const prepended: ReadonlySet<number> = new Set([
  0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0xd4e,
])

/** The cells of characters that may join. Those of a few are cached: a text uses the same ones. */
function joinedCells(text: string): Iterable<Cell> {
  if (text.length > 8) return cells(text)
  const known = joined.get(text)
  if (known !== undefined) return known
  const made = [...cells(text)]
  if (joined.size >= maxCached) joined.clear()
  joined.set(text, made)
  return made
}

const joined = new Map<string, readonly Cell[]>()

/** The width (1 or 2) of a character that is a cell on its own unless a combining one follows; else 0. */
function plainWidth(code: number): 0 | 1 | 2 {
  if (code < 0x7f) return code >= 0x20 ? 1 : 0
  if (code < 0x2013) return plainLetters.some(([first, last]) => code >= first && code <= last) ? 1 : 0
  if (code <= 0x2026) return code <= 0x2014 || code >= 0x2018 ? 1 : 0
  if (code >= 0x2500 && code <= 0x257f) return 1
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2
  const isKana = (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30ff)
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

const basesWithMarks = lateRegExp(String.raw`^[\p{M}\u200d]+|[^\p{M}\u200d][\p{M}\u200d]*`, 'gu')
const emoji = lateRegExp(String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}]`, 'u')
// Characters of no width: marks, joiners, the vowels and finals of a Korean syllable.
const stacked = lateRegExp(String.raw`[\p{M}\u200d\u1160-\u11ff\ud7b0-\ud7fb]`, 'gu')

function clusterWidth(cluster: string): number {
  if (cluster.length === 1 || (cluster.length === 2 && cluster.charCodeAt(0) >= 0xd800))
    return characterWidth(cluster)
  // Emoji of several code points take tens of microseconds each, and a text uses the same few.
  return cluster.length <= 32 ? cachedWidth(cluster, joinedWidth) : joinedWidth(cluster)
}

function joinedWidth(cluster: string): number {
  const width = stringWidth(cluster)
  if (emoji().test(cluster)) return width
  // string-width counts only the first letter of a cluster, but terminals show each.
  let bases = 0
  for (const character of cluster.replace(stacked(), '')) bases += characterWidth(character)
  return Math.max(width, bases)
}

const widths = new Map<string, number>()
const maxCached = 5000

function characterWidth(character: string): number {
  return cachedWidth(character, stringWidth)
}

/** Cached, since texts use few characters and computing it is slow. */
function cachedWidth(text: string, widthOf: (text: string) => number): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (widths.size >= maxCached) widths.clear()
  const width = widthOf(text)
  widths.set(text, width)
  return width
}

/** The text, cut to at most `columns` with an ellipsis at the end. Reads only the beginning of a huge text. */
export function cutToWidth(text: SafeText, columns: number, ellipsis = '…'): SafeText {
  if (columns <= 0) return '' as SafeText
  const head = beginning(text, columns * 16 + 64)
  const isWhole = head.length === text.length
  const mark = displayWidth(ellipsis) <= columns ? ellipsis : ellipsis.slice(0, columns)
  const room = columns - displayWidth(mark)
  if (singleWidth.test(head)) {
    return isWhole && head.length <= columns ? text : ((head.slice(0, room) + mark) as SafeText)
  }
  let kept = ''
  let width = 0
  let fitting = ''
  for (const cell of cells(head)) {
    if (width + cell.width > columns) return (fitting + mark) as SafeText
    width += cell.width
    kept += cell.text
    if (width <= room) fitting = kept
  }
  return isWhole ? text : ((fitting + mark) as SafeText)
}

/** Characters of a raw text that are looked at for a line: many may have no width. */
const mostRead = 1000

/** A raw text as one line of at most `columns`, with an ellipsis where anything is left out. Reads only the beginning of a huge text. */
export function cutLine(raw: string, columns: number, ellipsis = '…'): SafeText {
  if (columns <= 0) return '' as SafeText
  const most = Math.max(mostRead, columns * 8)
  const text = raw.length <= most ? safeLine(raw) : (`${safeLine(raw.slice(0, most))}${ellipsis}` as SafeText)
  return cutToWidth(text, columns, ellipsis)
}

/** The first characters, without an incomplete one at the end. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** A text with blanks behind it, `columns` wide; a wider text stays as it is. */
export function padded(text: SafeText, columns: number): SafeText {
  return `${text}${' '.repeat(Math.max(0, columns - displayWidth(text)))}` as SafeText
}

/** The text at the right end of so many columns; a wider text stays as it is. */
export function padStart(text: SafeText, columns: number): SafeText {
  return `${' '.repeat(Math.max(0, columns - displayWidth(text)))}${text}` as SafeText
}
