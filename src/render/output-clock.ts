export interface FilmPace {
  /** Times as fast as it was. */
  readonly speed: number
  /** The longest pause in the result; Infinity: all of each is shown. */
  readonly idleLimitMs: number
  /** How long a change of a plan stays at least, in the result, before the next one. */
  readonly minHoldMs: number
}

/**
 * When what happened at a time of the recording is seen in the result. Within a pause that is cut, time runs for as long as
 * pauses may be and then stands still until the next thing happens. Times are given in their order.
 */
export class FilmClock {
  readonly #pace: FilmPace
  #happenedMs: number
  #happenedOutMs = 0
  #heldUntilMs = 0

  /** `fromMs`: the time of the recording at which the result begins. */
  constructor(pace: FilmPace, fromMs: number) {
    this.#pace = pace
    this.#happenedMs = fromMs
  }

  /** The moment of the result, in milliseconds. */
  outOf(atMs: number): number {
    const pauseMs = Math.max(0, atMs - this.#happenedMs) / this.#pace.speed
    return this.#happenedOutMs + Math.min(pauseMs, this.#pace.idleLimitMs)
  }

  /** The time of the recording that is seen at a moment of the result, if nothing happens until then. */
  timeAt(outMs: number): number {
    return this.#happenedMs + (outMs - this.#happenedOutMs) * this.#pace.speed
  }

  /** The result does not stay for this: it lies in what is cut from a pause, if nothing happens before. */
  isCut(atMs: number): boolean {
    return atMs - this.#happenedMs > this.#pace.idleLimitMs * this.#pace.speed
  }

  /** Something happens: a record, or a key. */
  happens(atMs: number): void {
    this.#happenedOutMs = this.outOf(atMs)
    this.#happenedMs = Math.max(this.#happenedMs, atMs)
  }

  /** What happens now changes a plan: it is seen when the change before has been seen for long enough. */
  changesPlan(): void {
    this.#happenedOutMs = Math.max(this.#happenedOutMs, this.#heldUntilMs)
    this.#heldUntilMs = this.#happenedOutMs + this.#pace.minHoldMs
  }
}
