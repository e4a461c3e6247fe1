/** The source of time, a parameter so that tests and replays control it. Only `cli` makes the real clock. */
export interface Clock {
  /** Milliseconds since a fixed point; monotonic. */
  nowMs(): number
  /** Milliseconds since the epoch, for times that are shown. */
  wallMs(): number
  /**
   * Calls `run` once after `delayMs`; the result cancels the timer. Only a timer with `keeps` keeps the process alive: one that the program
   * waits for, as a deadline or the pause before the next attempt.
   */
  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void
}

/** The same clock with other times; its timers are those of before. */
export function withTime(clock: Clock, nowMs: () => number): Clock {
  return {
    nowMs,
    wallMs: () => clock.wallMs(),
    after: (delayMs, run, keeps) => clock.after(delayMs, run, keeps),
  }
}
