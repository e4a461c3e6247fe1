import type { AppState } from '../../app/state/app-state.ts'
import { documentsOpen, type PlanDocument, type PlanDocuments } from '../../app/ports/plan-document.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { planRefKey, type PlanRef } from './touched-plans.ts'

export interface WatchedDocument {
  readonly sessionId: string
  readonly plan: Plan
  readonly document: PlanDocument
}

export interface DocumentWatch {
  /** Opens and closes the documents of the plans that have changed. */
  follow(state: AppState, changed: readonly PlanRef[]): void
  /** The same for all plans: after a session was loaded or closed. */
  followAll(state: AppState): void
  documentOf(sessionId: string, planKey: string): PlanDocument | null
  close(): void
}

interface OpenPlan extends PlanRef {
  readonly uri: string
  plan: Plan
  document: PlanDocument | null
  stop: () => void
}

/**
 * Watches the documents of file plans: of the most recent ones, up to the limit of open documents. `changed` is also called for the
 * first state of each, and when one is dropped for the limit.
 */
export function watchDocuments(
  documents: PlanDocuments,
  changed: (watched: WatchedDocument) => void,
): DocumentWatch {
  /** The oldest first. */
  const open = new Map<string, OpenPlan>()

  const start = (at: PlanRef, plan: Plan, uri: string): void => {
    const { sessionId, key } = at
    const opened: OpenPlan = { sessionId, key, uri, plan, document: null, stop: () => {} }
    open.set(planRefKey(at), opened)
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
  const look = (state: AppState, at: PlanRef): void => {
    const plan = state.sessions.get(at.sessionId)?.plans.get(at.key)
    const name = planRefKey(at)
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
      // A copy, since `look` reorders the map.
      const places = [...open.values()]
      for (const place of places) look(state, place)
      for (const { id: sessionId, plans } of state.sessions.values())
        for (const { key, body } of plans.values())
          if (documentUri(body) !== null && !open.has(planRefKey({ sessionId, key })))
            look(state, { sessionId, key })
      stopOldest()
    },
    documentOf: (sessionId, key) => open.get(planRefKey({ sessionId, key }))?.document ?? null,
    close() {
      for (const { stop: stopReading } of open.values()) stopReading()
      open.clear()
    },
  }
}
