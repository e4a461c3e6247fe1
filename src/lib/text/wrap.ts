import { singleWidth } from './graphemes.ts'
import { eachCell } from './width.ts'

/** Offsets of one line within its text. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

export interface LineBreaks {
  /** `words`: after spaces and ideographs, inside words only if necessary; `anywhere`: all spaces are kept, for code. */
  readonly at?: 'words' | 'anywhere'
  /** Bounds the work for huge texts. */
  readonly maxLines?: number
}

/**
 * Where a text without line breaks is broken into lines of at most `columns`, which count as one if they are fewer. At least one line.
 * Spaces at a break belong to no line; those at the beginning and the end of the text stay, if they fit.
 */
export function lineRanges(
  text: string,
  columns: number,
  { at = 'words', maxLines = Number.POSITIVE_INFINITY }: LineBreaks = {},
): readonly LineRange[] {
  const width = Math.max(1, columns)
  if (!singleWidth.test(text)) return cellRanges(text, width, { at, maxLines })
  return at === 'words' ? wordRanges(text, width, maxLines) : equalRanges(text, width, maxLines)
}

/** Breaks text into lines of at most `columns`, at words. Line breaks in the text stay. At least one line. */
export function wrapText<Text extends string>(
  text: Text,
  columns: number,
  maxLines = Number.POSITIVE_INFINITY,
): readonly Text[] {
  const lines: Text[] = []
  for (const paragraph of text.split('\n')) {
    if (lines.length >= maxLines) return lines
    for (const { start, end } of lineRanges(paragraph, columns, { maxLines: maxLines - lines.length }))
      lines.push(paragraph.slice(start, end) as Text)
  }
  return lines
}

/** Of a text whose characters are one column wide. */
function wordRanges(text: string, columns: number, maxLines: number): readonly LineRange[] {
  const lines: LineRange[] = []
  let start = 0
  while (lines.length < maxLines) {
    if (text.length - start <= columns) {
      lines.push({ start, end: text.length })
      return lines
    }
    // Not `lastIndexOf`, which would search all that was before, for each line of a text without spaces.
    let space = start + columns
    while (space > start && text.charCodeAt(space) !== 0x20) space -= 1
    // A word that fills the line is cut, also if white space comes before it.
    const end = space > start ? trimmedEnd(text, start, space) : start
    const isCut = end === start
    lines.push({ start, end: isCut ? trimmedEnd(text, start, start + columns) : end })
    start = isCut ? start + columns : space
    while (text.charCodeAt(start) === 0x20) start += 1
    if (start >= text.length) return lines
  }
  return lines
}

function equalRanges(text: string, columns: number, maxLines: number): readonly LineRange[] {
  const lines: LineRange[] = []
  for (let start = 0; start < text.length && lines.length < maxLines; start += columns)
    lines.push({ start, end: Math.min(text.length, start + columns) })
  return lines.length === 0 ? [{ start: 0, end: 0 }] : lines
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && text.charCodeAt(at - 1) === 0x20) at -= 1
  return at
}

function cellRanges(
  text: string,
  columns: number,
  { at, maxLines }: Required<LineBreaks>,
): readonly LineRange[] {
  const atWords = at === 'words'
  const lines: LineRange[] = []
  let start = 0
  let width = 0
  // Where the line may end (and the next one start), and how wide it is up to there. Not after an indentation.
  let breakAt = -1
  let widthAtBreak = 0
  let isIndented = true
  eachCell(text, (from, end, cellWidth) => {
    const isSpace = atWords && end === from + 1 && text.charCodeAt(from) === 0x20
    if (isSpace && from === start && lines.length > 0) {
      start = end
      return true
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
      isIndented = false
    }
    width += cellWidth
    isIndented &&= isSpace
    if (atWords && ((isSpace && !isIndented) || cellWidth === 2)) {
      breakAt = end
      widthAtBreak = width
    }
    return lines.length < maxLines
  })
  if (lines.length >= maxLines) return lines.slice(0, maxLines)
  const end = atWords && width > columns ? trimmedEnd(text, start, text.length) : text.length
  if (end > start || lines.length === 0) lines.push({ start, end })
  return lines
}
