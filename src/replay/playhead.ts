import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import type { Result } from '../lib/result.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { Checkpoint, ReplayPosition } from './checkpoint.ts'
import { RecordReader } from './record-reader.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import type { AppState } from '../app/state/app-state.ts'
import { mapDifference } from '../lib/shared-map.ts'
import { sessionOf } from '../outputs/changes/touched-plans.ts'

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

  /** Plays the next record. */
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
