import type { Links } from 'marked'
import type { Chunk } from './source/splitter.ts'
import { noDefinitions, noLinks } from './rendering/chunk-renderer.ts'
import { lastAtMost } from '../../lib/sequences.ts'
import type { Row } from '../../lib/cells/row.ts'

/** A chunk and what is known about its rows, which themselves may have left the cache. */
export interface DocumentBlock {
  chunk: Chunk
  /** null until it has been rendered with the current width. */
  height: number | null
  /** An estimate, or its height before the last change. */
  likelyHeight: number
  /** The text of its rows, for the search. */
  plain: string
  labels: readonly string[]
  definitions: Links
  /** Rows with a match of the search number `foundBy`; 0: it has not been searched. */
  found: readonly number[]
  foundBy: number
}

const unread = { labels: [], definitions: noDefinitions, found: [], foundBy: 0 }

export function newBlock(chunk: Chunk, columns: number): DocumentBlock {
  return { chunk, height: null, likelyHeight: likelyHeight(chunk, columns), plain: '', ...unread }
}

/** Its rows have to be made again; with `columns`, for a new width. Labels and definitions stay. */
export function forgetRows(block: DocumentBlock, columns: number | null): void {
  block.likelyHeight = columns === null ? heightOf(block) : likelyHeight(block.chunk, columns)
  block.height = null
  block.plain = ''
  block.foundBy = 0
}

/** The rows of a block; an estimate until it is laid out. */
export function heightOf(block: DocumentBlock): number {
  return block.height ?? block.likelyHeight
}

function likelyHeight(chunk: Chunk, columns: number): number {
  const wrapped = Math.max(1, Math.ceil((chunk.end - chunk.start) / columns))
  switch (chunk.kind) {
    case 'definition':
      return 0
    case 'heading':
      return chunk.gap + wrapped + 1
    case 'rule':
      return chunk.gap + 1
    case 'flow':
    case 'quote':
    case 'item':
      return chunk.gap + wrapped
    case 'fence':
    case 'indented':
    case 'html':
    case 'raw-html':
    case 'plain':
      return chunk.gap + Math.max(chunk.lines, wrapped)
  }
}

/** A chunk of its source. */
export interface Piece {
  readonly source: string
  readonly chunk: Chunk
}

/** Whether two chunks, each of its source, are rendered to the same rows, wherever they are. */
export function hasSameRows(one: Piece, other: Piece): boolean {
  const [a, b] = [one.chunk, other.chunk]
  return (
    a.end - a.start === b.end - b.start &&
    a.kind === b.kind &&
    a.gap === b.gap &&
    a.isPart === b.isPart &&
    a.isMidLine === b.isMidLine &&
    a.item?.number === b.item?.number &&
    a.item?.offset === b.item?.offset &&
    a.fence?.mark === b.fence?.mark &&
    a.fence?.info === b.fence?.info &&
    textOf(one, a.lead) === textOf(other, b.lead) &&
    one.source.startsWith(textOf(other, b), a.start)
  )
}

function textOf({ source }: Piece, range: { readonly start: number; readonly end: number } | null): string {
  return range === null ? '' : source.slice(range.start, range.end)
}

/** The first row of each block: prefix sums of the heights, computed on demand from the first changed block on. */
export class RowTops {
  readonly #tops: number[] = [0]
  readonly #heightOf: (index: number) => number
  #known = 0
  #count = 0

  constructor(heightOf: (index: number) => number) {
    this.#heightOf = heightOf
  }

  /** To be called when heights from block `from` on may have changed. `count` is the new number of blocks. */
  changed(from: number, count: number): void {
    this.#known = Math.min(this.#known, from)
    this.#count = count
  }

  /** The first row of block `index`; with the number of blocks, the number of all rows. */
  top(index: number): number {
    for (; this.#known < index; this.#known += 1) {
      this.#tops[this.#known + 1] = (this.#tops[this.#known] ?? 0) + this.#heightOf(this.#known)
    }
    return this.#tops[index] ?? 0
  }

