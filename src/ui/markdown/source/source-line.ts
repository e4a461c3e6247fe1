import { closesFence, openedFence, type OpenedFence } from '../../../lib/text/markdown-lines.ts'

/**
 * The block type of a chunk, as far as the splitter distinguishes them. `flow`: a paragraph, a table, or any other block; `raw-html`:
 * HTML that ends at its end tag and may contain blank lines; `plain`: text beyond `maxChunks`, which is shown as written.
 */
export type ChunkKind =
  | 'flow'
  | 'quote'
  | 'item'
  | 'heading'
  | 'rule'
  | 'fence'
  | 'indented'
  | 'html'
  | 'raw-html'
  | 'definition'
  | 'plain'

/** The marker of a list item at the top level. */
export interface ItemMarker {
  /** `-`, `*`, `+`, or the delimiter of an ordered list: `.` or `)`. A different marker starts another list. */
  readonly marker: string
  /** The number to show, continued from the item before; null in a bullet list. */
  readonly number: number | null
  /** Indentation of the item's content in columns: lines indented less do not belong to it. */
  readonly offset: number
}

/** A line of the source, without its line break. Patterns match within the source, since slicing each line would cost more. */
export interface SourceLine {
  readonly source: string
  readonly start: number
  readonly end: number
  /** Columns of white space before the text; a tab extends to the next multiple of four. */
  readonly indent: number
  /** Where the text starts. */
  readonly textStart: number
}

