import type { Clock } from '../../lib/clock.ts'

/** How long what is pending may take, in milliseconds, counted from the last sign of life. */
export interface SilenceLimits {
  /** `messages`: each whole message is a sign of life; `nothing`: the time counts from the beginning of the wait. */
  readonly signs: 'messages' | 'nothing'
  /** After this, `onSlow`; null: never. */
  readonly noticeAfterMs: number | null
  /** After this, `onSilent`; null: never. */
  readonly endAfterMs: number | null
  /** After this, `onOverdue`, even if messages have come meanwhile; null: never. */
  readonly endTotalAfterMs: number | null
}

export interface SilenceOptions {
  readonly clock: Clock
  /** Called once for each wait; `waitingFor` names what is pending. */
  readonly onSlow: (forMs: number, waitingFor: string, sentOther: boolean) => void
  /** Called once for each wait without a sign of life for `endAfterMs`. `sentOther`: bytes came all the same. */
  readonly onSilent: (forMs: number, waitingFor: string, sentOther: boolean) => void
  /** Called once for each wait that took `endTotalAfterMs`. */
  readonly onOverdue: (forMs: number, waitingFor: string) => void
}

/** A timer that fires so late was not only delayed by computing. */
const slowMs = 2000
/** How long reading everything that is buffered in pipes and sockets may take. */
const catchUpMs = 1000

/** Watches for signs of life while something is pending. No timer runs while nothing is. */
export class SilenceWatch {
  readonly #options: SilenceOptions
  #waitingFor: string | null = null
  /** The steps that are still to come, the earliest first. */
  #steps: readonly Step[] = []
  #sinceMs = 0
  #signs: SilenceLimits['signs'] = 'messages'
  #sentOther = false
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
    this.#sinceMs = clock.nowMs()
    this.#signs = patience.signs
    this.#sentOther = false
    this.#steps = stepsOf(patience, this.#options)
    this.#arm()
  }

  /** Bytes came, which may be anything. Cheap: called for each chunk. */
  onOutput(): void {
    this.#sentOther = true
  }

  /** The agent sent whole messages. */
  onMessage(): void {
    if (this.#signs === 'nothing') return
    this.#sinceMs = this.#options.clock.nowMs()
    this.#sentOther = false
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
    if (isReached) step.reached(silentMs, what, this.#sentOther)
  }
}

interface Step {
  readonly afterMs: number
  readonly reached: SilenceOptions['onSilent']
}

const noLimits: SilenceLimits = {
  signs: 'messages',
  noticeAfterMs: null,
  endAfterMs: null,
  endTotalAfterMs: null,
}

function stepsOf(
  { noticeAfterMs, endAfterMs }: SilenceLimits,
  { onSlow, onSilent }: SilenceOptions,
): readonly Step[] {
  const end = endAfterMs === null ? [] : [{ afterMs: endAfterMs, reached: onSilent }]
  const isAnnounced = noticeAfterMs !== null && (endAfterMs === null || noticeAfterMs < endAfterMs)
  return isAnnounced ? [{ afterMs: noticeAfterMs, reached: onSlow }, ...end] : end
}
