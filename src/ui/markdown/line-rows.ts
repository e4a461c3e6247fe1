import { lineAt, linesOfRows } from './changed-rows.ts'
import type { DocumentBlock } from './document-block.ts'
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
    const known = linesOfBlock(source, block, starts)
    const last = Math.min(known.begun.length, from + count - top)
    for (let row = Math.max(0, from - top); row < last; row += 1)
      begun[top + row - from] = known.begun[row] ?? -1
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
  const range =
    block === undefined || block.height === null
      ? undefined
      : linesOfBlock(source, block, starts).ranges.get(line)
  return range === undefined
    ? { first: top, end: top + 1 }
    : { first: top + range.first, end: top + range.end }
}

/** Which lines of the source the rows of a block show. Rows are counted from its first one. */
interface BlockLines {
  readonly plain: string
  readonly start: number
  /** The line that the block begins in. */
  readonly line: number
  /** For each row the line that begins in it, or -1. */
  readonly begun: readonly number[]
  /** For each line the rows from the first to the last one that show a part of it. */
  readonly ranges: ReadonlyMap<number, RowRange>
}

/** The last result for each block: a long one is not searched for each frame, nor for each line. */
const knownLines = new WeakMap<DocumentBlock, BlockLines>()

function linesOfBlock(source: string, block: DocumentBlock, starts: Uint32Array): BlockLines {
  const { plain, chunk } = block
  const { start, end } = chunk
  const line = lineAt(starts, start)
  const known = knownLines.get(block)
  if (known !== undefined && known.line === line && known.plain === plain && known.start === start)
    return known
  const begun: number[] = []
  const ranges = new Map<number, RowRange>()
  let last = -1
  for (const [row, lines] of linesOfRows({ source, start, end, plain }, starts).entries()) {
    const next = lines.find((each) => each > last)
    begun.push(next ?? -1)
    if (next !== undefined) last = Math.max(...lines)
    for (const shown of lines) ranges.set(shown, { first: ranges.get(shown)?.first ?? row, end: row + 1 })
  }
  const found = { plain, start, line, begun, ranges }
  knownLines.set(block, found)
  return found
}
