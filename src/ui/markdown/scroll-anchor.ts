import { lastAtMost } from '../../lib/sequences.ts'
import { heightOf, type DocumentBlock } from './document-block.ts'
import type { RowTops } from './row-tops.ts'

/** A position in the source, independent of row numbers: they change with the width, and as heights become known. */
export interface ScrollAnchor {
  /** Start of the block in the source. */
  readonly offset: number
  /** Position within the block's rows, from 0 to 1. */
  readonly share: number
}

/** The anchor of row `row`. */
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

/** The current row of an anchor. */
export function rowAt(blocks: readonly DocumentBlock[], tops: RowTops, anchor: ScrollAnchor): number {
  const index = lastAtMost(anchor.offset, blocks.length, (at) => blocks[at]?.chunk.start ?? 0)
  const block = blocks[index]
  return block === undefined ? 0 : tops.top(index) + Math.floor(anchor.share * heightOf(block))
}
