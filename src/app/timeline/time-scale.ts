import { firstFrom } from '../../lib/sequences.ts'
import { dayOfYear, timeOfDay, timeOfDayWithSeconds } from '../../lib/text/duration.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'

/** A part of the run's time. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** A part of the time and the columns it takes. A folded one was idle, and takes a few columns however long it was. */
export interface Piece extends Span {
  readonly fromColumn: number
  readonly toColumn: number
  readonly isFolded: boolean
}

/** Maps times to columns, which are no whole numbers. Pieces are in order, without gaps. */
export interface TimeScale {
  readonly pieces: readonly Piece[]
  readonly columns: number
  /** Of the pieces that are not folded. */
  readonly msPerColumn: number
}

export interface ScaleOptions extends Span {
  /** The times in which nothing was done, in order. */
  readonly idle: readonly Span[]
  readonly columns: number
  /** The columns of a folded piece with its label, if there is room for it. */
  readonly foldColumns: number
  /** The last time is now: room is left, so that bars grow for a while before all of them are scaled again. */
  readonly grows: boolean
}

/** Shorter idle times are never folded. */
const leastFoldedMs = 20_000
/** Nor are those that take less than this share of the time in which something was done. */
const leastFoldedShare = 0.05
/** Folded pieces never take more than this share of the columns. */
const mostFolded = 0.4
/** An axis of less would be about nothing. */
const leastMs = 1000

/** The scale from the first to the last time, with long idle times folded. */
export function timeScale(options: ScaleOptions): TimeScale {
  const { fromMs, columns } = options
  const toMs = Math.max(options.toMs, fromMs)
  const long = within(options.idle, { fromMs, toMs }).filter((idle) => lengthOf(idle) >= leastFoldedMs)
  const busyMs = toMs - fromMs - sumOf(long)
  const folded = long.filter((idle) => lengthOf(idle) >= leastFoldedShare * busyMs)
  const shownMs = Math.max(leastMs, toMs - fromMs - sumOf(folded))
  const wholeMs = options.grows ? roundedUp(shownMs) : shownMs
  const width = foldWidth(folded.length, options)
  // The sign of what goes on stands behind its bar.
  const forSign = options.grows ? 1 : 0
  const msPerColumn = wholeMs / Math.max(1, columns - folded.length * width - forSign)
  const pieces: Piece[] = []
  let at = { ms: fromMs, column: 0 }
  const add = (toMs: number, toColumn: number, isFolded: boolean): void => {
    pieces.push({ fromMs: at.ms, toMs, fromColumn: at.column, toColumn, isFolded })
    at = { ms: toMs, column: toColumn }
  }
  for (const idle of folded) {
    if (idle.fromMs > at.ms) add(idle.fromMs, at.column + (idle.fromMs - at.ms) / msPerColumn, false)
    add(idle.toMs, at.column + width, true)
  }
  if (at.column < columns) add(at.ms + (columns - at.column) * msPerColumn, columns, false)
  return { pieces, columns, msPerColumn }
}

/** The column of a time; one before the first time or after the last has that of the first or the last. */
export function columnOf({ pieces, columns }: TimeScale, atMs: number): number {
  const piece = pieces[firstFrom(0, pieces.length - 1, (index) => (pieces[index]?.toMs ?? 0) >= atMs)]
  if (piece === undefined) return 0
  const share = piece.toMs === piece.fromMs ? 0 : (atMs - piece.fromMs) / (piece.toMs - piece.fromMs)
  const column = piece.fromColumn + Math.min(1, Math.max(0, share)) * (piece.toColumn - piece.fromColumn)
  return Math.min(columns, column)
}

/** The time at a column, which may be a fraction; in milliseconds. */
export function timeAt({ pieces }: TimeScale, column: number): number {
  const piece = pieces.find(({ toColumn }) => toColumn > column) ?? pieces.at(-1)
  if (piece === undefined) return 0
  const { fromMs, toMs, fromColumn, toColumn } = piece
  return toColumn === fromColumn
    ? fromMs
    : fromMs + ((column - fromColumn) / (toColumn - fromColumn)) * (toMs - fromMs)
}