const heading = /#{1,6}(?=[ \t\r\n]|$)/y
const rule = /(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})(?=\r?\n|\r?$)/y
/** Longer rules are recognised only by the renderer. */
const longestRule = 1000
const setextUnderline = /-+[ \t]*(?=\r?\n|\r?$)/y
// Only these interrupt a paragraph (CommonMark): another number at the start of a line usually belongs to a sentence.
const interruptingItem = /(?:[-*+]|1[.)])[ \t]+[^ \t\r\n]/y
const rawHtmlStart = /<(?:(script|pre|style|textarea)(?=[\s>])|(!--)|(\?)|(!\[CDATA\[)|(![a-z]))/iy
const htmlStart = /<\/?[a-z]/iy
const definition =
  /\[(?!\^)[^[\]\n]{1,400}\]:[ \t]*[^ \t\r\n]+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*(?=\r?\n|\r?$)/y

export function sourceLine(source: string, start: number, end: number): SourceLine {
  let at = start
  let indent = 0
  for (; at < end; at += 1) {
    const code = source.charCodeAt(at)
    if (code === 0x20) indent += 1
    else if (code === 0x09) indent += 4 - (indent % 4)
    else break
  }
  return { source, start, end, indent, textStart: at }
}

export function isBlank(line: SourceLine): boolean {
  return (
    line.textStart >= line.end || (line.textStart === line.end - 1 && line.source[line.textStart] === '\r')
  )
}

function at(pattern: RegExp, line: SourceLine): RegExpExecArray | null {
  pattern.lastIndex = line.textStart
  return pattern.exec(line.source)
}

function isHeading(line: SourceLine): boolean {
  return begins(line, 0x23) && at(heading, line) !== null
}

function isQuote(line: SourceLine): boolean {
  return begins(line, 0x3e)
}

function isHtml(line: SourceLine): boolean {
  return begins(line, 0x3c) && at(htmlStart, line) !== null
}

/** Whether a line that is not indented as code begins with this character. */
function begins(line: SourceLine, code: number): boolean {
  return line.indent < 4 && line.source.charCodeAt(line.textStart) === code
}

function isRule(line: SourceLine): boolean {
  const code = line.source.charCodeAt(line.textStart)
  if (line.indent > 3 || (code !== 0x2d && code !== 0x2a && code !== 0x5f)) return false
  // Most lines that start like a rule are list items; the second character distinguishes them.
  let second = line.textStart + 1
  while (line.source.charCodeAt(second) === 0x20) second += 1
  const next = line.source.charCodeAt(second)
  if (line.end - line.textStart > longestRule) return false
  return (next === code || next === 0x09) && at(rule, line) !== null
}

/** Only dashes. After a paragraph they turn it into a heading. */
function isSetextUnderline(line: SourceLine): boolean {
  return line.source.charCodeAt(line.textStart) === 0x2d && at(setextUnderline, line) !== null
}

export function fenceOf(line: SourceLine): OpenedFence | null {
  const opened = line.indent > 3 ? null : openedFence(line.source, line.textStart, line.end)
  return opened && { mark: detached(opened.mark), info: detached(opened.info.trim().slice(0, 100)) }
}

export function closesFenceOf(line: SourceLine, { mark }: OpenedFence): boolean {
  return line.indent <= 3 && closesFence(line.source, line.textStart, line.end, mark)
}

function mayStartItem(code: number): boolean {
  return code === 0x2d || code === 0x2a || code === 0x2b || isDigit(code)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** The marker of a list item, with its number as written. Parsed by hand for speed: every line of a long list is parsed twice. */
export function itemMarker(line: SourceLine): ItemMarker | null {
  const { source, textStart, end } = line
  if (line.indent > 3 || !mayStartItem(source.charCodeAt(textStart))) return null
  let last = textStart
  while (last - textStart < 9 && isDigit(source.charCodeAt(last))) last += 1
  const marker = source.charAt(last)
  const isOrdered = last > textStart
  if (isOrdered ? marker !== '.' && marker !== ')' : isRule(line)) return null
  const column = line.indent + last + 1 - textStart
  let text = last + 1
  let columns = column
  for (; text < end; text += 1) {
    const code = source.charCodeAt(text)
    if (code === 0x09) columns += 4 - (columns % 4)
    else if (code === 0x20) columns += 1
    else break
  }
  const isEmpty = text === end || (text === end - 1 && source.charCodeAt(text) === 0x0d)
  if (columns === column && !isEmpty) return null
  // More than four spaces begin indented code within the item, one column after the marker.
  const offset = isEmpty || columns - column > 4 ? column + 1 : columns
  return { marker, number: isOrdered ? Number(source.slice(textStart, last)) : null, offset }
}

function interruptsParagraph(line: SourceLine): boolean {
  if (line.indent > 3 || !mayStartItem(line.source.charCodeAt(line.textStart))) return false
  return at(interruptingItem, line) !== null
}

/** The end of an HTML block that may contain blank lines; null if the line does not begin one. */
export function rawHtmlEnd(line: SourceLine): string | null {
  if (line.indent > 3 || line.source.charCodeAt(line.textStart) !== 0x3c) return null
  const found = at(rawHtmlStart, line)
  if (found === null) return null
  if (found[1] !== undefined) return `</${found[1].toLowerCase()}>`
  if (found[2] !== undefined) return '-->'
  if (found[3] !== undefined) return '?>'
  return found[4] === undefined ? '>' : ']]>'
}

/** The kind of the chunk that a line begins. */
export function kindOf(line: SourceLine, isItem: boolean, isFence: boolean): ChunkKind {
  if (line.indent > 3) return 'indented'
  if (isFence) return 'fence'
  if (isHeading(line)) return 'heading'
  if (isRule(line)) return 'rule'
  if (isItem) return 'item'
  if (isQuote(line)) return 'quote'
  if (rawHtmlEnd(line) !== null) return 'raw-html'
  if (isHtml(line)) return 'html'
  return begins(line, 0x5b) && at(definition, line) !== null ? 'definition' : 'flow'
}

/** Whether a line ends a list item without a blank line between them. */
export function breaksItem(line: SourceLine): boolean {
  return (
    itemMarker(line) !== null ||
    isHeading(line) ||
    isRule(line) ||
    isQuote(line) ||
    fenceOf(line) !== null ||
    rawHtmlEnd(line) !== null ||
    isHtml(line)
  )
}

/** Whether a line ends a paragraph or a quote without a blank line between them. */
export function breaksParagraph(line: SourceLine, kind: 'quote' | 'flow'): boolean {
  return (
    isHeading(line) ||
    (isRule(line) && !isSetextUnderline(line)) ||
    (kind === 'flow' && isQuote(line)) ||
    fenceOf(line) !== null ||
    interruptsParagraph(line) ||
    rawHtmlEnd(line) !== null
  )
}

const tabsOfLine = /^.*\t.*$/gm

/** Expands tabs to the next multiple of four columns, as CommonMark defines. */
export function expandTabs(text: string): string {
  if (!text.includes('\t')) return text
  return text.replace(tabsOfLine, (line) => {
    let expanded = ''
    for (const part of line.split(/(\t)/))
      expanded += part === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : part
    return expanded
  })
}

/** A copy that does not keep the text that it was sliced from: V8 implements a slice as a pointer into its parent. */
export function detached(text: string): string {
  return ` ${text}`.slice(1)
}
