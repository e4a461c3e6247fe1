import { safeText } from '../../lib/text/safe-text.ts'
import {
  headingLine,
  headingUnderline,
  mayBeUnderlined,
  closesFence,
  openedFence,
} from '../../lib/text/markdown-lines.ts'
import { harmlessLine, mayAct, withoutHidden } from './harmless-inline.ts'

export interface Embedding {
  /** By how many levels its headings are lowered, down to level 6. */
  readonly deeper: number
  /** Leaves out the heading that it begins with, because the document around it has the same one. */
  readonly dropsFirstHeading: boolean
}

/** The delimiter row below a table header. */
const quotedTableRule = /^(?=.*-)(?=.*[|:])[|:\-> ]*$/

/**
 * A markdown document as a part of another one: every block that it leaves open is closed. HTML is escaped, and links have
 * http, https, mailto and relative targets only; no reference stands for a hidden character. A document without such things is unchanged.
 */
export function embeddedMarkdown(raw: string, { deeper, dropsFirstHeading }: Embedding): string {
  const source = safeText(raw)
  const acts = mayAct(source)
  const blocks = new BlockLines()
  const written: string[] = []
  let mayDrop = dropsFirstHeading
  /** The words of a paragraph of one line, which a line below it may make a heading; null: there is none. */
  let words: string | null = null
  const addHeading = (level: number, text: string): void => {
    const isDropped = mayDrop && written.every(isBlank)
    mayDrop = false
    const shown = acts ? harmlessLine(text.trim(), false) : text.trim()
    if (!isDropped) written.push(`${'#'.repeat(Math.min(6, level + deeper))} ${shown}`)
  }
  for (const { line, isInTable } of linesOf(source)) {
    const block = blocks.read(line)
    const [, hashes = '', text = ''] =
      (block.isTop && block.kind === 'heading' ? headingLine.exec(line) : null) ?? []
    const [under, double] = (block.isTop && block.kind === 'text' ? headingUnderline.exec(line) : null) ?? []
    if (hashes !== '') addHeading(hashes.length, text)
    else if (under !== undefined && words !== null) {
      written.pop()
      addHeading(double === undefined ? 2 : 1, words)
    } else {
      words =
        block.kind === 'text' &&
        !block.isContinuation &&
        mayBeUnderlined.test(line) &&
        isBlank(written.at(-1) ?? '')
          ? line
          : null
      if (block.blankBefore !== undefined && acts) written.push(block.blankBefore)
      written.push(acts ? harmless(line, block, isInTable) : line)
      continue
    }
    words = null
  }
  const open = blocks.openFence()
  if (open !== null) written.push(open)
  return written.join('\n').replace(/^\n+/, '').trimEnd()
}

function harmless(line: string, { kind, from }: BlockLine, isInTable: boolean): string {
  switch (kind) {
    case 'text':
    case 'heading':
      return line.slice(0, from) + harmlessLine(line.slice(from), isInTable)
    case 'fence':
      // Some parsers take a fence with a bar in it for a table header.
      return withoutHidden(line.replaceAll('|', '&#124;'))
    case 'code':
    case 'blank':
      return line
  }
}

