import type { Clock } from '../lib/clock.ts'

export interface SilenceOptions {
  readonly clock: Clock
  readonly limitMs: number
  /** Called once for each wait that was met with silence for the limit; `waitingFor` says what the wait was for. */
  readonly onSilent: (forMs: number, waitingFor: string) => void
}

/** A timer that comes so late was not only held up by work. */
const slowMs = 2000
/** So long everything that waits in pipes and sockets may take to be read. */
const catchUpMs = 1000

/** Watches for an agent that says nothing while something is expected of it. No timer runs while nothing is. */
export class SilenceWatch {
  readonly #options: SilenceOptions
  #waitingFor: string | null = null
  #sinceMs = 0
  #stopTimer: (() => void) | null = null

  constructor(options: SilenceOptions) {
    this.#options = options
  }

  /** What is waited for from now on; null: nothing. The same again changes nothing. */
  waitFor(what: string | null): void {
    if (what === this.#waitingFor) return
    this.#waitingFor = what
    this.#stopTimer?.()
    this.#stopTimer = null
    if (what === null) return
    this.#sinceMs = this.#options.clock.nowMs()
    this.#arm(this.#options.limitMs)
  }

  /** The agent wrote something. Cheap: it is called for each chunk. */
  heard(atMs: number): void {
    this.#sinceMs = atMs
  }

  #arm(delayMs: number): void {
    const { clock } = this.#options
    const dueAtMs = clock.nowMs() + delayMs
    this.#stopTimer = clock.after(delayMs, () => {
      this.#stopTimer = null
      const what = this.#waitingFor
      if (what === null) return
      // We were stopped (ctrl-z), or the machine has slept: what was said meanwhile is still to be read.
      const lateMs = clock.nowMs() - dueAtMs
      if (lateMs > slowMs) this.#sinceMs += lateMs + catchUpMs
      const silentMs = clock.nowMs() - this.#sinceMs
      if (silentMs < this.#options.limitMs) this.#arm(this.#options.limitMs - silentMs)
      else this.#options.onSilent(silentMs, what)
    })
  }
}
