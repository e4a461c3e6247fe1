import { toldTime, type AppEvent } from '../../app/state/app-event.ts'
import type { PlanDocument, PlanDocuments } from '../../app/ports/plan-document.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { LineSink } from '../stream/output.ts'
import { watchDocuments, type DocumentWatch, type WatchedDocument } from './document-watch.ts'
import { isBeingWritten, planRefKey, touchedPlans, voidedBy, type PlanRef } from './touched-plans.ts'

/** What an output writes of plans. */
export interface PlanWriter {
  /** A plan that has changed or is gone. `atMs`: the time of its last change; null: nobody tells. */
  readonly onPlan: (state: AppState, place: PlanRef, atMs: number | null) => void
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
  readonly #waiting = new Map<string, { readonly place: PlanRef; readonly atMs: number | null }>()
  #state: AppState | null = null

  constructor({ sink, documents, writer }: PlanFeedParts) {
    this.#sink = sink
    this.#writer = writer
    this.#documents = watchDocuments(documents, (watched) => {
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
