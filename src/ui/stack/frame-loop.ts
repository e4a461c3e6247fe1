import type { Clock } from '../../lib/clock.ts'
import { frameMs } from '../state/timing.ts'
import type { App } from '../../app/app.ts'

/**
 * Calls `draw` soon after `request`, and at the time that `draw` returns; the first time at `firstAtMs`. There are at least `frameMs`
 * between two frames, or more if all requests allow it. Exceptions that may follow at once are the second frame after a pause, since
 * events after a pause often come in two groups, and the first frames of a run: the agent's answer, its session and its first plan. No
 * timer runs while no frame is requested or due.
 */
export interface FrameLoop {
  /** `leastMs`: the least time between the last frame and this one; at least `frameMs`. The earliest request counts. */
  request(leastMs?: number): void
  stop(): void
}

/** A time without frames that counts as a pause. */
const pauseMs = 100
const firstFrames = 3

export function startFrameLoop(clock: Clock, firstAtMs: number | null, draw: () => number | null): FrameLoop {
  let lastMs = Number.NEGATIVE_INFINITY
  /** Frames that may still follow at once. */
  let atOnce = firstFrames
  /** The least time between the last frame and the requested one; null: none is requested. */
  let requestedMs: number | null = null
  let isStopped = false
  let cancelTimer: () => void = () => {}

  const run = (): void => {
    if (isStopped) return
    requestedMs = null
    cancelTimer()
    const nowMs = clock.nowMs()
    const isAfterPause = nowMs - lastMs >= pauseMs
    atOnce = Math.max(isAfterPause ? 1 : 0, atOnce - 1)
    lastMs = nowMs
    schedule(draw())
  }

  const schedule = (nextAtMs: number | null): void => {
    if (nextAtMs === null || requestedMs !== null || isStopped) return
    const wait = nextAtMs - clock.nowMs()
    if (wait < frameMs) request()
    else cancelTimer = clock.after(wait, () => request())
  }

  const request = (leastMs = frameMs): void => {
    if (isStopped || (requestedMs !== null && requestedMs <= leastMs)) return
    requestedMs = leastMs
    cancelTimer()
    const wait = atOnce > 0 ? 0 : lastMs + leastMs - clock.nowMs()
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

/** The app counts as idle when it had no event for so long. Agents take longer to start, and longer to think. */
const idleMs = 400

export interface WhenIdle {
  readonly app: Pick<App, 'onEvent'>
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
}

/** Calls `act` once, as soon as the app is idle, so that it delays no plan; never while events keep coming. Returns how to cancel it. */
export function whenIdle({ app, clock }: WhenIdle, act: () => void): () => void {
  let lastMs = clock.nowMs()
  const unsubscribe = app.onEvent(() => (lastMs = clock.nowMs()))
  let cancelTimer = clock.after(idleMs, check)

  function check(): void {
    const wait = lastMs + idleMs - clock.nowMs()
    if (wait > 0) {
      cancelTimer = clock.after(wait, check)
      return
    }
    unsubscribe()
    act()
  }

  return () => {
    unsubscribe()
    cancelTimer()
  }
}
