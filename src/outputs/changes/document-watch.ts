import type { AppState } from '../../app/state/app-state.ts'
import { documentsOpen, type PlanDocument, type PlanDocuments } from '../../app/ports/plan-document.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { documentUri } from '../../plans/plan-parts.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PlanPlace } from './touched-plans.ts'

/** A file plan, and what its document is right now. */
export interface WatchedDocument {
  readonly sessionId: string
  readonly plan: Plan
  readonly document: PlanDocument
}

export interface DocumentWatch {
  /** Opens the documents of plans that came, closes those of plans that went: of those that have changed. */
  follow(state: AppState, changed: readonly PlanPlace[]): void
  /** The same for all plans that there are: when a session was opened or let go. */
  followAll(state: AppState): void
  documentOf(sessionId: string, planKey: string): PlanDocument | null
  close(): void
}

interface OpenPlan extends PlanPlace {
  readonly uri: string
  plan: Plan
  document: PlanDocument | null
  stop: () => void
}

/**
 * Reads and watches the documents of file plans: of the last ones that came or changed, so many as may be open.
 * `changed` is also called for the first state of each, and where one is not watched any more.
 */
export function watchDocuments(
  documents: PlanDocuments,
  changed: (watched: WatchedDocument) => void,
): DocumentWatch {
  /** Those that came or changed first stand first. */
  const open = new Map<string, OpenPlan>()

  const start = (at: PlanPlace, plan: Plan, uri: string): void => {
    const { sessionId, key } = at
    const opened: OpenPlan = { sessionId, key, uri, plan, document: null, stop: () => {} }
    open.set(nameOf(at), opened)
    opened.stop = documents.open(uri, (document) => {
      opened.document = document
      changed({ sessionId, plan: opened.plan, document })
    })
  }
  const stop = (name: string): void => {
    const opened = open.get(name)
    open.delete(name)
    opened?.stop()
  }
  const stopOldest = (): void => {
    for (const [name, { sessionId, plan, uri }] of open) {
      if (open.size <= documentsOpen) return
      stop(name)
      const reason = { kind: 'too-many-open', limit: documentsOpen } as const
      changed({ sessionId, plan, document: { state: 'unavailable', uri, reason } })
    }
  }
  const look = (state: AppState, at: PlanPlace): void => {
    const plan = state.sessions.get(at.sessionId)?.plans.get(at.key)
    const name = nameOf(at)
    const uri = plan === undefined ? null : documentUri(plan.body)
    if (plan === undefined || uri === null || plan.removedAtMs !== null) return stop(name)
    const known = open.get(name)
    if (known?.uri !== uri) {
      stop(name)
      start(at, plan, uri)
      return
    }
    known.plan = plan
    open.delete(name)
    open.set(name, known)
  }

  return {
    follow(state, places) {
      for (const place of places) look(state, place)
      stopOldest()
    },
    followAll(state) {
      // A copy: each of them is put at the end.
      const places = [...open.values()]
      for (const place of places) look(state, place)
      for (const { id: sessionId, plans } of state.sessions.values())
        for (const { key, body } of plans.values())
          if (documentUri(body) !== null && !open.has(nameOf({ sessionId, key })))
            look(state, { sessionId, key })
      stopOldest()
    },
    documentOf: (sessionId, key) => open.get(nameOf({ sessionId, key }))?.document ?? null,
    close() {
      for (const { stop: stopReading } of open.values()) stopReading()
      open.clear()
    },
  }
}

function nameOf({ sessionId, key }: PlanPlace): string {
  return writeJson([sessionId, key])
}
