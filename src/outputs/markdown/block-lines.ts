/** What a line of a markdown text is, as far as escaping goes. There are no blocks of HTML: what begins them is escaped. */
export interface BlockLine {
  /**
   * `text` has inline markdown; `code` and `fence` are what stands between fences, and these; `indented` is code without.
   */
  readonly kind: 'text' | 'heading' | 'code' | 'fence' | 'indented' | 'blank'
  /** Where its own text begins, behind the marks of quotes and items. */
  readonly from: number
  /** It goes on with the paragraph of the line before it. */
  readonly goesOn: boolean
  /** In no quote and no item. */
  readonly isTop: boolean
  /** Readers differ in whether it goes on with the line before: this blank line between them decides that it does not. */
  readonly blankBefore?: string
}

type Container = { readonly type: 'quote' } | { readonly type: 'item'; readonly offset: number }

interface OpenFence {
  readonly mark: string
  readonly depth: number
}

const fence = /^(`{3,}|~{3,})(.*)$/
const heading = /^#{1,6}(?= |$)/
const rule = /^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const bullet = /^([-+*])( +|$)/
const number = /^(\d{1,9})[.)]( +|$)/
const underline = /^(?:=+|-+) *$/
const tableRule = /^(?=[|: ]*-)[|:\- ]*$/
/** Quotes and items in each other that are followed; deeper ones are text. */
const deepest = 100

/**
 * Follows the blocks of a text line by line, quotes and lists in each other included. Tabs must be gone.
 * https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy
 */
export class BlockLines {
  #containers: Container[] = []
  #fence: OpenFence | null = null
  #isParagraph = false
  /** The last line was code by its indentation, or one that such code may follow. */
  #mayIndent = true
  /** The last line at the top that is not indented was one of a list. */
  #isAfterList = false
  /** The last item has no words yet: a blank line ends it. */
  #isEmptyItem = false
  /** The paragraph may be a table. */
  #isTable = false

  /** The fence at the top that is open at the end of the text; null: none is. */
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
    if (isLazy) return { kind: 'text', from: at, goesOn: true, isTop: false }
    // The text of a footnote, which some readers know, goes on in indented lines, as that of an item does.
    if (isTop && indent < 4 && (!this.#isParagraph || own.startsWith('[^')))
      this.#isAfterList = own.startsWith('[^')
    if (indent >= 4 && !this.#isParagraph) {
      const isSure = isTop && this.#mayIndent && !this.#isAfterList
      this.#mayIndent = isSure
      // Where readers may differ it is text, in which nothing acts.
      return { kind: isSure ? 'indented' : 'text', from: at, goesOn: false, isTop }
    }
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
    const goesOn = this.#isParagraph
    this.#isTable = (goesOn && this.#isTable) || tableRule.test(own)
    this.#isParagraph = true
    this.#mayIndent = false
    return { kind: 'text', from: at, goesOn, isTop }
  }

  #behindBlank(line: string, { at, count }: { readonly at: number; readonly count: number }): BlockLine {
    this.#containers = this.#containers.slice(0, count)
    this.#ended('blank', 0, true)
    return { ...this.read(line), blankBefore: line.slice(0, at).trimEnd() }
  }

  #ended(kind: BlockLine['kind'], from: number, isTop: boolean): BlockLine {
    this.#isParagraph = false
    this.#mayIndent = true
    return { kind, from, goesOn: false, isTop }
  }

  #readInFence(line: string, at: number): BlockLine {
    const open = this.#fence
    const own = line.slice(at)
    const isTop = this.#containers.length === 0
    const close = /^ {0,3}(`{3,}|~{3,}) *$/.exec(own)?.[1]
    if (
      open !== null &&
      close !== undefined &&
      close[0] === open.mark[0] &&
      close.length >= open.mark.length
    ) {
      this.#fence = null
      return this.#ended('fence', at, isTop)
    }
    return { kind: 'code', from: at, goesOn: false, isTop }
  }

  /** How many of the open quotes and items a line belongs to, and where they end in it. */
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
    // Only in the paragraph's own place: a line that leaves its item may begin any list.
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
      this.#mayIndent = true
      if (opened.some(({ type }) => type === 'item')) this.#isAfterList = true
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

/** What goes on with a paragraph, but not with a table. */
function mayEndTable(text: string): boolean {
  const own = text.trimStart()
  return own !== '' && (text.length - own.length > 3 || bullet.test(own) || number.test(own))
}

/** What no line of a paragraph is, so that it cannot go on one above it. */
function beginsBlock(text: string): boolean {
  const own = text.trimStart()
  if (text.length - own.length > 3) return false
  return openingMark(own) !== null || heading.test(own) || rule.test(own)
}

/** https://spec.commonmark.org/0.31.2/#fenced-code-blocks: no backtick follows an opening one. */
function openingMark(own: string): string | null {
  const [, mark, info = ''] = fence.exec(own) ?? []
  if (mark === undefined) return null
  return mark.startsWith('`') && info.includes('`') ? null : mark
}
