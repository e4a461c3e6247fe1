import type { Clock } from '../../lib/clock.ts'
import { frameMs } from '../state/timing.ts'

/**
 * Calls `draw` soon after `request`, and at the time that `draw` returns; the first time at `firstAtMs`. There are at least `frameMs`
 * between two frames. The exception is the second frame after a pause, which may follow at once: events after a pause often come
 * in two groups, for example the connection of the agent and then its plan. No timer runs while no frame is requested or due.
 */
export interface FrameLoop {
  request(): void
  stop(): void
}

/** A time without frames that counts as a pause. */
const pauseMs = 100

export function startFrameLoop(clock: Clock, firstAtMs: number | null, draw: () => number | null): FrameLoop {
  let lastMs = Number.NEGATIVE_INFINITY
  let isFirstAfterPause = false
  let isRequested = false
  let isStopped = false
  let cancelTimer: () => void = () => {}

  const run = (): void => {
    if (isStopped) return
    isRequested = false
    cancelTimer()
    const nowMs = clock.nowMs()
    isFirstAfterPause = nowMs - lastMs >= pauseMs
    lastMs = nowMs
    schedule(draw())
  }

  const schedule = (nextAtMs: number | null): void => {
    if (nextAtMs === null || isRequested || isStopped) return
    const wait = nextAtMs - clock.nowMs()
    if (wait < frameMs) request()
    else cancelTimer = clock.after(wait, request)
  }

  const request = (): void => {
    if (isRequested || isStopped) return
    isRequested = true
    cancelTimer()
    const wait = isFirstAfterPause ? 0 : lastMs + frameMs - clock.nowMs()
    if (wait > 0) cancelTimer = clock.after(wait, run)
    else {
      // After all input that has arrived was read, so that it becomes one frame.
      const immediate = setImmediate(run)
      cancelTimer = () => clearImmediate(immediate)
    }
  }

  schedule(firstAtMs)
  return {
    request,
    stop() {
      isStopped = true
      cancelTimer()
    },
  }
}
