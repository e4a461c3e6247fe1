import type { Links } from 'marked'
import type { Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { ChunkRenderer, noLinks } from './chunk-renderer.ts'
import { changedRows, type ChangedLines } from './changed-rows.ts'
import { commonPrefixLength } from './common-prefix.ts'
import { DocumentSearch } from './document-search.ts'
import { forgetRows, heightOf, isSameChunk, newBlock, type DocumentBlock } from './document-block.ts'
import { changedLabels, definitionsOf } from './definitions.ts'
import { RowCache } from './row-cache.ts'
import { RowTops } from './row-tops.ts'
import { Splitter } from './split.ts'

export interface MarkdownOptions {
  readonly theme: Theme
  readonly columns: number
  /** Whoever asks can wait for `work` to do what takes long: nothing else takes long then, whatever the source is. */
  readonly isSliced?: boolean
}

/** A place in the text that stays the same while rows move: after a resize, or while heights become known. */
export interface MarkdownPlace {
  /** Where the block starts in the source. */
  readonly offset: number
  /** How far into the block's rows, from 0 to 1. */
  readonly share: number
}

const mostRowsKept = 20_000
/** What is done at once of a document that is worked on in slices; each of them takes some milliseconds. */
const atOnce = {
  charactersRead: 600_000,
  charactersSearched: 1_000_000,
  emptyBlocks: 100,
  labelsLookedAt: 50_000,
}

/**
 * A markdown source as rows for a terminal. Asks for no time and starts nothing: rows are made when they are asked for,
 * the rest in `work`. What is not read yet of a long source is as if it were still being written. While a source grows, rows before its last two blocks keep their content and place.
 */
export class MarkdownDocument {
  #theme: Theme
  #columns: number
  #renderer: ChunkRenderer
  #source = ''
  #links: Links = noLinks()
  readonly #isSliced: boolean
  /** Reads the source, until all of it was read. */
  #splitter: Splitter | null = null
  /** Blocks of the source before, for those that come to their places, and how much the two sources share. */
  #replaced: { readonly blocks: readonly DocumentBlock[]; readonly common: number; next: number } | null =
    null
  readonly #search = new DocumentSearch()
  readonly #blocks: DocumentBlock[] = []
  /** Blocks whose height is not known, and where the first of them may be. */
  #unmeasured = 0
  #cursor = 0
  /** Definitions have come or gone since they were last applied. */
  #hasNewDefinitions = false
  /** Labels that mean something else now, and the first block that was not looked at for them. */
  #applied: { readonly labels: ReadonlySet<string>; next: number } | null = null
  readonly #cache = new RowCache<DocumentBlock>(mostRowsKept)
  readonly #tops = new RowTops((index) => {
    const block = this.#blocks[index]
    return block === undefined ? 0 : heightOf(block)
  })

  constructor(options: MarkdownOptions) {
    this.#theme = options.theme
    this.#columns = options.columns
    this.#isSliced = options.isSliced ?? false
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
    this.#splitter = new Splitter(
      source,
      chunk === undefined ? null : { chunk, chunksBefore: first, hasContentBefore: this.#showsBefore(first) },
    )
    this.#dropReplaced()
    this.#replaced = { blocks: this.#blocks.splice(first), common, next: 0 }
    this.#cursor = Math.min(this.#cursor, first)
    this.#changed(first)
    this.#readOn(this.#isSliced ? atOnce.charactersRead : Number.POSITIVE_INFINITY)
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

  /** Its whole source was read: of a long one it takes `work`. */
  get isRead(): boolean {
    return this.#splitter === null
  }

  get isSettled(): boolean {
    return this.isRead && this.#unmeasured === 0 && !this.#hasNewDefinitions && this.#applied === null
  }

  /**
   * Reads on, renders what is not rendered yet, then applies link definitions that came after their use, for about `budgetMs`
   * (at least one block, so that it always comes to an end). True when nothing is left to do.
   */
  work(budgetMs: number, now: () => number): boolean {
    const until = now() + budgetMs
    while (!this.isSettled) {
      const index = this.isRead ? this.#nextUnmeasured() : null
      if (!this.isRead) this.#readOn(atOnce.charactersRead)
      else if (index === null) this.#applyDefinitions()
      else this.#rowsOf(index, !this.#cache.isHalfFull)
      if (now() >= until) break
    }
    return this.isSettled
  }

  /**
   * Rows [from, from + count), rendered now if need be, and none else. Fewer where the document ends, and where many blocks
   * that may have no rows have to be rendered first.
   */
  rows(from: number, count: number): readonly Painted[] {
    const start = Math.max(0, from)
    const expected = Math.min(count, this.rowCount - start)
    const rows: Painted[] = []
    const empty = this.#emptyBlocks()
    let index = this.#tops.blockAt(start)
    let skipped = start - this.#tops.top(index)
    for (; index < this.#blocks.length && rows.length < count && empty.left > 0; index += 1) {
      const block = this.#shownRowsOf(index, empty)
      const end = Math.min(block.length, skipped + count - rows.length)
      for (let at = skipped; at < end; at += 1) rows.push(block[at] as Painted)
      skipped = Math.max(0, skipped - block.length)
    }
    // The estimate promised rows that are not there: the end is what was asked for.
    return rows.length < expected && start > 0 && empty.left > 0 ? this.lastRows(count) : rows
  }

  /** The last `count` rows, without rendering what is before them; fewer as `rows` gives fewer. */
  lastRows(count: number): readonly Painted[] {
    const parts: (readonly Painted[])[] = []
    const empty = this.#emptyBlocks()
    let missing = count
    for (let index = this.#blocks.length - 1; index >= 0 && missing > 0 && empty.left > 0; index -= 1) {
      const block = this.#shownRowsOf(index, empty)
      parts.push(block.slice(Math.max(0, block.length - missing)))
      missing -= block.length
    }
    return parts.reverse().flat()
  }

  /** Numbers of the rows whose text contains the query, upper and lower case alike; complete once settled and searched. */
  find(query: string): readonly number[] {
    const wanted = query.toLowerCase()
    if (wanted === '') return []
    const characters = this.#isSliced ? atOnce.charactersSearched : Number.POSITIVE_INFINITY
    this.#search.look(wanted, this.#blocks, characters)
    return this.#search.rows(this.#blocks, (index) => this.#tops.top(index))
  }

  /** `find` has looked at everything for this query. */
  isSearched(query: string): boolean {
    return query === '' || this.#search.isDone(query.toLowerCase(), this.#blocks)
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

  #emptyBlocks(): { left: number } {
    return { left: this.#isSliced ? atOnce.emptyBlocks : Number.POSITIVE_INFINITY }
  }

  /** A definition has no rows as long as nobody knows better. Counts what is rendered and turns out to be empty. */
  #shownRowsOf(index: number, empty: { left: number }): readonly Painted[] {
    const block = this.#blocks[index]
    const isLikelyEmpty = block?.height === null && block.chunk.kind === 'definition' && this.#isSliced
    if (block === undefined || block.height === 0 || isLikelyEmpty) return []
    const rows = this.#rowsOf(index, true)
    if (rows.length === 0) empty.left -= 1
    return rows
  }

  /** Takes over what the next stretch of the source consists of. */
  #readOn(characters: number): void {
    const splitter = this.#splitter
    const replaced = this.#replaced
    if (splitter === null || replaced === null) return
    const first = this.#blocks.length
    for (const next of splitter.read(characters)) {
      const before = replaced.blocks[replaced.next]
      replaced.next += 1
      if (before !== undefined && next.end <= replaced.common && isSameChunk(before.chunk, next)) {
        before.chunk = next
        this.#blocks.push(before)
      } else {
        if (before !== undefined) this.#drop(before)
        this.#blocks.push(newBlock(next, this.#columns))
        this.#unmeasured += 1
      }
    }
    this.#changed(first)
    if (!splitter.isDone) return
    this.#splitter = null
    this.#dropReplaced()
  }

  #dropReplaced(): void {
    for (const block of this.#replaced?.blocks.slice(this.#replaced.next) ?? []) this.#drop(block)
    this.#replaced = null
  }

  /** Blocks from this one on are others, or have other heights. */
  #changed(from: number): void {
    this.#tops.changed(from, this.#blocks.length)
    this.#search.changed(from)
    if (this.#applied !== null) this.#applied.next = Math.min(this.#applied.next, from)
  }

  #rowsOf(index: number, keeps: boolean): readonly Painted[] {
    const block = this.#blocks[index]
    if (block === undefined) return []
    const kept = this.#cache.get(block)
    if (kept !== null) return kept
    const rendered = this.#renderer.render(this.#source, block.chunk, this.#links)
    if (block.height === null) {
      if (block.likelyHeight !== rendered.rows.length) this.#tops.changed(index, this.#blocks.length)
      this.#search.changed(index)
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
    if (!this.isRead) {
      this.#dropReplaced()
      this.#replaced = { blocks: [], common: 0, next: 0 }
    }
    this.#renderer = new ChunkRenderer(this.#theme, this.#columns)
    this.#cache.clear()
    for (const block of this.#blocks) forgetRows(block, this.#columns)
    this.#unmeasured = this.#blocks.length
    this.#cursor = 0
    this.#changed(0)
  }

  /** Only blocks that name a label whose definition has changed are rendered again. */
  #applyDefinitions(): void {
    if (this.#applied === null) {
      const links = definitionsOf(this.#blocks)
      this.#applied = { labels: changedLabels(this.#links, links), next: 0 }
      this.#links = links
      this.#hasNewDefinitions = false
    }
    const { labels } = this.#applied
    let left = atOnce.labelsLookedAt
    for (; labels.size > 0 && this.#applied.next < this.#blocks.length; this.#applied.next += 1) {
      if (left <= 0) return
      const index = this.#applied.next
      const block = this.#blocks[index]
      left -= 1 + (block?.labels.length ?? 0)
      if (block === undefined || block.height === null) continue
      if (!block.labels.some((label) => labels.has(label))) continue
      forgetRows(block, null)
      this.#cache.delete(block)
      this.#unmeasured += 1
      this.#cursor = Math.min(this.#cursor, index)
      this.#tops.changed(index, this.#blocks.length)
      this.#search.changed(index)
    }
    this.#applied = null
  }
}
