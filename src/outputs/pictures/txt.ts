import { type CellFrame, cellRowText } from '../../lib/cells/cell-row.ts'
import { clockTime } from '../../lib/text/duration.ts'
import type { Picture, PictureOptions, WritePiece } from './picture.ts'

/** The last screen as text; or each screen whose text differs from the one before, below its time. */
export function openTxt(options: PictureOptions, write: WritePiece): Picture {
  const writesEach = options.screens === 'each'
  let last: string | null = null
  let lastMs = 0
  return {
    frame(atMs, frame) {
      lastMs = Math.max(lastMs, atMs)
      const text = textOf(frame)
      if (writesEach && text !== last) write(`${last === null ? '' : '\n'}=== ${timeOf(lastMs)} ===\n${text}`)
      last = text
    },
    mark() {},
    end() {
      if (!writesEach && last !== null) write(last)
    },
  }
}

function textOf({ rows }: CellFrame): string {
  const lines = rows.map((row) => cellRowText(row).trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** `0:01.250`, `12:05.000`, `1:02:03.000`. */
function timeOf(atMs: number): string {
  const ms = Math.round(atMs)
  return `${clockTime(ms)}.${String(ms % 1000).padStart(3, '0')}`
}
