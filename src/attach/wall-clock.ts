import type { Clock } from '../lib/clock.ts'

/** A clock that counts from the epoch, so that what other programs have written has its place on it. As monotonic as the one given. */
export function wallClock(clock: Clock): Clock {
  const offsetMs = clock.wallMs() - clock.nowMs()
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    wallMs: () => clock.wallMs(),
    after: (delayMs, run, keeps) => clock.after(delayMs, run, keeps),
  }
}
