import type { OpenedFence } from '../../../lib/text/fenced-code.ts'

/**
 * The block type of a chunk, as far as the splitter distinguishes them. `flow`: a paragraph, a table, or any other block; `raw-html`:
 * HTML that ends at its end tag and may contain blank lines; `plain`: text beyond `maxChunks`, which is shown as written.
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
  /** `-`, `*`, `+`, or the delimiter of an ordered list: `.` or `)`. A different marker starts another list. */
  readonly marker: string
  /** The number to show, continued from the item before; null in a bullet list. */
  readonly number: number | null
  /** Indentation of the item's content in columns: lines indented less do not belong to it. */
  readonly offset: number
}

/** A piece of the source that can be lexed on its own: a block, a list item, or a part of a block longer than `chunkLimit`. */
export interface Chunk {
  readonly kind: ChunkKind
  readonly start: number
  /** End of the last line that is not blank. */
  readonly end: number
  /** A source that is the same up to here has the same chunk, however it continues. */
  readonly decidedAt: number
  /** Blank rows before it. */
  readonly gap: number
  /** It continues the block of the chunk before it. */
  readonly isPart: boolean
  /** It starts in the middle of a line. */
  readonly isMidLine: boolean
  /** Source lines, for an estimate of its height. */
  readonly lines: number
  readonly item: ItemMarker | null
  /** Its info string is cut; the first word of it names the language. */
  readonly fence: OpenedFence | null
  /** What ends a chunk of raw HTML. */
  readonly htmlEnd: string | null
  /** The head of the table that it is a part of; lexed in front of it. */
  readonly lead: { readonly start: number; readonly end: number } | null
}

/** The most source characters of a chunk; longer blocks are cut at line ends, longer lines at spaces. */
export const chunkLimit = 10_000
