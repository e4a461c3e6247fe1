import type { Clock } from '../../lib/clock.ts'
import { frameMs } from './timing.ts'

/**
 * Calls `draw` soon after `request`, at most once a frame, and at the moment `draw` asks for by its result. No timer runs
 * while nothing was requested and nothing is due.
 */
export interface FrameLoop {
  request(): void
  stop(): void
}

export function startFrameLoop(clock: Clock, draw: () => number | null): FrameLoop {
  let lastMs = Number.NEGATIVE_INFINITY
  let isDue = false
  let isStopped = false
  let callOff: () => void = () => {}

  const run = (): void => {
    if (isStopped) return
    isDue = false
    callOff()
    lastMs = clock.nowMs()
    const nextAtMs = draw()
    if (nextAtMs === null || isDue || isStopped) return
    const wait = nextAtMs - clock.nowMs()
    if (wait < frameMs) request()
    else callOff = clock.after(wait, request)
  }

  const request = (): void => {
    if (isDue || isStopped) return
    isDue = true
    callOff()
    const wait = lastMs + frameMs - clock.nowMs()
    if (wait > 0) callOff = clock.after(wait, run)
    else {
      // After the input that is there has been read, before anything waits again.
      const immediate = setImmediate(run)
      callOff = () => clearImmediate(immediate)
    }
  }

  return {
    request,
    stop() {
      isStopped = true
      callOff()
    },
  }
}
