import type { Links } from 'marked'
import type { Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { ChunkRenderer, noLinks } from './chunk-renderer.ts'
import { changedRows, type ChangedLines } from './changed-rows.ts'
import { commonPrefixLength } from './common-prefix.ts'
import { forgetRows, heightOf, isSameChunk, newBlock, type DocumentBlock } from './document-block.ts'
import { changedLabels, definitionsOf } from './definitions.ts'
import { RowCache } from './row-cache.ts'
import { RowTops } from './row-tops.ts'
import { splitMarkdown } from './split.ts'

export interface MarkdownOptions {
  readonly theme: Theme
  readonly columns: number
}

/** A place in the text that stays the same while rows move: after a resize, or while heights become known. */
export interface MarkdownPlace {
  /** Where the block starts in the source. */
  readonly offset: number
  /** How far into the block's rows, from 0 to 1. */
  readonly share: number
}

const mostRowsKept = 20_000

/**
 * A markdown source as rows for a terminal. Asks for no time and starts nothing: rows are made when they are asked for,
 * the rest in `work`. While a source grows, rows before its last two blocks keep their content and place.
 */
export class MarkdownDocument {
  #theme: Theme
  #columns: number
  #renderer: ChunkRenderer
  #source = ''
  #links: Links = noLinks()
  readonly #blocks: DocumentBlock[] = []
  /** Blocks whose height is not known, and where the first of them may be. */
  #unmeasured = 0
  #cursor = 0
  /** Definitions have come or gone since they were last applied. */
  #hasNewDefinitions = false
  readonly #cache = new RowCache<DocumentBlock>(mostRowsKept)
  readonly #tops = new RowTops((index) => {
    const block = this.#blocks[index]
    return block === undefined ? 0 : heightOf(block)
  })

  constructor(options: MarkdownOptions) {
    this.#theme = options.theme
    this.#columns = options.columns
    this.#renderer = new ChunkRenderer(options.theme, options.columns)
  }

  /** Replaces the source. What it shares with the beginning of the old one is kept; only the rest is worked on. */
  setSource(source: string): void {
    const common = commonPrefixLength(this.#source, source)
    if (common === source.length && common === this.#source.length) return
    let kept = this.#blocks.length
    while (kept > 0 && (this.#blocks[kept - 1]?.chunk.decidedAt ?? 0) > common) kept -= 1
    const first = Math.max(0, kept - 1)
    const chunk = kept === 0 ? undefined : this.#blocks[first]?.chunk
    this.#source = source
    const chunks = splitMarkdown(
      source,
      chunk === undefined ? null : { chunk, hasContentBefore: this.#showsBefore(first) },
    )
    const replaced = this.#blocks.splice(first)
    for (const [index, next] of chunks.entries()) {
      const before = replaced[index]
      if (before !== undefined && next.end <= common && isSameChunk(before.chunk, next)) {
        before.chunk = next
        this.#blocks.push(before)
      } else {
        if (before !== undefined) this.#drop(before)
        this.#blocks.push(newBlock(next, this.#columns))
        this.#unmeasured += 1
      }
    }
    for (const block of replaced.slice(chunks.length)) this.#drop(block)
    this.#cursor = Math.min(this.#cursor, first)
    this.#tops.changed(first, this.#blocks.length)
  }

  /** Rows are laid out for this width from now on (at least 8). */
  setColumns(columns: number): void {
    if (columns === this.#columns) return
    this.#columns = columns
    this.#layOutAgain()
  }

  setTheme(theme: Theme): void {
    if (theme === this.#theme) return
    this.#theme = theme
    this.#layOutAgain()
  }

  /** All rows; an estimate while `isSettled` is false, exact afterwards. */
  get rowCount(): number {
    return this.#tops.total()
  }

  get isSettled(): boolean {
    return this.#unmeasured === 0 && !this.#hasNewDefinitions
  }

  /**
   * Renders what is not rendered yet, then applies link definitions that came after their use, for about `budgetMs`
   * (at least one block, so that it always comes to an end). True when nothing is left to do.
   */
  work(budgetMs: number, now: () => number): boolean {
    const until = now() + budgetMs
    while (!this.isSettled) {
      const index = this.#nextUnmeasured()
      if (index === null) this.#applyDefinitions()
      else this.#rowsOf(index, !this.#cache.isHalfFull)
      if (now() >= until) break
    }
    return this.isSettled
  }

  /** Rows [from, from + count), rendered now if need be, and none else. Fewer where the document ends. */
  rows(from: number, count: number): readonly Painted[] {
    const start = Math.max(0, from)
    const expected = Math.min(count, this.rowCount - start)
    const rows: Painted[] = []
    let index = this.#tops.blockAt(start)
    let skipped = start - this.#tops.top(index)
    for (; index < this.#blocks.length && rows.length < count; index += 1) {
      const block = this.#rowsOf(index, true)
      const end = Math.min(block.length, skipped + count - rows.length)
      for (let at = skipped; at < end; at += 1) rows.push(block[at] as Painted)
      skipped = Math.max(0, skipped - block.length)
    }
    // The estimate promised rows that are not there: the end is what was asked for.
    return rows.length < expected && start > 0 ? this.lastRows(count) : rows
  }

  /** The last `count` rows, without rendering what is before them. */
  lastRows(count: number): readonly Painted[] {
    const parts: (readonly Painted[])[] = []
    let missing = count
    for (let index = this.#blocks.length - 1; index >= 0 && missing > 0; index -= 1) {
      const block = this.#rowsOf(index, true)
      parts.push(block.slice(Math.max(0, block.length - missing)))
      missing -= block.length
    }
    return parts.reverse().flat()
  }

  /** Numbers of the rows whose text contains the query, upper and lower case alike; complete once settled. */
  find(query: string): readonly number[] {
    const wanted = query.toLowerCase()
    if (wanted === '') return []
    const found: number[] = []
    for (const [index, block] of this.#blocks.entries()) {
      const text = block.plain.toLowerCase()
      if (!text.includes(wanted)) continue
      const top = this.#tops.top(index)
      for (const [line, plain] of text.split('\n').entries())
        if (plain.includes(wanted)) found.push(top + line)
    }
    return found
  }

  /** Which of the rows [from, from + count), as far as they were rendered, show something of a line that has changed. */
  changedRows(from: number, count: number, lines: ChangedLines): readonly boolean[] {
    const marks: boolean[] = []
    let index = this.#tops.blockAt(from)
    let skipped = from - this.#tops.top(index)
    for (; index < this.#blocks.length && marks.length < count; index += 1) {
      const block = this.#blocks[index]
      if (block === undefined) break
      const { start, end } = block.chunk
      const piece = { source: this.#source, start, end, plain: block.plain }
      const height = heightOf(block)
      const rows = block.height === null ? [] : changedRows(piece, lines)
      for (let at = skipped; at < height && marks.length < count; at += 1) marks.push(rows[at] ?? false)
      skipped = Math.max(0, skipped - height)
    }
    return marks
  }

  /** What row `row` shows, in a form that outlives a change of width; `rowAt` finds it again. */
  placeAt(row: number): MarkdownPlace {
    const index = this.#tops.blockAt(row)
    const block = this.#blocks[index]
    if (block === undefined) return { offset: 0, share: 0 }
    const within = row - this.#tops.top(index)
    return {
      offset: block.chunk.start,
      share: Math.min(1, Math.max(0, within / Math.max(1, heightOf(block)))),
    }
  }

  rowAt(place: MarkdownPlace): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#blocks[middle]?.chunk.start ?? 0) <= place.offset) low = middle
      else high = middle - 1
    }
    const block = this.#blocks[low]
    return block === undefined ? 0 : this.#tops.top(low) + Math.floor(place.share * heightOf(block))
  }

  #showsBefore(index: number): boolean {
    for (let at = 0; at < index; at += 1) if (this.#blocks[at]?.chunk.kind !== 'definition') return true
    return false
  }

  #rowsOf(index: number, keeps: boolean): readonly Painted[] {
    const block = this.#blocks[index]
    if (block === undefined) return []
    const kept = this.#cache.get(block)
    if (kept !== null) return kept
    const rendered = this.#renderer.render(this.#source, block.chunk, this.#links)
    if (block.height === null) {
      if (block.likelyHeight !== rendered.rows.length) this.#tops.changed(index, this.#blocks.length)
      const definitions = rendered.definitions
      this.#hasNewDefinitions ||= changedLabels(block.definitions, definitions).size > 0
      Object.assign(block, {
        plain: rendered.plain,
        labels: rendered.labels,
        definitions,
        height: rendered.rows.length,
      })
      this.#unmeasured -= 1
    }
    if (keeps) this.#cache.put(block, rendered.rows)
    return rendered.rows
  }

  #nextUnmeasured(): number | null {
    for (; this.#unmeasured > 0; this.#cursor += 1) {
      const block = this.#blocks[this.#cursor]
      if (block === undefined) throw new Error('a block without a height was lost')
      if (block.height === null) return this.#cursor
    }
    return null
  }

  #drop(block: DocumentBlock): void {
    if (block.height === null) this.#unmeasured -= 1
    this.#hasNewDefinitions ||= Object.keys(block.definitions).length > 0
    this.#cache.delete(block)
  }

  #layOutAgain(): void {
    this.#renderer = new ChunkRenderer(this.#theme, this.#columns)
    this.#cache.clear()
    for (const block of this.#blocks) forgetRows(block, this.#columns)
    this.#unmeasured = this.#blocks.length
    this.#cursor = 0
    this.#tops.changed(0, this.#blocks.length)
  }

  /** Only blocks that name a label whose definition has changed are rendered again. */
  #applyDefinitions(): void {
    const links = definitionsOf(this.#blocks)
    const changed = changedLabels(this.#links, links)
    this.#links = links
    this.#hasNewDefinitions = false
    if (changed.size === 0) return
    for (const [index, block] of this.#blocks.entries()) {
      if (block.height === null || !block.labels.some((label) => changed.has(label))) continue
      forgetRows(block, null)
      this.#cache.delete(block)
      this.#unmeasured += 1
      this.#cursor = Math.min(this.#cursor, index)
      this.#tops.changed(index, this.#blocks.length)
    }
  }
}
