import type { Attention } from '../app/ports/observed-source.ts'

/** Without a change for this long, it rests. */
const restsAfterMs = 10_000
/** What changes after a rest is still seen within a second. */
const restingMs = 800
/** In a list, what changes after a rest is seen within two seconds. */
const listedRestingMs = 1800

/** How long the next look at something that may change is waited for: longer while it rests, since many such things are followed. */
export class LookPace {
  readonly #shortMs: number
  readonly #restingMs: number
  #changedAtMs: number

  constructor(shortMs: number, nowMs: number, attention: Attention = 'shown') {
    this.#shortMs = shortMs
    this.#restingMs = attention === 'shown' ? restingMs : listedRestingMs
    this.#changedAtMs = nowMs
  }

  changed(nowMs: number): void {
    this.#changedAtMs = nowMs
  }

  /** Those that rest are looked at in the same moments, so that they share what is read for all of them. */
  delayMs(nowMs: number): number {
    if (nowMs - this.#changedAtMs < restsAfterMs) return this.#shortMs
    return this.#restingMs - (nowMs % this.#restingMs)
  }
}
