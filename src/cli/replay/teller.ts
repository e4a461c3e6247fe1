import type { App } from '../../app/app.ts'
import type { Playback } from '../../app/playback/playback.ts'
import type { Clock } from '../../lib/clock.ts'

/** How often it is told how far a recording was looked through. */
const soonMs = 250

/** Makes how a recording is shown part of the state, when it has changed. */
export class Teller {
  readonly #app: App
  readonly #clock: Clock
  readonly #playback: () => Playback
  #callOff: (() => void) | null = null
  #isClosed = false

  constructor(app: App, clock: Clock, playback: () => Playback) {
    this.#app = app
    this.#clock = clock
    this.#playback = playback
  }

  tell(): void {
    const playback = this.#playback()
    const told = this.#app.state().playback
    if (told !== null && isSame(told, playback)) return
    this.#app.dispatch({ type: 'playback-changed', atMs: 0, playback })
  }

  /** What changes all the time, and need not be seen at once. */
  tellSoon(): void {
    if (this.#isClosed) return
    this.#callOff ??= this.#clock.after(soonMs, () => {
      this.#callOff = null
      this.tell()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#callOff?.()
  }
}

function isSame(one: Playback, other: Playback): boolean {
  return (
    one.state === other.state &&
    one.speed === other.speed &&
    one.isLooping === other.isLooping &&
    one.change === other.change &&
    one.extent === other.extent
  )
}
