import type { Clock } from '../lib/clock.ts'

/** The time of a recording that is gone through without waiting: it is as late as the last record. */
export interface TraceClock extends Clock {
  /** Lets time pass until then, and calls what falls due on the way, in order. */
  passTo(atMs: number): void
}

/** `startedAtMs`: since the epoch. */
export function makeTraceClock(startedAtMs: number): TraceClock {
  let nowMs = 0
  let timers: readonly { readonly atMs: number; readonly run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    wallMs: () => startedAtMs + nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers = [...timers, timer].toSorted((one, other) => one.atMs - other.atMs)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    passTo(atMs) {
      for (let next = timers[0]; next !== undefined && next.atMs <= atMs; next = timers[0]) {
        timers = timers.slice(1)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      nowMs = Math.max(nowMs, atMs)
    },
  }
}
