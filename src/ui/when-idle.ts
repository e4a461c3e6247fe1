import type { App } from '../app/app.ts'
import type { Clock } from '../lib/clock.ts'

/** So long nothing may have happened. Agents take longer to start, and longer to think. */
const quietMs = 400

export interface WhenQuiet {
  readonly app: Pick<App, 'onEvent'>
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
}

/**
 * Calls `act` once, in the first moment in which nobody waits for this program: work that can be done at any time delays no
 * plan then. Never, while the agent does not rest. Returns how to call it off.
 */
export function whenQuiet({ app, clock }: WhenQuiet, act: () => void): () => void {
  let lastMs = clock.nowMs()
  const stopHearing = app.onEvent(() => (lastMs = clock.nowMs()))
  let callOff = clock.after(quietMs, look)

  function look(): void {
    const wait = lastMs + quietMs - clock.nowMs()
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
