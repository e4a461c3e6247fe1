import type { SafeText } from './safe-text.ts'
import { cells, displayWidth } from './width.ts'

/**
 * Breaks text into lines of at most `columns`: at spaces if possible, else inside a word (or between ideographs).
 * Line breaks in the text stay. The result has at least one line. `maxLines` bounds the work for huge texts.
 */
export function wrapText(
  text: SafeText,
  columns: number,
  maxLines = Number.POSITIVE_INFINITY,
): readonly SafeText[] {
  const width = Math.max(1, columns)
  const lines: SafeText[] = []
  for (const paragraph of text.split('\n')) {
    for (const line of paragraphLines(paragraph, width)) {
      if (lines.length >= maxLines) return lines
      lines.push(line)
    }
  }
  return lines
}

/** The lines of a paragraph. Lazy. */
function* paragraphLines(paragraph: string, columns: number): Generator<SafeText> {
  if (paragraph.length <= columns && displayWidth(paragraph) <= columns) {
    yield paragraph as SafeText
    return
  }
  let line = ''
  let width = 0
  // The last place where the line may be broken: after a space or ideograph, at `breakAt` characters.
  let breakAt = 0
  let isIndented = true
  let isContinued = false
  for (const cell of cells(paragraph)) {
    const isSpace = cell.text === ' '
    while (width + cell.width > columns && line !== '') {
      const end = isSpace || breakAt === 0 ? line.length : breakAt
      yield line.slice(0, end).trimEnd() as SafeText
      line = line.slice(end)
      width = displayWidth(line)
      breakAt = 0
      isContinued = true
      isIndented = false
    }
    // Spaces at a break are dropped; those at the beginning of a paragraph are its indentation.
    if (isSpace && isContinued && line === '') continue
    line += cell.text
    width += cell.width
    if (!isSpace) isIndented = false
    if ((isSpace && !isIndented) || cell.width === 2) breakAt = line.length
  }
  if (line !== '' || !isContinued) yield line as SafeText
}
