/**
 * What a chunk of a markdown source is, as far as the splitter needs to know. `flow` is a paragraph, a table or anything
 * without a rule of its own; `raw-html` ends at its own end tag and may hold blank lines; `plain` is what is shown as it is
 * written, after more blocks than anybody reads.
 */
export type ChunkKind =
  | 'flow'
  | 'quote'
  | 'item'
  | 'heading'
  | 'rule'
  | 'fence'
  | 'indented'
  | 'html'
  | 'raw-html'
  | 'definition'
  | 'plain'

/** The marker of a list item at the top level. */
export interface ItemMarker {
  /** `-`, `*`, `+`, or the delimiter of an ordered list: `.` or `)`. Another one starts another list. */
  readonly marker: string
  /** The number to show, counted on from the item before; null in a bullet list. */
  readonly number: number | null
  /** Columns before the item's content: lines indented less do not belong to it. */
  readonly offset: number
}

/** What opens a fence: its lines go on until the same character stands alone at least as often. */
export interface FenceMarker {
  readonly character: string
  readonly length: number
  /** The info string; its first word names the language. */
  readonly info: string
}

/** A piece of the source that can be lexed on its own: a block, a list item, or a part of a block too big for one go. */
export interface Chunk {
  readonly kind: ChunkKind
  readonly start: number
  /** End of the last line that is not blank. */
  readonly end: number
  /** The source up to here settles this chunk: a longer source with the same beginning has the same chunk. */
  readonly decidedAt: number
  /** Blank rows before it. */
  readonly gap: number
  /** It goes on with the block before it. */
  readonly isPart: boolean
  /** It starts in the middle of a line. */
  readonly isMidLine: boolean
  /** Lines of source, for an estimate of its rows. */
  readonly lines: number
  readonly item: ItemMarker | null
  readonly fence: FenceMarker | null
  /** What ends a chunk of raw HTML. */
  readonly htmlEnd: string | null
  /** Lines to read before it: the head of the table that it is a part of. */
  readonly lead: { readonly start: number; readonly end: number } | null
}

/** Characters of source that are worked on in one go; longer blocks are cut at line ends, longer lines at spaces. */
export const chunkLimit = 10_000
