import type { App, AppListener } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import type { Playback } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'

/** An app in whose place another one is put by each seek, and where another file takes the place of the recording. Listeners stay. */
export class RelayedApp implements App {
  readonly #listeners = new Set<AppListener>()
  #app: App
  #stopListening: () => void

  constructor(app: App) {
    this.#app = app
    this.#stopListening = this.#listenTo(app)
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

  /** Shows another app from now on. Listeners are not called before its next event. */
  show(app: App): void {
    this.#stopListening()
    this.#app = app
    this.#stopListening = this.#listenTo(app)
  }

  #listenTo(app: App): () => void {
    return app.onEvent((...event) => {
      for (const listener of this.#listeners) listener(...event)
    })
  }
}

/** Progress of the trace index is published at most this often. */
const progressEveryMs = 250

/** The app that the screen shows during a replay: it also publishes the player's state as part of the app's state. */
export class PlaybackApp extends RelayedApp {
  readonly #clock: Clock
  readonly #playback: () => Playback
  #cancelTimer: (() => void) | null = null
  #isClosed = false

  constructor(app: App, clock: Clock, playback: () => Playback) {
    super(app)
    this.#clock = clock
    this.#playback = playback
  }

  /** Publishes the player's state, if it has changed. */
  publish(): void {
    const playback = this.#playback()
    const published = this.state().playback
    if (published !== null && isSame(published, playback)) return
    this.dispatch({ type: 'playback-changed', atMs: 0, playback })
  }

  /** Publishes a little later: for what changes often and is not urgent. */
  publishSoon(): void {
    if (this.#isClosed) return
    this.#cancelTimer ??= this.#clock.after(progressEveryMs, () => {
      this.#cancelTimer = null
      this.publish()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
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
