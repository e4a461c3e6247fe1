import { writeJson } from './json/write-json.ts'
import { fail, ok, type Result } from './result.ts'

export const dayMs = 24 * 3_600_000

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

/** A clock that counts from the epoch, so that what other programs have written has its place on it. As monotonic as the one given. */
export function wallClock(clock: Clock): Clock {
  const offsetMs = clock.wallMs() - clock.nowMs()
  return withTime(clock, () => clock.nowMs() + offsetMs)
}

/** Waits until something has settled, and at most so long; fails as it does. */
export async function within(clock: Clock, ms: number, settled: Promise<unknown>): Promise<void> {
  let cancelTimer: () => void = () => undefined
  const late = new Promise<void>((resolve) => (cancelTimer = clock.after(ms, resolve, 'alive')))
  await Promise.race([settled, late]).finally(cancelTimer)
}

/** How many times faster than in real time something is played; `max`: without waits. */
export type Speed = number | 'max'

/** Parses a speed: a number above 0, or `0` or `max` for no waits. */
export function parseSpeed(text: string): Result<Speed, string> {
  if (text === 'max') return ok('max')
  const speed = numberFrom0(text)
  if (speed === null) return fail(`a speed is a number from 0 up, or max; got ${writeJson(text)}`)
  return ok(speed === 0 ? 'max' : speed)
}

/** Parses the longest pause, in seconds; the result is in milliseconds. */
export function parseIdleLimit(text: string): Result<number, string> {
  const seconds = numberFrom0(text)
  if (seconds === null) return fail(`an idle limit is a number of seconds from 0 up; got ${writeJson(text)}`)
  return ok(seconds * 1000)
}

function numberFrom0(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) && number >= 0 ? number : null
}
