import type { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'

/** How far a recording has been played. */
export interface ReplayPosition {
  /** The time of the last record. */
  readonly atMs: number
  readonly records: number
  readonly frames: number
  /** Changes of plans: what `step-change` counts. */
  readonly changes: number
  /** The last recorded `document` event of each plan document, by its URI. */
  readonly documents: ReadonlyMap<string, JsonObject>
}

/** A place between two lines of a recording, with the state that the lines before it lead to: reading can start there. */
export interface Checkpoint {
  /** The byte offset of the next line. */
  readonly offset: number
  /** What was played before it. */
  readonly progress: ReplayPosition
  /** Changes while reading, as `interpreter` does: whoever continues from here copies both first. */
  readonly reader: TraceReader
  /** null: no record was read so far. */
  readonly interpreter: TraceInterpreter | null
  readonly state: AppState
}

/** The beginning of a recording. */
export function startCheckpoint(options: StateOptions): Checkpoint {
  return {
    offset: 0,
    progress: { atMs: 0, records: 0, frames: 0, changes: 0, documents: new Map() },
    reader: new TraceReader(),
    interpreter: null,
    state: startState(options),
  }
}

/** The spacing of checkpoints is counted in bytes; to play a record costs about as much as to read this many. */
const recordBytes = 2000
/** In bytes; grows with the recording. */
const firstSpacing = 1024 * 1024
const maxCheckpoints = 200

/** Checkpoints to seek from: few enough to keep in memory, close enough for quick seeks. */
export class Checkpoints {
  #checkpoints: Checkpoint[]
  #spacing: number

  constructor(start: Checkpoint, spacing = firstSpacing) {
    this.#checkpoints = [start]
    this.#spacing = spacing
  }

  /** Whether a position is far enough from the last checkpoint to get one. */
  isDue({ offset, progress }: Pick<Checkpoint, 'offset' | 'progress'>): boolean {
    const last = this.#last
    const records = progress.records - last.progress.records
    return offset - last.offset + records * recordBytes >= this.#spacing
  }

  keep(checkpoint: Checkpoint): void {
    this.#checkpoints.push(checkpoint)
    if (this.#checkpoints.length <= maxCheckpoints) return
    // Every second one is dropped and the spacing doubles: the number stays bounded for a recording of any length.
    this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0)
    this.#spacing *= 2
  }

  /**
   * The last checkpoint for which `isBefore` is true; the first one if it is true for none. It must be true up to some checkpoint
   * and false after that: this is a binary search.
   */
  lastWhere(isBefore: (checkpoint: Checkpoint) => boolean): Checkpoint {
    let low = 0
    let high = this.#checkpoints.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const checkpoint = this.#checkpoints[middle]
      if (checkpoint !== undefined && isBefore(checkpoint)) low = middle
      else high = middle
    }
    return this.#checkpoints[low] ?? this.#last
  }

  get #last(): Checkpoint {
    const last = this.#checkpoints.at(-1)
    if (last === undefined) throw new Error('the first checkpoint is always kept')
    return last
  }
}
