import type { Links } from 'marked'
import type { Chunk } from './source/chunk.ts'
import { noDefinitions } from './rendering/chunk-renderer.ts'

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

export function heightOf(block: DocumentBlock): number {
  return block.height ?? block.likelyHeight
}

/** Estimates a chunk's height from its length. */
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

/** Whether two chunks are the same piece of the source. */
export function isSameChunk(one: Chunk, other: Chunk): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.kind === other.kind &&
    one.gap === other.gap &&
    one.isPart === other.isPart &&
    one.item?.number === other.item?.number
  )
}
