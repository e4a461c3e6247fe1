import type { Clock } from '../../src/lib/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass, and calls what falls due on the way, in order. */
  pass(ms: number): void
  /** In how many milliseconds each timer is due, the next one first. */
  dueInMs(): readonly number[]
}

/** Time that stands still at 0 until a test lets it pass. */
export function fakeClock(): FakeClock {
  let nowMs = 0
  let due: readonly { readonly atMs: number; readonly run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      due = [...due, timer].toSorted((one, other) => one.atMs - other.atMs)
      return () => {
        due = due.filter((other) => other !== timer)
      }
    },
    dueInMs: () => due.map(({ atMs }) => atMs - nowMs),
    pass(ms) {
      const endMs = nowMs + ms
      for (let next = due[0]; next !== undefined && next.atMs <= endMs; next = due[0]) {
        due = due.slice(1)
        nowMs = next.atMs
        next.run()
      }
      nowMs = endMs
    },
  }
}
