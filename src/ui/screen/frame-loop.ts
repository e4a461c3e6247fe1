import type { Clock } from '../../lib/clock.ts'
import { frameMs } from '../state/timing.ts'

/**
 * Calls `draw` soon after `request`, and at the moment `draw` asks for by its result; the first time at `firstAtMs`. At most once
 * a frame, but for the second frame after a pause, which may follow the first at once: what comes then often comes in two pieces,
 * that the agent is there, say, and its plan. No timer runs while nothing was requested and nothing is due.
 */
export interface FrameLoop {
  request(): void
  stop(): void
}

/** Nothing was drawn for so long: a pause. */
const pauseMs = 100

export function startFrameLoop(clock: Clock, firstAtMs: number | null, draw: () => number | null): FrameLoop {
  let lastMs = Number.NEGATIVE_INFINITY
  let isFirstAfterPause = false
  let isDue = false
  let isStopped = false
  let callOff: () => void = () => {}

  const run = (): void => {
    if (isStopped) return
    isDue = false
    callOff()
    const nowMs = clock.nowMs()
    isFirstAfterPause = nowMs - lastMs >= pauseMs
    lastMs = nowMs
    drawAt(draw())
  }

  const drawAt = (nextAtMs: number | null): void => {
    if (nextAtMs === null || isDue || isStopped) return
    const wait = nextAtMs - clock.nowMs()
    if (wait < frameMs) request()
    else callOff = clock.after(wait, request)
  }

  const request = (): void => {
    if (isDue || isStopped) return
    isDue = true
    callOff()
    const wait = isFirstAfterPause ? 0 : lastMs + frameMs - clock.nowMs()
    if (wait > 0) callOff = clock.after(wait, run)
    else {
      // After the input that is there has been read, before anything waits again.
      const immediate = setImmediate(run)
      callOff = () => clearImmediate(immediate)
    }
  }

  drawAt(firstAtMs)
  return {
    request,
    stop() {
      isStopped = true
      callOff()
    },
  }
}
