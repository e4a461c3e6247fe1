import type { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { initialState, type AppState } from '../app/state/app-state.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'

/** A place between two lines of a recording, with all that has come of what stands before it: reading can go on there. */
export interface Place {
  /** Where the next line begins. */
  readonly offset: number
  /** The time of the last record before it. */
  readonly atMs: number
  /** Records, frames and changes of plans before it. */
  readonly records: number
  readonly frames: number
  readonly changes: number
  /** These two are copied before anything is read with them. */
  readonly reader: TraceReader
  /** null: no record was read yet. */
  readonly interpreter: TraceInterpreter | null
  readonly state: AppState
  /** What was noted last of each document, by its URI. */
  readonly documents: ReadonlyMap<string, JsonObject>
}

/** The beginning of a recording. */
export function startPlace(infersPlans: boolean): Place {
  return {
    offset: 0,
    atMs: 0,
    records: 0,
    frames: 0,
    changes: 0,
    reader: new TraceReader(),
    interpreter: null,
    state: { ...initialState, infersPlans },
    documents: new Map(),
  }
}

/** What a place costs to be reached: bytes to read, and about as much for each record. */
const recordBytes = 2000
/** Between two places that are kept. */
const firstSpacing = 1024 * 1024
const placesKept = 200

/** Places to begin at, so that not all has to be read again: few enough to be kept, near enough to be quick. */
export class Places {
  #places: Place[]
  #spacing: number

  constructor(start: Place, spacing = firstSpacing) {
    this.#places = [start]
    this.#spacing = spacing
  }

  /** Whether it is far enough behind the last one that was kept. */
  wants({ offset, records }: { readonly offset: number; readonly records: number }): boolean {
    const last = this.#last
    return offset - last.offset + (records - last.records) * recordBytes >= this.#spacing
  }

  keep(place: Place): void {
    this.#places.push(place)
    if (this.#places.length <= placesKept) return
    // Every other one goes: what is kept of a recording of any length is as much, and its steps are longer.
    this.#places = this.#places.filter((_, index) => index % 2 === 0)
    this.#spacing *= 2
  }

  /** The last place that `isBefore`, which holds for all places before one that it holds for; the first one if for none. */
  lastBefore(isBefore: (place: Place) => boolean): Place {
    let low = 0
    let high = this.#places.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const place = this.#places[middle]
      if (place !== undefined && isBefore(place)) low = middle
      else high = middle
    }
    return this.#places[low] ?? this.#last
  }

  get #last(): Place {
    const last = this.#places.at(-1)
    if (last === undefined) throw new Error('a recording has a beginning')
    return last
  }
}
