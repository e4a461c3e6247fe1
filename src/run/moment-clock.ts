import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { Clock } from '../lib/clock.ts'

/**
 * A clock that stands still while something is handled: what follows from it at once has the same time, as it has when a recording is
 * replayed.
 */
export class MomentClock implements Clock {
  readonly #clock: Clock
  #nowMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs with this time, or with that of what is being handled already. */
  during(atMs: number, run: () => void): void {
    const before = this.#nowMs
    this.#nowMs = before ?? atMs
    try {
      run()
    } finally {
      this.#nowMs = before
    }
  }

  /** The same documents: whoever is told of one is told at the same time. */
  documents(documents: PlanDocuments): PlanDocuments {
    return {
      fetch: (uri) => documents.fetch(uri),
      open: (uri, changed) =>
        documents.open(uri, (document) => this.during(this.#clock.nowMs(), () => changed(document))),
    }
  }

  nowMs(): number {
    return this.#nowMs ?? this.#clock.nowMs()
  }

  wallMs(): number {
    return this.#clock.wallMs()
  }

  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void {
    return this.#clock.after(delayMs, run, keeps)
  }
}
