import { dayOfYear, timeOfDay, timeOfDayWithSeconds } from '../../lib/text/duration.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { TimeScale } from './time-scale.ts'

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
