import { changedRows, type ChangedLines, type ChangedRow } from './changed-rows.ts'
import { heightOf, type DocumentBlock } from './document-block.ts'
import type { RowTops } from './row-tops.ts'

/** The blocks of a document, as far as they are rendered. */
export interface Rendered {
  readonly source: string
  readonly blocks: readonly DocumentBlock[]
  readonly tops: RowTops
}

/** What has changed in each of the rows in a range; null: nothing, or the row is not rendered yet. */
export function markedRows(
  { source, blocks, tops }: Rendered,
  { from, count }: { readonly from: number; readonly count: number },
  lines: ChangedLines,
): readonly (ChangedRow | null)[] {
  const marks: (ChangedRow | null)[] = []
  let index = tops.blockAt(from)
  let skipped = from - tops.top(index)
  for (; index < blocks.length && marks.length < count; index += 1) {
    const block = blocks[index]
    if (block === undefined) break
    const height = heightOf(block)
    if (height === 0) continue
    const rows = block.height === null ? [] : rowsOfBlock(source, block, lines)
    for (let at = skipped; at < height && marks.length < count; at += 1) marks.push(rows[at] ?? null)
    skipped = Math.max(0, skipped - height)
  }
  return marks
}

interface KnownRows {
  readonly lines: ChangedLines
  readonly plain: string
  readonly start: number
  readonly rows: readonly (ChangedRow | null)[]
}

/** The last result for each block: a long one is not searched for each frame. */
const knownRows = new WeakMap<DocumentBlock, KnownRows>()

function rowsOfBlock(
  source: string,
  block: DocumentBlock,
  lines: ChangedLines,
): readonly (ChangedRow | null)[] {
  const { plain, chunk } = block
  const { start, end } = chunk
  const known = knownRows.get(block)
  if (known !== undefined && known.lines === lines && known.plain === plain && known.start === start)
    return known.rows
  const rows = changedRows({ source, start, end, plain }, lines)
  knownRows.set(block, { lines, plain, start, rows })
  return rows
}
