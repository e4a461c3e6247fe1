import type { AppState } from '../app/app-state.ts'
import type { PlanDocument, PlanDocuments } from '../app/plan-document.ts'
import { writeJson } from '../lib/json/write-json.ts'
import type { Plan } from '../plans/plan.ts'

/** A file plan, and what its document is right now. */
export interface WatchedDocument {
  readonly sessionId: string
  readonly plan: Plan
  readonly document: PlanDocument
}

export interface DocumentWatch {
  /** Opens the documents of plans that came, closes those of plans that went; call it when plans changed. */
  follow(state: AppState): void
  /** Whether anything is open: when not, only a file plan is worth a `follow`. */
  hasOpen(): boolean
  documentOf(sessionId: string, planKey: string): PlanDocument | null
  close(): void
}

interface OpenPlan {
  readonly uri: string
  plan: Plan
  document: PlanDocument | null
  stop: () => void
}

/** Reads and watches the document of every file plan that is there. `changed` is also called for the first state of each. */
export function watchDocuments(
  documents: PlanDocuments,
  changed: (watched: WatchedDocument) => void,
): DocumentWatch {
  const open = new Map<string, OpenPlan>()

  const start = (sessionId: string, plan: Plan, uri: string): void => {
    const place = placeOf(sessionId, plan.key)
    const opened: OpenPlan = { uri, plan, document: null, stop: () => {} }
    open.set(place, opened)
    opened.stop = documents.open(uri, (document) => {
      opened.document = document
      changed({ sessionId, plan: opened.plan, document })
    })
  }
  const stop = (place: string): void => {
    open.get(place)?.stop()
    open.delete(place)
  }

  return {
    follow(state) {
      const gone = new Set(open.keys())
      for (const session of state.sessions.values()) {
        for (const plan of session.plans.values()) {
          if (plan.body.type !== 'file' || plan.removedAtMs !== null) continue
          const place = placeOf(session.id, plan.key)
          gone.delete(place)
          const known = open.get(place)
          if (known?.uri === plan.body.uri) known.plan = plan
          else {
            stop(place)
            start(session.id, plan, plan.body.uri)
          }
        }
      }
      for (const place of gone) stop(place)
    },
    hasOpen: () => open.size > 0,
    documentOf: (sessionId, planKey) => open.get(placeOf(sessionId, planKey))?.document ?? null,
    close() {
      for (const { stop: stopReading } of open.values()) stopReading()
      open.clear()
    },
  }
}

function placeOf(sessionId: string, planKey: string): string {
  return writeJson([sessionId, planKey])
}
