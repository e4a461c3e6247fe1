import {
  dueAfter,
  playbackTimeAt,
  realTimeOf,
  type PlaybackSpeed,
  type PlaybackTime,
} from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'

/** A timer counts in 32 bits; who waits longer looks again. */
const longestWaitMs = 3_600_000

/** How the time of a recording passes while the user's does. */
export class Pace {
  readonly #clock: Clock
  /** Of longer pauses so much is waited for, in the user's time; null: all. */
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

  /** It is so late, and goes on so fast; 0: it stands. */
  set(atMs: number, rate: number): void {
    this.#time = { atMs, realMs: this.#clock.nowMs(), rate }
  }

  /** It is so late at least. */
  moveTo(atMs: number): void {
    this.set(Math.max(atMs, this.nowMs), this.#time.rate)
  }

  /** How long to wait, in the user's time, for a record that comes after one at `lastMs`. */
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
