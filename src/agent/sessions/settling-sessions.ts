import type { Clock } from '../../lib/clock.ts'

/** How long a session that was loaded has to be quiet until its past counts as told. */
const quietMs = 150
/** An agent that never falls quiet is not waited for any longer. */
const longestMs = 2000

interface Settling {
  readonly beganAtMs: number
  heardAtMs: number
  callOff: () => void
}

/**
 * Sessions whose past may still be told after the answer to their load: gemini answers first, and over HTTP answers and
 * updates come on streams of their own. A prompt that went meanwhile would have the old plans for its own.
 */
export class SettlingSessions {
  readonly #clock: Pick<Clock, 'nowMs' | 'after'>
  readonly #settling = new Map<string, Settling>()

  constructor(clock: Pick<Clock, 'nowMs' | 'after'>) {
    this.#clock = clock
  }

  /** Calls `onSettled` when the session has fallen quiet. */
  settle(sessionId: string, onSettled: () => void): void {
    this.#settling.get(sessionId)?.callOff()
    const nowMs = this.#clock.nowMs()
    const settling: Settling = { beganAtMs: nowMs, heardAtMs: nowMs, callOff: () => undefined }
    const arm = (delayMs: number): void => {
      settling.callOff = this.#clock.after(
        delayMs,
        () => {
          const untilMs = Math.min(settling.heardAtMs + quietMs, settling.beganAtMs + longestMs)
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

  /** The agent told something of a session. Cheap: it is called for each update. */
  heard(sessionId: string): void {
    if (this.#settling.size === 0) return
    const settling = this.#settling.get(sessionId)
    if (settling !== undefined) settling.heardAtMs = this.#clock.nowMs()
  }

  /** Nothing is waited for any more. */
  stop(): void {
    for (const { callOff } of this.#settling.values()) callOff()
    this.#settling.clear()
  }
}
