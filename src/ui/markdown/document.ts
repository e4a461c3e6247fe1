import type { Links } from 'marked'
import type { Row } from '../../lib/cells/row.ts'
import { lastAtMost } from '../../lib/sequences.ts'
import type { Theme } from '../paint/theme.ts'
import { ChunkRenderer, mayHaveCode, noDefinitions, noLinks } from './rendering/chunk-renderer.ts'
import {
  type ChangedLines,
  type ChangedRow,
  lineRange,
  linesBegun,
  type RowRange,
  markedRows,
  type Rendered,
} from './line-rows.ts'
import { commonPrefixLength, SourceReading } from './source-reading.ts'
import { joinedSources } from './source/splitter.ts'
import {
  DocumentSearch,
  forgetRows,
  heightOf,
  newBlock,
  type DocumentBlock,
  RowTops,
  RowCache,
  changedLabels,
  definitionsOf,
  anchorAt,
  rowAt,
  type ScrollAnchor,
} from './document-blocks.ts'
import { charactersOfBlock, noSlices, type Slices } from './slices.ts'
import type { Look } from '../paint/look.ts'

export interface MarkdownOptions extends Look {
  /** How much one call does, if `work` is called for the rest; absent: everything. */
  readonly slices?: Slices
}

const maxCachedRows = 20_000

/**
 * A markdown source as rows for a terminal. It reads no clock and starts nothing: rows are made when they are requested, the
 * rest in `work`. The unread part of a long source counts as not written yet. While a source grows, rows before its last two
 * blocks keep their content and place.
 */
