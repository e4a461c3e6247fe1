/** A session's time by use. Time between turns is not counted. */
export interface WorkTime {
  /** Milliseconds in which the agent worked. */
  readonly workedMs: number
  /** Milliseconds in which its turn waited for the user's answer. */
  readonly waitedMs: number
}

/**
 * Times a session's steps, plans and turns. Changes its state with events only, so its reading follows from them: a
 * step stores the reading at which it began, and need not be touched when the clock stops.
 */
export interface WorkClock {
  readonly state: 'standing' | 'working' | 'waiting'
  /** When it entered this state. */
  readonly sinceMs: number
  /** Its reading then. */
  readonly read: WorkTime
}

/** When an update came, by the run's clock and by its session's. */
export interface UpdateTime {
  readonly atMs: number
  readonly work: WorkTime
}

export const noWork: WorkTime = { workedMs: 0, waitedMs: 0 }

export const stoppedClock: WorkClock = { state: 'standing', sinceMs: 0, read: noWork }

/** What the clock of a session shows at a time of the run. */
export function readClock({ state, sinceMs, read }: WorkClock, nowMs: number): WorkTime {
  const passedMs = Math.max(0, nowMs - sinceMs)
  switch (state) {
    case 'standing':
      return read
    case 'working':
      return { workedMs: read.workedMs + passedMs, waitedMs: read.waitedMs }
    case 'waiting':
      return { workedMs: read.workedMs, waitedMs: read.waitedMs + passedMs }
  }
}

/** The same clock if it is in that state already. */
export function clockIn(clock: WorkClock, state: WorkClock['state'], atMs: number): WorkClock {
  return clock.state === state ? clock : { state, sinceMs: atMs, read: readClock(clock, atMs) }
}

/** The work and the waiting between two readings of a clock; never negative. */
export function workBetween(from: WorkTime, to: WorkTime): WorkTime {
  return {
    workedMs: Math.max(0, to.workedMs - from.workedMs),
    waitedMs: Math.max(0, to.waitedMs - from.waitedMs),
  }
}

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

/** Whether a step was ever seen in progress. */
export function wasBegun({ running, stretches }: StepTimes): boolean {
  return running !== null || stretches.length > 0
}

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

/** The working time in the finished stretches. */
export function finishedMs({ stretches }: StepTimes): number {
  return stretches.reduce((sum, { workedMs }) => sum + workedMs, 0)
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
