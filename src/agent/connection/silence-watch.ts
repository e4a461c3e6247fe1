import type { Clock } from '../../lib/clock.ts'

/** How long the agent may say nothing while something is waited for, in milliseconds. */
export interface Patience {
  /** Then it is said that it is still waited for; null: nothing is said. */
  readonly sayAfterMs: number | null
  /** Then the wait is over; null: never. */
  readonly endAfterMs: number | null
  /** Then it is over however much the agent has said; null: never. */
  readonly endInAllAfterMs: number | null
}

export interface SilenceOptions {
  readonly clock: Clock
  /** Called once for each wait; `waitingFor` says what the wait is for. */
  readonly onSlow: (forMs: number, waitingFor: string) => void
  /** Called once for each wait that was met with silence to its end. */
  readonly onSilent: (forMs: number, waitingFor: string) => void
  /** Called once for each wait that took too long in all. */
  readonly onOverdue: (forMs: number, waitingFor: string) => void
}

/** A timer that comes so late was not only held up by work. */
const slowMs = 2000
/** So long everything that waits in pipes and sockets may take to be read. */
const catchUpMs = 1000

/** Watches for an agent that says nothing while something is expected of it. No timer runs while nothing is. */
export class SilenceWatch {
  readonly #options: SilenceOptions
  #waitingFor: string | null = null
  /** What is left to be done about the wait, the first first. */
  #steps: readonly Step[] = []
  #sinceMs = 0
  #stopTimer: (() => void) | null = null
  #stopLastTimer: (() => void) | null = null

  constructor(options: SilenceOptions) {
    this.#options = options
  }

  /** What is waited for from now on; null: nothing. The same again changes nothing. */
  waitFor(what: string | null, patience: Patience = noPatience): void {
    if (what === this.#waitingFor) return
    this.#waitingFor = what
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#stopLastTimer?.()
    this.#stopLastTimer = null
    if (what === null) return
    const { clock, onOverdue } = this.#options
    const { endInAllAfterMs } = patience
    if (endInAllAfterMs !== null)
      this.#stopLastTimer = clock.after(endInAllAfterMs, () => onOverdue(endInAllAfterMs, what), 'alive')
    this.#sinceMs = this.#options.clock.nowMs()
    this.#steps = stepsOf(patience, this.#options)
    this.#arm()
  }

  /** The agent wrote something. Cheap: it is called for each chunk. */
  heard(atMs: number): void {
    this.#sinceMs = atMs
  }

  #arm(): void {
    const [step, ...later] = this.#steps
    if (step === undefined) return
    const { clock } = this.#options
    const leftMs = this.#sinceMs + step.afterMs - clock.nowMs()
    const dueAtMs = clock.nowMs() + leftMs
    // A run without a screen may have nothing else that keeps it there, and is to end with words.
    this.#stopTimer = clock.after(leftMs, () => this.#due(step, later, clock.nowMs() - dueAtMs), 'alive')
  }

  #due(step: Step, later: readonly Step[], lateMs: number): void {
    this.#stopTimer = null
    const what = this.#waitingFor
    if (what === null) return
    // We were stopped (ctrl-z), or the machine has slept: what was said meanwhile is still to be read.
    if (lateMs > slowMs) this.#sinceMs += lateMs + catchUpMs
    const silentMs = this.#options.clock.nowMs() - this.#sinceMs
    const isReached = silentMs >= step.afterMs
    if (isReached) this.#steps = later
    this.#arm()
    if (isReached) step.reached(silentMs, what)
  }
}

interface Step {
  readonly afterMs: number
  readonly reached: (forMs: number, waitingFor: string) => void
}

const noPatience: Patience = { sayAfterMs: null, endAfterMs: null, endInAllAfterMs: null }

function stepsOf(
  { sayAfterMs, endAfterMs }: Patience,
  { onSlow, onSilent }: SilenceOptions,
): readonly Step[] {
  const end = endAfterMs === null ? [] : [{ afterMs: endAfterMs, reached: onSilent }]
  const isSaid = sayAfterMs !== null && (endAfterMs === null || sayAfterMs < endAfterMs)
  return isSaid ? [{ afterMs: sayAfterMs, reached: onSlow }, ...end] : end
}
