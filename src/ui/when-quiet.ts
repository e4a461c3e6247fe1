import type { App } from '../app/app.ts'
import type { Clock } from '../lib/clock.ts'

/** So long nothing may have happened. Agents take longer to start, and longer to think. */
const quietMs = 200
/** An agent that never rests is not waited for any longer. */
const patienceMs = 3000

export interface WhenQuiet {
  readonly app: Pick<App, 'onEvent'>
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
}

/**
 * Calls `act` once, in the first moment in which nobody waits for this program: work that can be done at any time delays no
 * plan then. Returns how to call it off.
 */
export function whenQuiet({ app, clock }: WhenQuiet, act: () => void): () => void {
  const beganMs = clock.nowMs()
  let lastMs = beganMs
  const stopHearing = app.onEvent(() => (lastMs = clock.nowMs()))
  let callOff = clock.after(quietMs, look)

  function look(): void {
    const nowMs = clock.nowMs()
    const wait = Math.min(lastMs + quietMs, beganMs + patienceMs) - nowMs
    if (wait > 0) {
      callOff = clock.after(wait, look)
      return
    }
    stopHearing()
    act()
  }

  return () => {
    stopHearing()
    callOff()
  }
}