/** Parts of the spans that are in a time. The spans are in order and may overlap, if a clock was set back. */
function within(spans: readonly Span[], { fromMs, toMs }: Span): readonly Span[] {
  const parts: Span[] = []
  let least = fromMs
  for (const span of spans) {
    const part = { fromMs: Math.max(least, span.fromMs), toMs: Math.min(toMs, span.toMs) }
    if (part.toMs <= part.fromMs) continue
    parts.push(part)
    least = part.toMs
  }
  return parts
}

function foldWidth(count: number, { columns, foldColumns }: ScaleOptions): number {
  if (count === 0) return 0
  const most = (columns * mostFolded) / count
  return most >= foldColumns ? foldColumns : Math.min(1, most)
}

/** Up to an eighth more. */
function roundedUp(ms: number): number {
  const step = 2 ** Math.floor(Math.log2(ms)) / 8
  return (Math.floor(ms / step) + 1) * step
}

function lengthOf({ fromMs, toMs }: Span): number {
  return toMs - fromMs
}

function sumOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + lengthOf(span), 0)
}

/** A text at a column of the axis. */
export interface Label {
  readonly column: number
  readonly text: SafeText
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** More do not fit on any screen; times of a broken clock may be very far apart. */
const mostLabels = 200

/** The steps of the axis, from seconds to weeks. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]

/** The columns from the first to the last that are seen. */
export interface AxisWindow {
  readonly fromColumn: number
  readonly toColumn: number
}

/**
 * The labels of the axis in the window, at round times of the day or at days. `wallOffsetMs` is the time of day at the run's
 * time 0, in milliseconds since the epoch. A label may begin in the window and end behind it.
 */
export function axisLabels(scale: TimeScale, seen: AxisWindow, wallOffsetMs: number): readonly Label[] {
  const step = steps.find((each) => each / scale.msPerColumn >= labelWidth(each) + 2) ?? steps.at(-1) ?? day
  const labels: Label[] = []
  for (const piece of scale.pieces) {
    if (piece.isFolded || piece.toColumn < seen.fromColumn || piece.fromColumn > seen.toColumn) continue
    const timeAt = (column: number): number =>
      piece.fromMs + Math.max(0, column - piece.fromColumn) * scale.msPerColumn
    const offset = wallOffsetMs + zoneOffset(wallOffsetMs + piece.fromMs)
    const lastMs = Math.min(piece.toMs, timeAt(seen.toColumn))
    const first = Math.ceil((timeAt(seen.fromColumn) + offset) / step) * step - offset
    for (let atMs = first; atMs <= lastMs && labels.length < mostLabels; atMs += step) {
      const column = piece.fromColumn + (atMs - piece.fromMs) / scale.msPerColumn
      labels.push({ column, text: labelText(atMs + wallOffsetMs, step) })
    }
  }
  return labels
}

/** The text of a time that is no round one: the first of the axis, where no other label fits. */
export function exactLabel(atMs: number, wallOffsetMs: number): SafeText {
  return timeOfDay(atMs + wallOffsetMs)
}

function labelText(epochMs: number, step: number): SafeText {
  const time = new Date(epochMs)
  const isMidnight = time.getHours() === 0 && time.getMinutes() === 0 && time.getSeconds() === 0
  if (step >= day || (step >= hour && isMidnight)) return dayOfYear(epochMs)
  return step < minute ? timeOfDayWithSeconds(epochMs) : timeOfDay(epochMs)
}

function labelWidth(step: number): number {
  return step < minute ? 8 : step < hour ? 5 : 6
}

/** How far the local time is ahead of UTC. */
function zoneOffset(epochMs: number): number {
  return -new Date(epochMs).getTimezoneOffset() * minute
}
