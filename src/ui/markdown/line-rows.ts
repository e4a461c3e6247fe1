import { linesOfRows } from './changed-rows.ts'
import type { Rendered } from './marked-rows.ts'

/** The rows [first, end) of a document. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** For each of the rows [from, from + count) the source line that begins in it, or -1; also -1 for a row that is not rendered. */
export function linesBegun(
  { source, blocks, tops }: Rendered,
  { from, count }: { readonly from: number; readonly count: number },
  starts: Uint32Array,
): readonly number[] {
  const begun = new Array<number>(count).fill(-1)
  for (let index = tops.blockAt(from); index < blocks.length; index += 1) {
    const block = blocks[index]
    const top = tops.top(index)
    if (block === undefined || top >= from + count) break
    if (block.height === null || block.height === 0) continue
    const { start, end } = block.chunk
    let last = -1
    linesOfRows({ source, start, end, plain: block.plain }, starts).forEach((lines, at) => {
      const next = lines.find((line) => line > last)
      if (next === undefined) return
      last = Math.max(...lines)
      const row = top + at - from
      if (row >= 0 && row < count) begun[row] = next
    })
  }
  return begun
}

/** The rows of a rendered block that show a line; its first row if none does. */
export function lineRange(
  { source, blocks, tops }: Rendered,
  { index, line }: { readonly index: number; readonly line: number },
  starts: Uint32Array,
): RowRange {
  const block = blocks[index]
  const top = tops.top(index)
  if (block === undefined || block.height === null) return { first: top, end: top + 1 }
  const { start, end } = block.chunk
  const rows = linesOfRows({ source, start, end, plain: block.plain }, starts)
  const first = rows.findIndex((lines) => lines.includes(line))
  const last = rows.findLastIndex((lines) => lines.includes(line))
  return first < 0 ? { first: top, end: top + 1 } : { first: top + first, end: top + last + 1 }
}
