import type { Clock } from '../../lib/clock.ts'

/** How long the agent may be silent while something is pending, in milliseconds. */
export interface SilenceLimits {
  /** After this, `onSlow`; null: never. */
  readonly noticeAfterMs: number | null
  /** After this, `onSilent`; null: never. */
  readonly endAfterMs: number | null
  /** After this, `onOverdue`, even if the agent has written meanwhile; null: never. */
  readonly endTotalAfterMs: number | null
}

export interface SilenceOptions {
  readonly clock: Clock
  /** Called once for each wait; `waitingFor` names what is pending. */
  readonly onSlow: (forMs: number, waitingFor: string) => void
  /** Called once for each wait in which the agent stayed silent for `endAfterMs`. */
  readonly onSilent: (forMs: number, waitingFor: string) => void
  /** Called once for each wait that took `endTotalAfterMs`. */
  readonly onOverdue: (forMs: number, waitingFor: string) => void
}

/** A timer that fires so late was not only delayed by computing. */
const slowMs = 2000
/** How long reading everything that is buffered in pipes and sockets may take. */
const catchUpMs = 1000

/** Watches for silence while something is pending. No timer runs while nothing is. */
export class SilenceWatch {
  readonly #options: SilenceOptions
  #waitingFor: string | null = null
  /** The steps that are still to come, the earliest first. */
  #steps: readonly Step[] = []
  #sinceMs = 0
  #stopTimer: (() => void) | null = null
  #stopLastTimer: (() => void) | null = null

  constructor(options: SilenceOptions) {
    this.#options = options
  }

  /** Sets what is pending; null: nothing. The same value again changes nothing. */
  waitFor(what: string | null, patience: SilenceLimits = noLimits): void {
    if (what === this.#waitingFor) return
    this.#waitingFor = what
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#stopLastTimer?.()
    this.#stopLastTimer = null
    if (what === null) return
    const { clock, onOverdue } = this.#options
    const { endTotalAfterMs } = patience
    if (endTotalAfterMs !== null)
      this.#stopLastTimer = clock.after(endTotalAfterMs, () => onOverdue(endTotalAfterMs, what), 'alive')
    this.#sinceMs = this.#options.clock.nowMs()
    this.#steps = stepsOf(patience, this.#options)
    this.#arm()
  }

  /** The agent wrote something. Cheap: called for each chunk. */
  onOutput(atMs: number): void {
    this.#sinceMs = atMs
  }

  #arm(): void {
    const [step, ...later] = this.#steps
    if (step === undefined) return
    const { clock } = this.#options
    const leftMs = this.#sinceMs + step.afterMs - clock.nowMs()
    const dueAtMs = clock.nowMs() + leftMs
    // Keeps the process alive: a run without a screen may have no other reason to, and must end with a message.
    this.#stopTimer = clock.after(leftMs, () => this.#due(step, later, clock.nowMs() - dueAtMs), 'alive')
  }

  #due(step: Step, later: readonly Step[], lateMs: number): void {
    this.#stopTimer = null
    const what = this.#waitingFor
    if (what === null) return
    // The process was stopped (ctrl-z) or the machine slept: output written meanwhile is still to be read.
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

const noLimits: SilenceLimits = { noticeAfterMs: null, endAfterMs: null, endTotalAfterMs: null }

function stepsOf(
  { noticeAfterMs, endAfterMs }: SilenceLimits,
  { onSlow, onSilent }: SilenceOptions,
): readonly Step[] {
  const end = endAfterMs === null ? [] : [{ afterMs: endAfterMs, reached: onSilent }]
  const isAnnounced = noticeAfterMs !== null && (endAfterMs === null || noticeAfterMs < endAfterMs)
  return isAnnounced ? [{ afterMs: noticeAfterMs, reached: onSlow }, ...end] : end
}
