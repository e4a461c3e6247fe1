/** Without a change for this long, it rests. */
const restsAfterMs = 10_000
/** What changes after a rest is still seen within a second. */
const restingMs = 800

/** How long the next look at something that may change is waited for: longer while it rests, since many such things are followed. */
export class LookPace {
  readonly #shortMs: number
  #changedAtMs: number

  constructor(shortMs: number, nowMs: number) {
    this.#shortMs = shortMs
    this.#changedAtMs = nowMs
  }

  changed(nowMs: number): void {
    this.#changedAtMs = nowMs
  }

  delayMs(nowMs: number): number {
    return nowMs - this.#changedAtMs < restsAfterMs ? this.#shortMs : restingMs
  }
}
