import { memoWeak } from '../../lib/memo.ts'
import { activeTimeMs, isActive, type TrackedEntry } from './tracked-entry.ts'
import type { WorkTime } from './work-clock.ts'

/** A step in progress that takes much longer than the others of its plan. */
export interface SlowStep {
  readonly entry: TrackedEntry
  readonly index: number
  /** The working time that it took so far, and the one in the middle of those of the completed steps. */
  readonly tookMs: number
  readonly usualMs: number
}

/** Fewer known times say nothing about the next step. */
const leastKnown = 3
/** A step is slow when it takes longer than this many times the usual, and longer than `leastMs`. */
const timesUsual = 4
const leastMs = 60_000

/** The current step, if it is slow at this reading of the session's clock; else null. */
export function slowStep(entries: readonly TrackedEntry[], work: WorkTime): SlowStep | null {
  const index = currentIndex(entries)
  const entry = entries[index]
  const tookMs = entry === undefined ? null : activeTimeMs(entry, work)
  if (entry === undefined || tookMs === null || tookMs <= leastMs) return null
  const { known, usualMs } = completedTimes(entries)
  return known < leastKnown || tookMs <= timesUsual * usualMs ? null : { entry, index, tookMs, usualMs }
}

/** Searched once for each content of a plan. */
const currentIndex = memoWeak((entries: readonly TrackedEntry[]) =>
  entries.findIndex(({ status }) => isActive(status)),
)

/** Computed once for each content of a plan. */
const completedTimes = memoWeak((entries: readonly TrackedEntry[]) => {
  const times = entries
    .filter(({ status, activeMs }) => status === 'completed' && activeMs > 0)
    .map(({ activeMs }) => activeMs)
    .sort((one, other) => one - other)
  return { known: times.length, usualMs: times[Math.floor(times.length / 2)] ?? 0 }
})
