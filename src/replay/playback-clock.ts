import {
  dueAfter,
  playbackTimeAt,
  realTimeOf,
  type PlaybackSpeed,
  type PlaybackTime,
} from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'

/** Timers count in 32 bits: a longer wait is cut here, and the player looks again. */
const longestWaitMs = 3_600_000

/** Maps real time to the time of the recording, which may be stopped, faster, and skip pauses. */
export class PlaybackClock {
  readonly #clock: Clock
  /** Longer pauses are shortened to this, in real time; null: none is. */
  readonly #idleLimitMs: number | null
  #time: PlaybackTime

  constructor(clock: Clock, idleLimitMs: number | null) {
    this.#clock = clock
    this.#idleLimitMs = idleLimitMs
    this.#time = { atMs: 0, realMs: clock.nowMs(), rate: 0 }
  }

  get time(): PlaybackTime {
    return this.#time
  }

  get nowMs(): number {
    return playbackTimeAt(this.#time, this.#clock.nowMs())
  }

  /** Sets the time and its rate; 0: paused. */
  set(atMs: number, rate: number): void {
    this.#time = { atMs, realMs: this.#clock.nowMs(), rate }
  }

  /** Moves the time forward to `atMs`, never back. */
  moveTo(atMs: number): void {
    this.set(Math.max(atMs, this.nowMs), this.#time.rate)
  }

  /** How long to wait, in real time, for a record at `nextMs` that follows one at `lastMs`; 0: it is due. */
  waitFor(nextMs: number, lastMs: number, speed: PlaybackSpeed): number {
    if (speed === 'max') return 0
    const limitMs = this.#idleLimitMs === null ? null : this.#idleLimitMs * speed
    const { atMs, skipsMs } = dueAfter(lastMs, nextMs, limitMs)
    const realMs = this.#clock.nowMs()
    if (this.nowMs < atMs) {
      const waitMs = (realTimeOf(this.#time, atMs) ?? realMs) - realMs
      return Math.min(longestWaitMs, Math.max(1, waitMs))
    }
    if (skipsMs > 0) this.moveTo(nextMs)
    return 0
  }
}
