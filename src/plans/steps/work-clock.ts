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

/** The time from one reading to a later one. */
export function workBetween(from: WorkTime, to: WorkTime): WorkTime {
  return {
    workedMs: Math.max(0, to.workedMs - from.workedMs),
    waitedMs: Math.max(0, to.waitedMs - from.waitedMs),
  }
}
