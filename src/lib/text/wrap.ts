import type { SafeText } from './safe-text.ts'
import { cells, displayWidth } from './width.ts'

/**
 * Breaks text into lines of at most `columns`: at spaces where it can, inside a word (or between ideographs) where it
 * must. Line breaks in the text stay. Always gives at least one line. `maxLines` bounds the work for huge texts.
 */
export function wrapText(
  text: SafeText,
  columns: number,
  maxLines = Number.POSITIVE_INFINITY,
): readonly SafeText[] {
  const width = Math.max(1, columns)
  const lines: SafeText[] = []
  for (const paragraph of text.split('\n')) {
    if (lines.length >= maxLines) break
    wrapParagraph(paragraph, width, maxLines, lines)
  }
  return lines
}

function wrapParagraph(paragraph: string, columns: number, maxLines: number, lines: SafeText[]): void {
  if (paragraph.length <= columns && displayWidth(paragraph) <= columns) {
    lines.push(paragraph as SafeText)
    return
  }
  let line = ''
  let width = 0
  // Where the line may be broken: just after the last space, at `breakAt` characters.
  let breakAt = -1
  for (const cell of cells(paragraph)) {
    if (width + cell.width > columns && line !== '') {
      if (cell.text === ' ') {
        lines.push(line as SafeText)
        line = ''
      } else if (breakAt > 0) {
        lines.push(line.slice(0, breakAt).trimEnd() as SafeText)
        line = line.slice(breakAt)
      } else {
        lines.push(line as SafeText)
        line = ''
      }
      if (lines.length >= maxLines) return
      width = displayWidth(line)
      breakAt = -1
      if (cell.text === ' ' && line === '') continue
    }
    line += cell.text
    width += cell.width
    if (cell.text === ' ' || cell.width === 2) breakAt = line.length
  }
  lines.push(line as SafeText)
}
