/** What a session's time was spent with. Neither counts the time between its turns. */
export interface WorkTime {
  /** Milliseconds in which the agent worked. */
  readonly workedMs: number
  /** Milliseconds in which its turn waited for the user's answer. */
  readonly waitedMs: number
}

/**
 * What a session's steps, plans and turns are timed by. It changes its state with events only, so that what it shows at any
 * moment follows from them: a step remembers what it read when it began, and no step has to be touched when the clock stops.
 */
export interface WorkClock {
  readonly state: 'standing' | 'working' | 'waiting'
  /** When it came into this state. */
  readonly sinceMs: number
  /** What it read then. */
  readonly read: WorkTime
}

/** When an update came, by the run's clock and by that of its session. */
export interface UpdateTime {
  readonly atMs: number
  readonly work: WorkTime
}

export const noWork: WorkTime = { workedMs: 0, waitedMs: 0 }

export const standingClock: WorkClock = { state: 'standing', sinceMs: 0, read: noWork }

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

/** The same clock when it is in that state already. */
export function clockIn(clock: WorkClock, state: WorkClock['state'], atMs: number): WorkClock {
  return clock.state === state ? clock : { state, sinceMs: atMs, read: readClock(clock, atMs) }
}

/** What was spent from one reading to a later one. */
export function workBetween(from: WorkTime, to: WorkTime): WorkTime {
  return {
    workedMs: Math.max(0, to.workedMs - from.workedMs),
    waitedMs: Math.max(0, to.waitedMs - from.waitedMs),
  }
}
