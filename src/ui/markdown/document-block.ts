import type { Links } from 'marked'
import type { Chunk } from './source/chunk.ts'
import { noDefinitions } from './chunk-renderer.ts'

/** What a document remembers of a chunk when its rows are gone. */
export interface DocumentBlock {
  chunk: Chunk
  /** Null until it was rendered at the width there is. */
  height: number | null
  /** A guess, or the height before something changed. */
  likelyHeight: number
  /** Its rows' text, for searching. */
  plain: string
  labels: readonly string[]
  definitions: Links
  /** Rows of it in which something was found, and what: the number of the search; 0: it was not searched. */
  found: readonly number[]
  foundBy: number
}

const nothing = { labels: [], definitions: noDefinitions, found: [], foundBy: 0 }

export function newBlock(chunk: Chunk, columns: number): DocumentBlock {
  return { chunk, height: null, likelyHeight: likelyHeight(chunk, columns), plain: '', ...nothing }
}

/** Its rows have to be made again; what it is about stays known. */
export function forgetRows(block: DocumentBlock, columns: number | null): void {
  block.likelyHeight = columns === null ? heightOf(block) : likelyHeight(block.chunk, columns)
  block.height = null
  block.plain = ''
  block.foundBy = 0
}

export function heightOf(block: DocumentBlock): number {
  return block.height ?? block.likelyHeight
}

/** Rows that a chunk will take, as far as its length tells. */
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

/** The same piece of source in the same place. */
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
