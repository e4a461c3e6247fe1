import { toldTime, type AppEvent } from '../../app/state/app-event.ts'
import { type PlanDocument, type PlanDocuments, documentsOpen } from '../../app/ports/plan-document.ts'
import { planRefKey, type AppState } from '../../app/state/app-state.ts'
import type { LineSink } from '../stream/output.ts'
import { isBeingWritten, touchedPlans, voidedBy, type TouchedPlan } from './touched-plans.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'

/** What an output writes of plans. */
export interface PlanWriter {
  /** A plan that has changed or is gone. `atMs`: the time of its last change; null: nobody tells. */
  readonly onPlan: (state: AppState, place: TouchedPlan, atMs: number | null) => void
  readonly onDocument: (state: AppState, watched: WatchedDocument) => void
  /** A session is opened again and its history replayed: its plans will be written as new ones. */
  readonly forget: (sessionId: string) => void
}

interface PlanFeedParts {
  readonly sink: LineSink
  readonly documents: PlanDocuments
  readonly writer: PlanWriter
}

/**
 * Passes changes of plans and their documents on to an output: at once, or later as one change, while its reader is slow or the
 * agent is still writing the plan.
 */
export class PlanFeed {
  readonly #sink: LineSink
  readonly #writer: PlanWriter
  readonly #documents: DocumentWatch
  readonly #stopRelief: () => void
  readonly #waiting = new Map<string, { readonly place: TouchedPlan; readonly atMs: number | null }>()
  #state: AppState | null = null

  constructor({ sink, documents, writer }: PlanFeedParts) {
    this.#sink = sink
    this.#writer = writer
    this.#documents = new DocumentWatch(documents, (watched) => {
      if (this.#state !== null) writer.onDocument(this.#state, watched)
    })
    this.#stopRelief = sink.onRelief(() => this.flush())
  }

  documentOf(sessionId: string, planKey: string): PlanDocument | null {
    return this.#documents.documentOf(sessionId, planKey)
  }

  onEvent(event: AppEvent, after: AppState, before: AppState): void {
    this.#state = after
    const voided = voidedBy(event)
    if (voided !== null) {
      this.#writer.forget(voided)
      this.#documents.followAll(after)
    }
    const places = touchedPlans(event, after, before)
    if (places.length === 0) return
    for (const place of places) {
      const mustWait = this.#sink.isCongested() || isBeingWritten(place, after)
      const atMs = toldTime(event)
      if (mustWait) this.#waiting.set(planRefKey(place), { place, atMs })
      else this.#writer.onPlan(after, place, atMs)
    }
    // After the plan itself, since its document may be known at once.
    if (event.type === 'session-opened') this.#documents.followAll(after)
    else this.#documents.follow(after, places)
  }

  /** Passes on what has waited, so that later lines follow it. */
  flush(state = this.#state): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { place, atMs } of waiting) if (state !== null) this.#writer.onPlan(state, place, atMs)
  }

  /** Settles when the reader has everything, or is gone. */
  async close(): Promise<void> {
    this.#stopRelief()
    this.#documents.close()
    await this.#sink.finish()
  }
}

export interface WatchedDocument {
  readonly sessionId: string
  readonly plan: Plan
  readonly document: PlanDocument
}

interface OpenPlan extends TouchedPlan {
  readonly uri: string
  plan: Plan
  document: PlanDocument | null
  stop: () => void
}

/**
 * Watches the documents of file plans: of the most recent ones, up to the limit of open documents. `changed` is also called for the
 * first state of each, and when one is dropped for the limit.
 */
class DocumentWatch {
  readonly #documents: PlanDocuments
  readonly #changed: (watched: WatchedDocument) => void
  /** The oldest first. */
  readonly #open = new Map<string, OpenPlan>()

  constructor(documents: PlanDocuments, changed: (watched: WatchedDocument) => void) {
    this.#documents = documents
    this.#changed = changed
  }

  /** Opens and closes the documents of the plans that have changed. */
  follow(state: AppState, changed: readonly TouchedPlan[]): void {
    for (const place of changed) this.#look(state, place)
    this.#stopOldest()
  }

  /** The same for all plans: after a session was loaded or closed. */
  followAll(state: AppState): void {
    // A copy, since `#look` reorders the map.
    const places = [...this.#open.values()]
    for (const place of places) this.#look(state, place)
    for (const { id: sessionId, plans } of state.sessions.values())
      for (const { key, body } of plans.values())
        if (documentUri(body) !== null && !this.#open.has(planRefKey({ sessionId, key })))
          this.#look(state, { sessionId, key })
    this.#stopOldest()
  }

  documentOf(sessionId: string, key: string): PlanDocument | null {
    return this.#open.get(planRefKey({ sessionId, key }))?.document ?? null
  }

  close(): void {
    for (const { stop } of this.#open.values()) stop()
    this.#open.clear()
  }

  #look(state: AppState, at: TouchedPlan): void {
    const plan = state.sessions.get(at.sessionId)?.plans.get(at.key)
    const name = planRefKey(at)
    const uri = plan === undefined ? null : documentUri(plan.body)
    if (plan === undefined || uri === null || plan.removedAtMs !== null) return this.#stop(name)
    const known = this.#open.get(name)
    if (known?.uri !== uri) {
      this.#stop(name)
      return this.#start(at, plan, uri)
    }
    known.plan = plan
    this.#open.delete(name)
    this.#open.set(name, known)
  }

  #start(at: TouchedPlan, plan: Plan, uri: string): void {
    const { sessionId, key } = at
    const opened: OpenPlan = { sessionId, key, uri, plan, document: null, stop: () => {} }
    this.#open.set(planRefKey(at), opened)
    opened.stop = this.#documents.open(uri, (document) => {
      opened.document = document
      this.#changed({ sessionId, plan: opened.plan, document })
    })
  }

  #stop(name: string): void {
    const opened = this.#open.get(name)
    this.#open.delete(name)
    opened?.stop()
  }

  #stopOldest(): void {
    for (const [name, { sessionId, plan, uri }] of this.#open) {
      if (this.#open.size <= documentsOpen) return
      this.#stop(name)
      const reason = { kind: 'too-many-open', limit: documentsOpen } as const
      this.#changed({ sessionId, plan, document: { state: 'unavailable', uri, reason } })
    }
  }
}
