import type { App, AppListener } from '../app/app.ts'
import { logProblem, WireLog } from '../app/wire/wire-log.ts'

/** Logs for the wire panel what the agent writes to stderr, and the problems in its messages. The caller passes the messages to `appendPiece`. */
export function startWireLog(app: App, maxBytes: number): WireLog {
  const log = new WireLog(maxBytes)
  app.onEvent((event) => {
    if (event.type === 'stderr-written') log.appendStderr(event.line, event.atMs)
    else logProblem(log, event)
  })
  return log
}

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
