import type { Clock } from '../../lib/clock.ts'

/** Without an update for this long, the replay of a loaded session counts as complete. */
const quietMs = 150
/** The longest wait for an agent that keeps sending updates. */
const longestMs = 2000

interface Replaying {
  readonly beganAtMs: number
  lastUpdateAtMs: number
  cancelTimer: () => void
}

/**
 * Sessions whose history may still be replayed after the response to `session/load`: gemini responds first, and over
 * HTTP responses and updates arrive on separate streams. Old plans would be taken for those of a prompt sent meanwhile.
 */
export class ReplayingSessions {
  readonly #clock: Pick<Clock, 'nowMs' | 'after'>
  readonly #replaying = new Map<string, Replaying>()

  constructor(clock: Pick<Clock, 'nowMs' | 'after'>) {
    this.#clock = clock
  }

  /** Calls `onSettled` when the session's replay counts as complete. */
  settle(sessionId: string, onSettled: () => void): void {
    this.#replaying.get(sessionId)?.cancelTimer()
    const nowMs = this.#clock.nowMs()
    const replaying: Replaying = { beganAtMs: nowMs, lastUpdateAtMs: nowMs, cancelTimer: () => undefined }
    const arm = (delayMs: number): void => {
      replaying.cancelTimer = this.#clock.after(
        delayMs,
        () => {
          const untilMs = Math.min(replaying.lastUpdateAtMs + quietMs, replaying.beganAtMs + longestMs)
          const leftMs = untilMs - this.#clock.nowMs()
          if (leftMs > 0) return arm(leftMs)
          this.#replaying.delete(sessionId)
          onSettled()
        },
        'alive',
      )
    }
    this.#replaying.set(sessionId, replaying)
    arm(quietMs)
  }

  /** To be called for each update; cheap. */
  onUpdate(sessionId: string): void {
    if (this.#replaying.size === 0) return
    const replaying = this.#replaying.get(sessionId)
    if (replaying !== undefined) replaying.lastUpdateAtMs = this.#clock.nowMs()
  }

  /** Stops waiting for all sessions. */
  stop(): void {
    for (const { cancelTimer } of this.#replaying.values()) cancelTimer()
    this.#replaying.clear()
  }
}
