import type { App, AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { AppEvent } from '../../app/app-event.ts'

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
