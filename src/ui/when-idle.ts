import type { App } from '../app/app.ts'
import type { Clock } from '../lib/clock.ts'

/** The app counts as idle when it had no event for so long. Agents take longer to start, and longer to think. */
const idleMs = 400

export interface WhenIdle {
  readonly app: Pick<App, 'onEvent'>
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
}

/**
 * Calls `act` once, as soon as the app is idle: work that can be done at any time delays no plan then. Never, while events keep
 * coming. Returns how to cancel it.
 */
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
