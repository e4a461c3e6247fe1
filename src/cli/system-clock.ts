import type { Clock } from '../lib/clock.ts'

/** The real time. `nowMs` counts from the start of this process. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  after(delayMs, run, keeps) {
    const timer = setTimeout(run, delayMs)
    if (keeps !== 'alive') timer.unref()
    return () => clearTimeout(timer)
  },
}
