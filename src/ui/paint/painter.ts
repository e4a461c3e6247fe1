import type { Painted } from './painted.ts'
import { placedRow } from './placed-row.ts'
import { patchRow, rowCells } from './row-cells.ts'

const beginSync = '\u001b[?2026h'
const endSync = '\u001b[?2026l'

/** The part of the frame that may scroll as a block, rows `top` (0-based) to `bottom` (exclusive). */
export interface ScrollRegion {
  readonly top: number
  readonly bottom: number
}

/**
 * Brings a terminal from one frame to the next with few bytes: only rows that differ, in rows of plain characters only
 * the columns that differ, and blocks that moved by scrolling. Every frame is one write inside a synchronized update.
 * Knows what it painted, so `forget` must be called when something else wrote to the terminal or it was resized.
 */
export class Painter {
  readonly #write: (bytes: string) => void
  #shown: readonly Painted[] = []
  #isKnown = false

  constructor(write: (bytes: string) => void) {
    this.#write = write
  }

  /** The next frame is painted whole, over a cleared screen. */
  forget(): void {
    this.#isKnown = false
  }

  /** Shows `frame`, whose rows must fit the terminal. Writes nothing when it is what is shown. */
  paint(frame: readonly Painted[], region: ScrollRegion): void {
    const bytes = this.#isKnown ? this.#changes(frame, region) : this.#whole(frame)
    this.#shown = frame
    this.#isKnown = true
    if (bytes !== '') this.#write(beginSync + bytes + endSync)
  }

  #whole(frame: readonly Painted[]): string {
    const rows = frame.map((row, index) => (row === '' ? '' : `\u001b[${index + 1};1H${placedRow(row)}`))
    return `\u001b[0m\u001b[H\u001b[J${rows.join('')}`
  }

  #changes(frame: readonly Painted[], region: ScrollRegion): string {
    let shown = this.#shown
    let bytes = ''
    const shift = findShift({ before: shown, after: frame, region })
    if (shift !== 0) {
      bytes += `\u001b[${region.top + 1};${region.bottom}r\u001b[${Math.abs(shift)}${shift > 0 ? 'S' : 'T'}\u001b[r`
      shown = shifted(shown, region, shift)
    }
    for (let index = 0; index < Math.max(frame.length, shown.length); index++) {
      const before = shown[index] ?? ('' as Painted)
      const after = frame[index] ?? ('' as Painted)
      if (before !== after) bytes += changedRow(before, after, index + 1)
    }
    return bytes
  }
}

function changedRow(before: Painted, after: Painted, line: number): string {
  const whole = `\u001b[${line};1H\u001b[K${placedRow(after)}`
  const cellsBefore = rowCells(before)
  const cellsAfter = cellsBefore === null ? null : rowCells(after)
  if (cellsBefore === null || cellsAfter === null) return whole
  const patch = patchRow(cellsBefore, cellsAfter, line)
  return patch.length < whole.length ? patch : whole
}

/** From one frame to the next, and what of them may scroll. */
interface FrameStep {
  readonly before: readonly Painted[]
  readonly after: readonly Painted[]
  readonly region: ScrollRegion
}

/** Rows that must be saved by scrolling for it to be worth it. */
const rowsSaved = 3

/** By how many rows the block moved up (positive) or down (negative); 0 when scrolling would not help. */
function findShift(step: FrameStep): number {
  const { before, after, region } = step
  const changed = countChanged(step, 0)
  if (changed < rowsSaved + 1) return 0
  const places = new Map<string, number>()
  for (let index = region.top; index < region.bottom; index++) {
    const row = before[index] ?? ''
    // A row that stands more than once says nothing about where a block went.
    if (row !== '') places.set(row, places.has(row) ? -1 : index)
  }
  const tried = new Set<number>()
  let best = 0
  let fewest = changed - rowsSaved
  for (let index = region.top; index < region.bottom && tried.size < 4; index++) {
    const place = places.get(after[index] ?? '') ?? -1
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
    const row = from >= region.top && from < region.bottom ? (before[from] ?? '') : ''
    if (row !== (after[index] ?? '')) changed++
  }
  return changed
}

function shifted(rows: readonly Painted[], region: ScrollRegion, shift: number): readonly Painted[] {
  // A frame shorter than the region: what scrolled down beyond its end is on the terminal too.
  return Array.from({ length: Math.max(rows.length, region.bottom) }, (_, index) => {
    if (index < region.top || index >= region.bottom) return rows[index] ?? ('' as Painted)
    const from = index + shift
    return from >= region.top && from < region.bottom ? (rows[from] ?? ('' as Painted)) : ('' as Painted)
  })
}
