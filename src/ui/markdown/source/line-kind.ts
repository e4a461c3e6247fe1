import type { ChunkKind } from './chunk.ts'
import {
  interruptsParagraph,
  isDefinition,
  isHeading,
  isHtml,
  isQuote,
  isRule,
  isSetextUnderline,
  itemMarker,
  openedFence,
  rawHtmlEnd,
  type SourceLine,
} from './source-line.ts'

/** What a line begins, where it begins something. */
export function kindOf(line: SourceLine, isItem: boolean, isFence: boolean): ChunkKind {
  if (line.indent > 3) return 'indented'
  if (isFence) return 'fence'
  if (isHeading(line)) return 'heading'
  if (isRule(line)) return 'rule'
  if (isItem) return 'item'
  if (isQuote(line)) return 'quote'
  if (rawHtmlEnd(line) !== null) return 'raw-html'
  if (isHtml(line)) return 'html'
  return isDefinition(line) ? 'definition' : 'flow'
}

/** It ends a list item, although it is not behind a blank line. */
export function breaksItem(line: SourceLine): boolean {
  return (
    itemMarker(line) !== null ||
    isHeading(line) ||
    isRule(line) ||
    isQuote(line) ||
    openedFence(line) !== null ||
    rawHtmlEnd(line) !== null ||
    isHtml(line)
  )
}

/** The same of a paragraph, or of a quote. */
export function breaksParagraph(line: SourceLine, kind: 'quote' | 'flow'): boolean {
  return (
    isHeading(line) ||
    (isRule(line) && !isSetextUnderline(line)) ||
    (kind === 'flow' && isQuote(line)) ||
    openedFence(line) !== null ||
    interruptsParagraph(line) ||
    rawHtmlEnd(line) !== null
  )
}
