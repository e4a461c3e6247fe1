import type { Clock } from '../../lib/clock.ts'

/** How long a loaded session has to be quiet until its past counts as complete. */
const quietMs = 150
/** The longest wait for an agent that does not fall quiet. */
const longestMs = 2000

interface Settling {
  readonly beganAtMs: number
  lastUpdateAtMs: number
  cancelTimer: () => void
}

/**
 * Sessions whose past may still be reported after the answer to `session/load`: gemini answers first, and over HTTP
 * answers and updates come on separate streams. A prompt sent meanwhile would get the old plans as its own.
 */
export class SettlingSessions {
  readonly #clock: Pick<Clock, 'nowMs' | 'after'>
  readonly #settling = new Map<string, Settling>()

  constructor(clock: Pick<Clock, 'nowMs' | 'after'>) {
    this.#clock = clock
  }

  /** Calls `onSettled` when the session has fallen quiet. */
  settle(sessionId: string, onSettled: () => void): void {
    this.#settling.get(sessionId)?.cancelTimer()
    const nowMs = this.#clock.nowMs()
    const settling: Settling = { beganAtMs: nowMs, lastUpdateAtMs: nowMs, cancelTimer: () => undefined }
    const arm = (delayMs: number): void => {
      settling.cancelTimer = this.#clock.after(
        delayMs,
        () => {
          const untilMs = Math.min(settling.lastUpdateAtMs + quietMs, settling.beganAtMs + longestMs)
          const leftMs = untilMs - this.#clock.nowMs()
          if (leftMs > 0) return arm(leftMs)
          this.#settling.delete(sessionId)
          onSettled()
        },
        'alive',
      )
    }
    this.#settling.set(sessionId, settling)
    arm(quietMs)
  }

  /** An update of a session came. Cheap: called for each update. */
  onUpdate(sessionId: string): void {
    if (this.#settling.size === 0) return
    const settling = this.#settling.get(sessionId)
    if (settling !== undefined) settling.lastUpdateAtMs = this.#clock.nowMs()
  }

  /** Stops waiting for all sessions. */
  stop(): void {
    for (const { cancelTimer } of this.#settling.values()) cancelTimer()
    this.#settling.clear()
  }
}
