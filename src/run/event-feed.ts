import type { App, AppListener } from '../app/app.ts'

/** The app's events from the first on, also for who comes later: the agent is started before the outputs are loaded. */
export interface EventFeed {
  /** Calls `listener` with what happened so far, then with each event; returns how to stop. */
  listen(listener: AppListener): () => void
  /** Everybody is listening: what happened so far is let go. */
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
