import type { Clock } from '../../lib/clock.ts'
import { attributesQuery, type TerminalModes } from '../paint/terminal.ts'

export interface InputDrainOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  readonly write: (bytes: string) => void
  /** How the terminal is told to report the mouse. */
  readonly mouse: TerminalModes
}

/** So long after a report of the mouse, others may be under way: a release, a double click, a wheel that runs on. */
const recentMs = 1000
/** What would give the terminal to another program waits so long for an answer. */
const patienceMs = 250

/**
 * Reads what is left of the reports of the mouse before another program gets the terminal, which would take them for keys. The terminal is told
 * to report no more, and then asked what every terminal answers: all reports come before that answer.
 */
export class InputDrain {
  readonly #options: InputDrainOptions
  #lastAtMs = Number.NEGATIVE_INFINITY
  #finish: (() => void) | null = null

  constructor(options: InputDrainOptions) {
    this.#options = options
  }

  /** Nothing that is reported is meant for the screen any more. */
  get isDraining(): boolean {
    return this.#finish !== null
  }

  noteReport(): void {
    this.#lastAtMs = this.#options.clock.nowMs()
  }

  /** The terminal has answered; true if it was this that asked. */
  answered(): boolean {
    if (this.#finish === null) return false
    this.#finish()
    return true
  }

  /** Calls back when no report is under way, and the mouse is reported no more; at once where the mouse was not used just before. */
  whenDrained(then: () => void): void {
    const { clock, write, mouse } = this.#options
    if (this.#finish !== null) return
    if (clock.nowMs() - this.#lastAtMs >= recentMs) return then()
    write(mouse.leave + attributesQuery)
    const finish = (): void => {
      cancel()
      this.#finish = null
      this.#lastAtMs = Number.NEGATIVE_INFINITY
      then()
    }
    const cancel = clock.after(patienceMs, finish, 'alive')
    this.#finish = finish
  }
}