/** The lines, and whether they are in a table as some parser may see it: up to the next blank lines. */
function linesOf(source: string): readonly { readonly line: string; readonly isInTable: boolean }[] {
  const parts: string[][] = [[]]
  for (const line of source.split('\n')) {
    if (isBlank(line)) parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts.flatMap((lines) => {
    const isInTable = lines.some((line) => quotedTableRule.test(line))
    return lines.map((line) => ({ line, isInTable }))
  })
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** The kind of a line of markdown, as far as escaping needs it. There are no HTML blocks: their beginnings are escaped. */
interface BlockLine {
  /**
   * `text` has inline markdown, `code` is a line between two lines of kind `fence`. Indented code counts as text, since parsers differ in
   * what it is.
   */
  readonly kind: 'text' | 'heading' | 'code' | 'fence' | 'blank'
  /** The index of its text, after the markers of block quotes and list items. */
  readonly from: number
  /** It continues the paragraph of the previous line. */
  readonly isContinuation: boolean
  /** Outside of block quotes and list items. */
  readonly isTop: boolean
  /** Parsers differ in whether it continues the previous line: this blank line, inserted between them, prevents it. */
  readonly blankBefore?: string
}

type Container = { readonly type: 'quote' } | { readonly type: 'item'; readonly offset: number }

const heading = /^#{1,6}(?= |$)/
const rule = /^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const bullet = /^([-+*])( +|$)/
const number = /^(\d{1,9})[.)]( +|$)/
const underline = /^(?:=+|-+) *$/
const tableRule = /^(?=[|: ]*-)[|:\- ]*$/
/** The deepest nesting of block quotes and list items that is parsed; deeper ones are text. */
const deepest = 100

/**
 * Finds the blocks of a text line by line, nested block quotes and lists included. The text must have no tabs.
 * https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy
 */
class BlockLines {
  #containers: Container[] = []
  #fence: { readonly mark: string; readonly depth: number } | null = null
  #isParagraph = false
  /** The last list item is still empty: a blank line ends it. */
  #isEmptyItem = false
  /** The paragraph may be a table. */
  #isTable = false

  /** The top-level code fence that is still open at the end of the text; null if none is. */
  openFence(): string | null {
    return this.#fence !== null && this.#fence.depth === 0 ? this.#fence.mark : null
  }

  read(line: string): BlockLine {
    if (this.#isEmptyItem && line.trim() === '') this.#containers = this.#containers.slice(0, -1)
    const matched = this.#matchContainers(line)
    const isInside = matched.count === this.#containers.length
    if (this.#fence !== null && (isInside || matched.count >= this.#fence.depth))
      return this.#readInFence(line, matched.at)
    this.#fence = null
    if (this.#isParagraph && this.#isTable && mayEndTable(line.slice(matched.at)))
      return this.#behindBlank(line, matched)
    const opened = this.#openContainers(line, matched, isInside)
    const { at, isLazy } = opened
    this.#isEmptyItem = opened.isEmptyItem
    const text = line.slice(at)
    const own = text.trimStart()
    const indent = text.length - own.length
    const isTop = this.#containers.length === 0
    if (own === '') return this.#ended('blank', line.length, isTop)
    if (isLazy && this.#isTable) return this.#behindBlank(line, matched)
    if (isLazy) return { kind: 'text', from: at, isContinuation: true, isTop: false }
    if (indent >= 4 && !this.#isParagraph) return { kind: 'text', from: at, isContinuation: false, isTop }
    if (indent < 4) {
      const mark = openingMark(own)
      if (mark !== null) {
        this.#fence = { mark, depth: this.#containers.length }
        return this.#ended('fence', at, isTop)
      }
      if (heading.test(own)) return this.#ended('heading', at, isTop)
      if (this.#isParagraph && underline.test(own)) return this.#ended('text', at, isTop)
      if (rule.test(own)) return this.#ended('text', at, isTop)
    }
    const isContinuation = this.#isParagraph
    this.#isTable = (isContinuation && this.#isTable) || tableRule.test(own)
    this.#isParagraph = true
    return { kind: 'text', from: at, isContinuation, isTop }
  }

  #behindBlank(line: string, { at, count }: { readonly at: number; readonly count: number }): BlockLine {
    this.#containers = this.#containers.slice(0, count)
    this.#ended('blank', 0, true)
    return { ...this.read(line), blankBefore: line.slice(0, at).trimEnd() }
  }

  #ended(kind: BlockLine['kind'], from: number, isTop: boolean): BlockLine {
    this.#isParagraph = false
    return { kind, from, isContinuation: false, isTop }
  }

  #readInFence(line: string, at: number): BlockLine {
    const open = this.#fence
    const own = line.slice(at)
    const isTop = this.#containers.length === 0
    const [blanks = ''] = /^ {0,3}/.exec(own) ?? []
    if (open !== null && closesFence(own, blanks.length, own.length, open.mark)) {
      this.#fence = null
      return this.#ended('fence', at, isTop)
    }
    return { kind: 'code', from: at, isContinuation: false, isTop }
  }

  /** How many of the open containers a line continues, and the index after their markers. */
  #matchContainers(line: string): { readonly at: number; readonly count: number } {
    let at = 0
    let count = 0
    for (const container of this.#containers) {
      const next = container.type === 'quote' ? afterQuote(line, at) : afterOffset(line, at, container.offset)
      if (next === null) break
      at = next
      count++
    }
    return { at, count }
  }

  #openContainers(
    line: string,
    matched: { readonly at: number; readonly count: number },
    isInside: boolean,
  ): { readonly at: number; readonly isLazy: boolean; readonly isEmptyItem: boolean } {
    let { at } = matched
    const kept = this.#containers.slice(0, matched.count)
    const opened: Container[] = []
    // Only within the paragraph's own container: a line that leaves its list item may begin any list.
    let mayInterrupt = !(this.#isParagraph && isInside)
    while (kept.length + opened.length < deepest) {
      const next = this.#oneContainer(line, at, mayInterrupt || opened.length > 0)
      if (next === null) break
      opened.push(next.container)
      at = next.at
      mayInterrupt = true
    }
    const isBlank = line.slice(at).trim() === ''
    if (opened.length === 0 && !isInside && this.#isParagraph && !isBlank && !beginsBlock(line.slice(at)))
      return { at, isLazy: true, isEmptyItem: false }
    if (!isInside || opened.length > 0) {
      this.#containers = [...kept, ...opened]
      this.#isParagraph = false
    }
    return { at, isLazy: false, isEmptyItem: isBlank && opened.at(-1)?.type === 'item' }
  }

  #oneContainer(
    line: string,
    at: number,
    mayInterrupt: boolean,
  ): { readonly container: Container; readonly at: number } | null {
    const quote = afterQuote(line, at)
    if (quote !== null) return { container: { type: 'quote' }, at: quote }
    const text = line.slice(at)
    const own = text.trimStart()
    const indent = text.length - own.length
    if (indent > 3 || rule.test(own)) return null
    const [mark, sign = '', blanks = ''] = bullet.exec(own) ?? number.exec(own) ?? []
    if (mark === undefined) return null
    const isEmpty = own.slice(mark.length) === ''
    const isNumber = /\d/.test(sign)
    if (!mayInterrupt && (isEmpty || (isNumber && sign !== '1'))) return null
    const width = mark.length - blanks.length
    const offset = indent + width + (isEmpty || blanks.length > 4 ? 1 : blanks.length)
    return { container: { type: 'item', offset }, at: Math.min(line.length, at + offset) }
  }
}

function afterQuote(line: string, at: number): number | null {
  const [mark] = /^ {0,3}> ?/.exec(line.slice(at, at + 6)) ?? []
  return mark === undefined ? null : at + mark.length
}

function afterOffset(line: string, at: number, offset: number): number | null {
  if (line.slice(at).trim() === '') return line.length
  return line.slice(at, at + offset).trim() === '' ? at + offset : null
}

/** A line that continues a paragraph but may end a table. */
function mayEndTable(text: string): boolean {
  const own = text.trimStart()
  return own !== '' && (text.length - own.length > 3 || bullet.test(own) || number.test(own))
}

/** A line that cannot continue a paragraph. */
function beginsBlock(text: string): boolean {
  const own = text.trimStart()
  if (text.length - own.length > 3) return false
  return openingMark(own) !== null || heading.test(own) || rule.test(own)
}

function openingMark(own: string): string | null {
  return openedFence(own, 0, own.length)?.mark ?? null
}