export class MarkdownDocument {
  #theme: Theme
  #columns: number
  #renderer: ChunkRenderer
  /** For blocks whose height is wanted, and not yet their rows. */
  #measurer: ChunkRenderer
  #source = ''
  #links: Links = noLinks()
  readonly #slices: Slices
  /** null: the whole source was read. */
  #reading: SourceReading | null = null
  readonly #search = new DocumentSearch()
  readonly #blocks: DocumentBlock[] = []
  /** Blocks whose height is not known, and where the first of them may be. */
  #unmeasured = 0
  #cursor = 0
  /** Definitions were added or removed since they were last applied. */
  #hasNewDefinitions = false
  /** Labels whose definition has changed, and the first block that was not checked for them. */
  #applied: { readonly labels: ReadonlySet<string>; next: number } | null = null
  readonly #cache = new RowCache<DocumentBlock>(maxCachedRows)
  readonly #tops = new RowTops((index) => {
    const block = this.#blocks[index]
    return block === undefined ? 0 : heightOf(block)
  })

  constructor(options: MarkdownOptions) {
    this.#theme = options.theme
    this.#columns = options.columns
    this.#slices = options.slices ?? noSlices
    this.#renderer = new ChunkRenderer(options.theme, options.columns)
    this.#measurer = new ChunkRenderer(options.theme, options.columns, false)
  }

  /** Several sources as one, in which none continues a block that the one before leaves open. */
  static joined(sources: readonly string[]): string {
    return joinedSources(sources)
  }

  /** Replaces the source. Only blocks that the old one does not have are rendered again. */
  setSource(source: string): void {
    const common = commonPrefixLength(this.#source, source)
    if (common === source.length && common === this.#source.length) return
    let kept = this.#blocks.length
    while (kept > 0 && (this.#blocks[kept - 1]?.chunk.decidedAt ?? 0) > common) kept -= 1
    this.#dropUnread()
    this.#reading = new SourceReading(source, { source: this.#source, blocks: this.#blocks, kept })
    this.#source = source
    this.#cursor = Math.min(this.#cursor, this.#blocks.length)
    this.#changed(this.#blocks.length)
    this.#readOn(this.#slices.charactersRead)
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

  /** The whole source was read; for a long one `work` is needed. */
  get isRead(): boolean {
    return this.#reading === null
  }

  get isSettled(): boolean {
    return this.isRead && this.#unmeasured === 0 && !this.#hasNewDefinitions && this.#applied === null
  }

  /**
   * Reads on, renders what is not rendered yet, then applies link definitions that came after their use, for about `budgetMs`
   * (at least one block, so that it always ends). Returns whether everything is done.
   */
  work(budgetMs: number, now: () => number): boolean {
    const until = now() + budgetMs
    while (!this.isSettled) {
      const index = this.isRead ? this.#nextUnmeasured() : null
      if (!this.isRead) this.#readOn(this.#slices.charactersRead)
      else if (index === null) this.#applyDefinitions()
      else this.#measure(index)
      if (now() >= until) break
    }
    return this.isSettled
  }

  /**
   * Rows [from, from + count), rendered now if needed. Fewer at the end of the document, and if many blocks with fewer rows than
   * estimated have to be rendered first: repeated requests for the same rows get there.
   */
  rows(from: number, count: number): readonly Row[] {
    const start = Math.max(0, from)
    const expected = Math.min(count, this.rowCount - start)
    const rows: Row[] = []
    const budget = { left: this.#slices.charactersRendered + count * this.#columns }
    let index = this.#tops.blockAt(start)
    let skipped = start - this.#tops.top(index)
    for (; index < this.#blocks.length && rows.length < count && budget.left > 0; index += 1) {
      const block = this.#shownRowsOf(index, budget)
      const end = Math.min(block.length, skipped + count - rows.length)
      for (let at = skipped; at < end; at += 1) rows.push(block[at] as Row)
      skipped = Math.max(0, skipped - block.length)
    }
    // The estimate was too high: the requested rows are those at the end.
    return rows.length < expected && start > 0 && budget.left > 0 ? this.lastRows(count) : rows
  }

  /** The last `count` rows, without rendering the rows before; fewer in the same cases as `rows`. */
  lastRows(count: number): readonly Row[] {
    const parts: (readonly Row[])[] = []
    const budget = { left: this.#slices.charactersRendered + count * this.#columns }
    let missing = count
    for (let index = this.#blocks.length - 1; index >= 0 && missing > 0 && budget.left > 0; index -= 1) {
      const block = this.#shownRowsOf(index, budget)
      parts.push(block.slice(Math.max(0, block.length - missing)))
      missing -= block.length
    }
    return parts.reverse().flat()
  }

  /** Numbers of the rows whose text contains the query, upper and lower case alike; complete once settled and searched. */
  find(query: string): readonly number[] {
    const wanted = query.toLowerCase()
    if (wanted === '') return []
    this.#search.search(wanted, this.#blocks, this.#slices.charactersSearched)
    return this.#search.rows(this.#blocks, (index) => this.#tops.top(index))
  }

  /** Whether `find` has searched everything for this query. */
  isSearched(query: string): boolean {
    return query === '' || this.#search.isDone(query.toLowerCase(), this.#blocks)
  }

  /** What has changed in each of the rows [from, from + count), as far as they were rendered; null: nothing. */
  changedRows(from: number, count: number, lines: ChangedLines): readonly (ChangedRow | null)[] {
    return markedRows(this.#rendered, { from, count }, lines)
  }

  /** For each of the rows [from, from + count), as far as they were rendered: the source line that begins in it, or -1. */
  linesBegun(from: number, count: number, starts: Uint32Array): readonly number[] {
    return linesBegun(this.#rendered, { from, count }, starts)
  }

  /** The rows that show a source line, rendered now if needed. `starts`: the offset of each line. */
  rowsOfLine(line: number, starts: Uint32Array): RowRange {
    const offset = starts[line] ?? 0
    const index = lastAtMost(offset, this.#blocks.length, (at) => this.#blocks[at]?.chunk.start ?? 0)
    this.#rowsOf(index)
    return lineRange(this.#rendered, { index, line }, starts)
  }

  /** The anchor of row `row`, which `rowAt` leads back to a row after a change of width. */
  anchorAt(row: number): ScrollAnchor {
    return anchorAt(this.#blocks, this.#tops, row)
  }

  rowAt(anchor: ScrollAnchor): number {
    return rowAt(this.#blocks, this.#tops, anchor)
  }

  get #rendered(): Rendered {
    return { source: this.#source, blocks: this.#blocks, tops: this.#tops }
  }

  /** The rows of a block; none for a definition that is not rendered yet. Reduces the budget by the cost of rendering. */
  #shownRowsOf(index: number, budget: { left: number }): readonly Row[] {
    const block = this.#blocks[index]
    const isLikelyEmpty =
      block?.height === null && block.chunk.kind === 'definition' && this.#slices !== noSlices
    if (block === undefined || block.height === 0 || isLikelyEmpty) return []
    const kept = this.#cache.get(block)
    if (kept !== null) return kept
    budget.left -= block.chunk.end - block.chunk.start + charactersOfBlock
    return this.#rowsOf(index)
  }

  /** Adds the blocks of the next part of the source. */
  #readOn(characters: number): void {
    const reading = this.#reading
    if (reading === null) return
    const first = this.#blocks.length
    for (const { chunk, kept } of reading.read(characters)) {
      if (kept === null) this.#unmeasured += 1
      else kept.chunk = chunk
      // Of two definitions of a label the first counts, and blocks may have changed places.
      if (kept !== null) this.#hasNewDefinitions ||= kept.definitions !== noDefinitions
      this.#blocks.push(kept ?? newBlock(chunk, this.#columns))
    }
    this.#changed(first)
    if (!reading.isDone) return
    this.#dropUnread()
    this.#reading = null
  }

  /** Drops the old blocks that are not in the new source. */
  #dropUnread(): void {
    for (const block of this.#reading?.takeRest() ?? []) this.#drop(block)
  }

  /** Has to be called if blocks from this one on have changed, or their heights. */
  #changed(from: number): void {
    this.#tops.changed(from, this.#blocks.length)
    this.#search.changed(from)
    if (this.#applied !== null) this.#applied.next = Math.min(this.#applied.next, from)
  }

  #rowsOf(index: number): readonly Row[] {
    const block = this.#blocks[index]
    if (block === undefined) return []
    const kept = this.#cache.get(block)
    if (kept !== null) return kept
    const rows = this.#render(index, block, this.#renderer)
    this.#cache.put(block, rows)
    return rows
  }

  /** Code gets its colours when it is shown: of a long document that is never most of it. */
  #measure(index: number): void {
    const block = this.#blocks[index]
    if (block === undefined) return
    const isPlain = mayHaveCode(this.#source, block.chunk)
    const rows = this.#render(index, block, isPlain ? this.#measurer : this.#renderer)
    if (!isPlain && !this.#cache.isHalfFull) this.#cache.put(block, rows)
  }

  #render(index: number, block: DocumentBlock, renderer: ChunkRenderer): readonly Row[] {
    const rendered = renderer.render(this.#source, block.chunk, this.#links)
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
        foundBy: 0,
      })
      this.#unmeasured -= 1
    }
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
    this.#dropUnread()
    this.#renderer = new ChunkRenderer(this.#theme, this.#columns)
    this.#measurer = new ChunkRenderer(this.#theme, this.#columns, false)
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
    let left = this.#slices.labelsLookedAt
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
