import { changedRows, type ChangedLines } from './changed-rows.ts'
import { heightOf, type DocumentBlock } from './document-block.ts'
import type { RowTops } from './row-tops.ts'

/** The blocks of a document, as far as they are rendered. */
export interface Rendered {
  readonly source: string
  readonly blocks: readonly DocumentBlock[]
  readonly tops: RowTops
}

/** Which of the rendered rows in a range show a part of a changed line. */
export function markedRows(
  { source, blocks, tops }: Rendered,
  { from, count }: { readonly from: number; readonly count: number },
  lines: ChangedLines,
): readonly boolean[] {
  const marks: boolean[] = []
  let index = tops.blockAt(from)
  let skipped = from - tops.top(index)
  for (; index < blocks.length && marks.length < count; index += 1) {
    const block = blocks[index]
    if (block === undefined) break
    const height = heightOf(block)
    if (height === 0) continue
    const { start, end } = block.chunk
    const piece = { source, start, end, plain: block.plain }
    const rows = block.height === null ? [] : changedRows(piece, lines)
    for (let at = skipped; at < height && marks.length < count; at += 1) marks.push(rows[at] ?? false)
    skipped = Math.max(0, skipped - height)
  }
  return marks
}
