import { emptyCellRow, type CellRow, cellRow } from '../../lib/cells/cell-row.ts'
import { RowWriter } from '../../lib/cells/row-writer.ts'
import { isSameRow, type Row } from '../../lib/cells/row.ts'
import { memoWeak } from '../../lib/memo.ts'

const beginSync = '\u001b[?2026h'
const endSync = '\u001b[?2026l'

// Characters whose width is the same in every terminal: one column for ASCII and our signs, two for ideographs, kana and Hangul.
const sureWidths =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2610\u2611\u2713\u2717\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/

/** The part of the frame that may scroll as a block, rows `top` (0-based) to `bottom` (exclusive). */
export interface ScrollRegion {
  readonly top: number
  readonly bottom: number
}

/**
 * Updates a terminal from one frame to the next with few bytes: it writes only rows that differ, in rows of plain characters only
 * the columns that differ, and scrolls blocks that moved. Every frame is one write inside a synchronized update.
 * It remembers what it painted: call `forget` after something else wrote to the terminal or it was resized.
 */
export class Painter {
  readonly #write: (bytes: string) => void
  readonly #writer = new RowWriter(sureWidths)
  /** The last frame, as rows and as cells. */
  #rows: readonly Row[] = []
  #shown: readonly CellRow[] = []
  #isKnown = false
  /** Rows that scroll stay the same objects. */
  readonly #made = memoWeak((row: Row): CellRow => cellRow(row, Number.POSITIVE_INFINITY))

  constructor(write: (bytes: string) => void) {
    this.#write = write
  }

  /** Makes the next frame clear the screen and write all rows. */
  forget(): void {
    this.#isKnown = false
  }

  /** Shows `rows`, which must fit the terminal. Writes nothing if nothing has changed. */
  paint(rows: readonly Row[], region: ScrollRegion): void {
    const frame = rows.map((row, index) => this.#cellsOf(row, index))
    const bytes = this.#isKnown ? this.#changes(frame, region) : this.#whole(frame)
    this.#rows = rows
    this.#shown = frame
    this.#isKnown = true
    if (bytes !== '') this.#write(beginSync + bytes + endSync)
  }

  /** The cells of the row: those of the last frame if the row has not changed, as most have not. */
  #cellsOf(row: Row, index: number): CellRow {
    const before = this.#rows[index]
    const cells = this.#shown[index]
    if (before !== undefined && cells !== undefined && isSameRow(before, row)) return cells
    return this.#made(row)
  }

  #whole(frame: readonly CellRow[]): string {
    const rows = frame.map((row, index) =>
      row === emptyCellRow ? '' : `\u001b[${index + 1};1H${this.#writer.whole(row)}`,
    )
    return `\u001b[0m\u001b[H\u001b[J${rows.join('')}`
  }

  #changes(frame: readonly CellRow[], region: ScrollRegion): string {
    let shown = this.#shown
    let bytes = ''
    const shift = findShift({ before: shown, after: frame, region })
    if (shift !== 0) {
      bytes += `\u001b[${region.top + 1};${region.bottom}r\u001b[${Math.abs(shift)}${shift > 0 ? 'S' : 'T'}\u001b[r`
      shown = shifted(shown, region, shift)
    }
    for (let index = 0; index < Math.max(frame.length, shown.length); index++) {
      const before = shown[index] ?? emptyCellRow
      const after = frame[index] ?? emptyCellRow
      if (before !== after && before.key !== after.key) bytes += this.#writer.change(before, after, index + 1)
    }
    return bytes
  }
}

/** Two consecutive frames, and the region that may scroll. */
interface FrameStep {
  readonly before: readonly CellRow[]
  readonly after: readonly CellRow[]
  readonly region: ScrollRegion
}

/** Scrolling is used if it saves at least this many rows. */
const rowsSaved = 3

/** How many rows the block moved up (positive) or down (negative); 0 if scrolling would not help. */
function findShift(step: FrameStep): number {
  const { before, after, region } = step
  const changed = countChanged(step, 0)
  if (changed < rowsSaved + 1) return 0
  const places = new Map<string, number>()
  for (let index = region.top; index < region.bottom; index++) {
    const row = before[index]?.key ?? ''
    // A row that occurs more than once does not show how far the block moved.
    if (row !== '') places.set(row, places.has(row) ? -1 : index)
  }
  const tried = new Set<number>()
  let best = 0
  let fewest = changed - rowsSaved
  for (let index = region.top; index < region.bottom && tried.size < 4; index++) {
    const place = places.get(after[index]?.key ?? '') ?? -1
    const shift = place - index
    if (place < 0 || shift === 0 || tried.has(shift)) continue
    tried.add(shift)
    const left = countChanged(step, shift)
    if (left <= fewest) {
      best = shift
      fewest = left
    }
  }
  return best
}

function countChanged({ before, after, region }: FrameStep, shift: number): number {
  let changed = 0
  for (let index = region.top; index < region.bottom; index++) {
    const from = index + shift
    const row = from >= region.top && from < region.bottom ? (before[from]?.key ?? '') : ''
    if (row !== (after[index]?.key ?? '')) changed++
  }
  return changed
}

function shifted(rows: readonly CellRow[], region: ScrollRegion, shift: number): readonly CellRow[] {
  // If the frame is shorter than the region, rows that scrolled below its end are on the terminal too.
  return Array.from({ length: Math.max(rows.length, region.bottom) }, (_, index) => {
    if (index < region.top || index >= region.bottom) return rows[index] ?? emptyCellRow
    const from = index + shift
    return from >= region.top && from < region.bottom ? (rows[from] ?? emptyCellRow) : emptyCellRow
  })
}
