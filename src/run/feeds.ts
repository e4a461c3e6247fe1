import type { App, AppListener } from '../app/app.ts'
import type { WirePiece } from '../app/ports/transport.ts'
import { logProblem, WireLog } from '../app/wire/wire-log.ts'
import type { Recording } from './recording.ts'

/** The messages of a run for the wire panel, and what the connection reports each of them to. */
export interface WireFeed {
  readonly log: WireLog
  readonly onWire: (piece: WirePiece) => void
}

/** Logs what passes between client and agent, what the agent writes to stderr, and the problems in its messages; records the messages, too. */
export function startWireFeed(app: App, maxBytes: number, recording: Recording | null): WireFeed {
  const log = new WireLog(maxBytes)
  app.onEvent((event) => {
    if (event.type === 'stderr-written') log.appendStderr(event.line, event.atMs)
    else logProblem(log, event)
  })
  const { appendPiece } = log
  if (recording === null) return { log, onWire: appendPiece }
  return {
    log,
    onWire(piece) {
      appendPiece(piece)
      recording.wire(piece)
    },
  }
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