  total(): number {
    return this.top(this.#count)
  }

  /** The block that contains row `row`; the last one for rows beyond the end. */
  blockAt(row: number): number {
    this.total()
    return lastAtMost(row, this.#count, (index) => this.#tops[index] ?? 0)
  }
}

/** Caches rows by their owner, at most `limit` rows in total: the least recently used ones are dropped first. */
export class RowCache<Owner> {
  readonly #rows = new Map<Owner, readonly Row[]>()
  readonly #limit: number
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isHalfFull(): boolean {
    return this.#size * 2 >= this.#limit
  }

  get(owner: Owner): readonly Row[] | null {
    const rows = this.#rows.get(owner)
    if (rows === undefined) return null
    this.#rows.delete(owner)
    this.#rows.set(owner, rows)
    return rows
  }

  put(owner: Owner, rows: readonly Row[]): void {
    this.delete(owner)
    this.#rows.set(owner, rows)
    this.#size += rows.length
    for (const [oldest] of this.#rows) {
      if (this.#size <= this.#limit || oldest === owner) return
      this.delete(oldest)
    }
  }

  delete(owner: Owner): void {
    this.#size -= this.#rows.get(owner)?.length ?? 0
    this.#rows.delete(owner)
  }

  clear(): void {
    this.#rows.clear()
    this.#size = 0
  }
}

const maxDefinitions = 500

/** The link reference definitions of all blocks. The first one of a label counts; at most 500, against hostile sources. */
export function definitionsOf(blocks: Iterable<{ readonly definitions: Links }>): Links {
  const links = noLinks()
  let count = 0
  for (const { definitions } of blocks) {
    if (definitions === noDefinitions) continue
    for (const [label, definition] of Object.entries(definitions)) {
      if (label in links) continue
      links[label] = definition
      count += 1
      if (count >= maxDefinitions) return links
    }
  }
  return links
}

/** The labels whose definitions differ. */
export function changedLabels(before: Links, after: Links): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const label of [...Object.keys(before), ...Object.keys(after)]) {
    if (before[label]?.href !== after[label]?.href) changed.add(label)
  }
  return changed
}

/** A position in the source, independent of row numbers: they change with the width, and as heights become known. */
export interface ScrollAnchor {
  /** Start of the block in the source. */
  readonly offset: number
  /** Position within the block's rows, from 0 to 1. */
  readonly share: number
}

export function anchorAt(blocks: readonly DocumentBlock[], tops: RowTops, row: number): ScrollAnchor {
  const index = tops.blockAt(row)
  const block = blocks[index]
  if (block === undefined) return { offset: 0, share: 0 }
  const within = row - tops.top(index)
  return {
    offset: block.chunk.start,
    share: Math.min(1, Math.max(0, within / Math.max(1, heightOf(block)))),
  }
}

export function rowAt(blocks: readonly DocumentBlock[], tops: RowTops, anchor: ScrollAnchor): number {
  const index = lastAtMost(anchor.offset, blocks.length, (at) => blocks[at]?.chunk.start ?? 0)
  const block = blocks[index]
  return block === undefined ? 0 : tops.top(index) + Math.floor(anchor.share * heightOf(block))
}

/** Finds the rows of a document's blocks that contain a query, in slices. */
export class DocumentSearch {
  #query = ''
  /** Number of the query: results of another number are outdated. */
  #number = 0
  /** All blocks before this index have been searched. */
  #cursor = 0
  #rows: readonly number[] | null = null

  /** To be called when blocks from this index on have changed or moved. */
  changed(from: number): void {
    this.#cursor = Math.min(this.#cursor, from)
    this.#rows = null
  }

  /** Continues the search for `query` (in lower case) over about that many characters. */
  search(query: string, blocks: readonly DocumentBlock[], characters: number): void {
    if (query !== this.#query) {
      this.#query = query
      this.#number += 1
      this.changed(0)
    }
    let left = characters
    for (; this.#cursor < blocks.length && left > 0; this.#cursor += 1) {
      const block = blocks[this.#cursor]
      if (block === undefined || block.foundBy === this.#number) continue
      block.found = rowsWith(query, block.plain)
      block.foundBy = this.#number
      if (block.found.length > 0) this.#rows = null
      left -= block.plain.length + 1
    }
  }

  /** All blocks have been searched for `query`. */
  isDone(query: string, blocks: readonly DocumentBlock[]): boolean {
    return query === this.#query && this.#cursor >= blocks.length
  }

  /** The matching rows found so far. */
  rows(blocks: readonly DocumentBlock[], topOf: (index: number) => number): readonly number[] {
    if (this.#rows !== null) return this.#rows
    const rows: number[] = []
    for (const [index, block] of blocks.entries()) {
      if (block.found.length === 0 || block.foundBy !== this.#number) continue
      const top = topOf(index)
      for (const row of block.found) rows.push(top + row)
    }
    this.#rows = rows
    return rows
  }
}

const none: readonly number[] = []

function rowsWith(query: string, plain: string): readonly number[] {
  const text = plain.toLowerCase()
  if (!text.includes(query)) return none
  return text.split('\n').flatMap((row, index) => (row.includes(query) ? [index] : []))
}
