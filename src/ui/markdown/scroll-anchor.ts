import { heightOf, type DocumentBlock } from './document-block.ts'
import type { RowTops } from './row-tops.ts'

/** A place in the text that stays the same while rows move: after a resize, or while heights become known. */
export interface MarkdownPlace {
  /** Where the block starts in the source. */
  readonly offset: number
  /** How far into the block's rows, from 0 to 1. */
  readonly share: number
}

/** What row `row` shows, in a form that outlives a change of width. */
export function placeAt(blocks: readonly DocumentBlock[], tops: RowTops, row: number): MarkdownPlace {
  const index = tops.blockAt(row)
  const block = blocks[index]
  if (block === undefined) return { offset: 0, share: 0 }
  const within = row - tops.top(index)
  return {
    offset: block.chunk.start,
    share: Math.min(1, Math.max(0, within / Math.max(1, heightOf(block)))),
  }
}

/** The row where a place is now. */
export function rowAt(blocks: readonly DocumentBlock[], tops: RowTops, place: MarkdownPlace): number {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((blocks[middle]?.chunk.start ?? 0) <= place.offset) low = middle
    else high = middle - 1
  }
  const block = blocks[low]
  return block === undefined ? 0 : tops.top(low) + Math.floor(place.share * heightOf(block))
}
