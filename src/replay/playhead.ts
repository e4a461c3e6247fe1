import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import type { Result } from '../lib/result.ts'
import { TraceReader, headerStartedAtMs } from '../protocol/trace/read-trace.ts'
import type { TraceRecord, TraceHeader } from '../protocol/trace/trace-record.ts'
import { RecordReader } from './record-reader.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { sessionOf, type AppEvent } from '../app/state/app-event.ts'
import { type AppState, startState, type StateOptions } from '../app/state/app-state.ts'
import { lastAtMost } from '../lib/sequences.ts'
import { mapDifference } from '../lib/shared-map.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { Clock } from '../lib/clock.ts'

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

/** The place before the first line. */
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
    const at = lastAtMost(0, this.#checkpoints.length, (index) => {
      const checkpoint = this.#checkpoints[index]
      return checkpoint !== undefined && isBefore(checkpoint) ? 0 : 1
    })
    return this.#checkpoints[at] ?? this.#last
  }

  get #last(): Checkpoint {
    const last = this.#checkpoints.at(-1)
    if (last === undefined) throw new Error('the first checkpoint is always kept')
    return last
  }
}

/** Plays a recording record by record from a checkpoint on: each becomes events of an app of its own. */
export class Playhead {
  readonly app: App
  readonly #records: RecordReader
  readonly #progress: { -readonly [Key in keyof ReplayPosition]: ReplayPosition[Key] }
  #interpreter: TraceInterpreter | null

  constructor(file: TraceFile, from: Checkpoint) {
    this.#records = new RecordReader(file, from.reader.copy(), from.offset)
    this.#interpreter = from.interpreter?.copy() ?? null
    this.#progress = { ...from.progress }
    this.app = createApp(from.state)
    this.app.onEvent((event, after, before) => {
      if (hasPlanChange(event, after, before)) this.#progress.changes++
    })
  }

  get reader(): TraceReader {
    return this.#records.reader
  }

  get offset(): number {
    return this.#records.offset
  }

  /** What is played so far. It changes with each record. */
  get progress(): ReplayPosition {
    return this.#progress
  }

  /** The next record; null: call `load` first. */
  get next(): TraceRecord | null {
    return this.#records.next
  }

  /** Reads until there is a record to play (true), or the current end of the file (false). */
  async load(): Promise<Result<boolean, TraceFault>> {
    return await this.#records.load()
  }

  play(): void {
    const record = this.#records.take()
    if (record === null) return
    const progress = this.#progress
    progress.records++
    progress.atMs = record.t
    if (isFrame(record)) progress.frames++
    if (record.type === 'event') {
      const { type, uri } = record.event
      if (type === 'document' && typeof uri === 'string')
        progress.documents = new Map(progress.documents).set(uri, record.event)
    }
    this.#interpreter ??= new TraceInterpreter({ fallbackName: this.reader.header?.agent ?? 'agent' })
    for (const event of this.#interpreter.read(record)) this.app.dispatch(event)
  }

  /** A checkpoint of this position; null in the middle of a line. Call it before `next`, which parses the next line. */
  checkpoint(): Checkpoint | null {
    if (!this.#records.isBetweenLines) return null
    return {
      offset: this.offset,
      progress: { ...this.#progress },
      reader: this.reader.copy(),
      interpreter: this.#interpreter?.copy() ?? null,
      state: { ...this.app.state(), playback: null },
    }
  }
}

/** Whether a record is a line or frame on the wire, which `step-frame` counts. */
export function isFrame({ type }: TraceRecord): boolean {
  return type === 'frame' || type === 'bytes' || type === 'overlong'
}

/** Whether an event added, changed or removed a plan. The same plan sent again is not a change. */
function hasPlanChange(event: AppEvent, after: AppState, before: AppState): boolean {
  const sessionId = sessionOf(event)
  if (sessionId === null) return false
  const now = after.sessions.get(sessionId)?.plans
  const was = before.sessions.get(sessionId)?.plans
  if (now === was || now === undefined) return false
  if (was === undefined || now.size !== was.size) return now.size > 0 || was !== undefined
  return mapDifference(now, was).changed.some((key) => {
    const plan = now.get(key)
    const former = was.get(key)
    return former?.revision !== plan?.revision || former?.removedAtMs !== plan?.removedAtMs
  })
}

/** The time of a recording that is read without its pauses: that of the record being played. */
export class TraceClock implements Clock {
  readonly #startedAtMs: number
  #nowMs = 0

  /** Without a recorded start, the recording begins at the epoch. */
  constructor(header: TraceHeader | null) {
    this.#startedAtMs = headerStartedAtMs(header) ?? 0
  }

  nowMs(): number {
    return this.#nowMs
  }

  wallMs(): number {
    return this.#startedAtMs + this.#nowMs
  }

  /** Timers never run: between two records, time does not pass. */
  after(): () => void {
    return () => {}
  }

  /** Moves the time forward, never back. */
  setTime(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs)
  }
}
