import type { Clock } from '../../lib/clock.ts'

/** The real time. `nowMs` counts from the start of this process, in whole microseconds, as recordings do. */
export const systemClock: Clock = {
  nowMs: () => Math.round(performance.now() * 1000) / 1000,
  wallMs: () => Date.now(),
  after(delayMs, run, keeps) {
    const timer = setTimeout(run, delayMs)
    if (keeps !== 'alive') timer.unref()
    return () => clearTimeout(timer)
  },
}
