import type { UpdateTime, WorkTime } from './work-clock.ts'
import { workBetween } from './work-clock.ts'

/** A time in which a step was in progress, by the run's clock, with the work and the waiting in it. */
export interface Stretch extends WorkTime {
  readonly fromMs: number
  /** Never before `fromMs`, even if a clock was set back. */
  readonly toMs: number
}

/** When a step was in progress, and when it ended. Times from before its plan came are unknown. */
export interface StepTimes {
  /** The finished stretches, in order. Of very many, those in the middle are merged into one, with the pauses between them. */
  readonly stretches: readonly Stretch[]
  /** How many stretches the merged one stands for beyond the first. */
  readonly merged: number
  /** When the current stretch began; null: the step is not in progress. */
  readonly running: UpdateTime | null
  /** When it was last completed or cancelled; null: it is neither, or was when it was first seen. */
  readonly endedAtMs: number | null
}

/** The times of a step that was not seen in progress yet. */
export const noTimes: StepTimes = { stretches: [], merged: 0, running: null, endedAtMs: null }

/** Stretches that stay at the beginning and at the end. */
const keptAtEachEnd = 15

/** The times of a step after an update: whether it is in progress now, and whether it is over. */
export function timesAfter(
  before: StepTimes,
  now: { readonly isActive: boolean; readonly isOver: boolean },
  time: UpdateTime,
): StepTimes {
  const endedAtMs = now.isOver ? (before.endedAtMs ?? time.atMs) : null
  const { running } = before
  if (now.isActive === (running !== null))
    return endedAtMs === before.endedAtMs ? before : { ...before, endedAtMs }
  if (running === null) return { ...before, running: time, endedAtMs }
  return { ...withStretch(before, stretchBetween(running, time)), running: null, endedAtMs }
}

/** All stretches of a step, with the current one up to now. */
export function stretchesAt({ stretches, running }: StepTimes, now: UpdateTime): readonly Stretch[] {
  return running === null ? stretches : [...stretches, stretchBetween(running, now)]
}

function stretchBetween(from: UpdateTime, to: UpdateTime): Stretch {
  return { fromMs: from.atMs, toMs: Math.max(from.atMs, to.atMs), ...workBetween(from.work, to.work) }
}

function withStretch(
  { stretches, merged }: StepTimes,
  next: Stretch,
): Pick<StepTimes, 'stretches' | 'merged'> {
  const all = [...stretches, next]
  const [one, other] = [all[keptAtEachEnd], all[keptAtEachEnd + 1]]
  if (all.length <= 2 * keptAtEachEnd + 1 || one === undefined || other === undefined)
    return { stretches: all, merged }
  return { stretches: all.toSpliced(keptAtEachEnd, 2, joined(one, other)), merged: merged + 1 }
}

function joined(one: Stretch, other: Stretch): Stretch {
  return {
    fromMs: Math.min(one.fromMs, other.fromMs),
    toMs: Math.max(one.toMs, other.toMs),
    workedMs: one.workedMs + other.workedMs,
    waitedMs: one.waitedMs + other.waitedMs,
  }
}
