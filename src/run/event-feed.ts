import type { App, AppListener } from '../app/app.ts'

/** The app's events from the first one on, also for late listeners: the agent starts before the outputs are loaded. */
export interface EventFeed {
  /** Calls `listener` with the events so far, then with each new one; returns how to stop. */
  listen(listener: AppListener): () => void
  /** Frees the events so far. Call it when all listeners are there. */
  forget(): void
}

export function createEventFeed(app: App): EventFeed {
  const early: Parameters<AppListener>[] = []
  const stopKeeping = app.onEvent((...event) => early.push(event))
  return {
    listen(listener) {
      for (const event of early) listener(...event)
      return app.onEvent(listener)
    },
    forget() {
      stopKeeping()
      early.length = 0
    },
  }
}
