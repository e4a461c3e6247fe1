import type { App, AppListener } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { AppEvent } from '../app/app-event.ts'
import type { Playback } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'

/** The app that a screen looks at while recordings are gone through by others: now this one, now that. */
export class ShownApp implements App {
  readonly #listeners = new Set<AppListener>()
  #app: App
  #stop: () => void

  constructor(app: App) {
    this.#app = app
    this.#stop = this.#listenTo(app)
  }

  state(): AppState {
    return this.#app.state()
  }

  dispatch(event: AppEvent): void {
    this.#app.dispatch(event)
  }

  onEvent(listener: AppListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows another one from now on; whoever listens hears of it by that one's next event. */
  show(app: App): void {
    this.#stop()
    this.#app = app
    this.#stop = this.#listenTo(app)
  }

  #listenTo(app: App): () => void {
    return app.onEvent((...told) => {
      for (const listener of this.#listeners) listener(...told)
    })
  }
}

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
