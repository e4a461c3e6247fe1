import type { Clock } from '../lib/clock.ts'

export interface ReconnectingOptions {
  readonly clock: Clock
  /** null: for ever. */
  readonly tries: number | null
  /** A pause begins. */
  readonly onWait: (attempt: number, nextAtMs: number) => void
  readonly onTry: (attempt: number) => void
}

const pausesMs = [1000, 2000, 4000, 8000, 16_000, 30_000] as const
const longestPauseMs = 30_000
/** A connection that was there for less goes on with the pauses of the one before it. */
const stableAfterMs = 30_000

/** When to call an agent again that was lost: after pauses that grow. */
export class Reconnecting {
  readonly #options: ReconnectingOptions
  /** Of the pause or the call that runs, or the last one; 0: none yet. */
  #attempt = 0
  #openedAtMs: number | null = null
  #callOff: (() => void) | null = null

  constructor(options: ReconnectingOptions) {
    this.#options = options
  }

  /** A call has come through. */
  opened(): void {
    this.#openedAtMs = this.#options.clock.nowMs()
  }

  /** The agent was lost, or could not be reached: the next call follows. False when there are no calls left. */
  lost(): boolean {
    const { clock, tries, onWait } = this.#options
    const openedAtMs = this.#openedAtMs
    this.#openedAtMs = null
    if (openedAtMs !== null && clock.nowMs() - openedAtMs >= stableAfterMs) this.#attempt = 0
    if (tries !== null && this.#attempt >= tries) return false
    const pauseMs = pausesMs[this.#attempt++] ?? longestPauseMs
    onWait(this.#attempt, clock.nowMs() + pauseMs)
    this.#callOff = clock.after(pauseMs, () => this.#try(), 'alive')
    return true
  }

  /** Without a pause: the user does not want to wait, or the call that runs hangs. */
  tryNow(): void {
    this.#try()
  }

  /** No more calls follow, until the agent is lost again. */
  stop(): void {
    this.#callOff?.()
    this.#callOff = null
    this.#attempt = 0
    this.#openedAtMs = null
  }

  #try(): void {
    this.#callOff?.()
    this.#callOff = null
    this.#options.onTry(this.#attempt)
  }
}
