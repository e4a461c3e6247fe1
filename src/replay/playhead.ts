import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { TraceLine, TraceLines } from '../sources/trace-file/trace-lines.ts'
import type { Place } from './checkpoint.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { AppEvent } from '../app/app-event.ts'
import type { AppState } from '../app/state/app-state.ts'
import { mapDifference } from '../lib/shared-map.ts'
import { sessionOf } from '../outputs/changes/touched-plans.ts'

/** Goes through a recording, record by record: what each one tells becomes events of its app. */
export class Playhead {
  readonly app: App
  readonly #file: TraceFile
  readonly #lines: TraceLines
  readonly #reader: TraceReader
  #interpreter: TraceInterpreter | null
  /** Lines that were read from the file and not looked at. */
  #waiting: readonly TraceLine[] = []
  #waitingDone = 0
  /** The records of the line that was looked at last. */
  #records: readonly TraceRecord[] = []
  #recordsDone = 0
  #offset: number
  #isFinished = false
  #atMs: number
  #recordCount: number
  #frames: number
  #changes: number
  #documents: ReadonlyMap<string, JsonObject>

  constructor(file: TraceFile, place: Place) {
    this.#file = file
    this.#lines = file.lines(place.offset)
    this.#reader = place.reader.copy()
    this.#interpreter = place.interpreter?.copy() ?? null
    this.#offset = place.offset
    this.#atMs = place.atMs
    this.#recordCount = place.records
    this.#frames = place.frames
    this.#changes = place.changes
    this.#documents = place.documents
    this.app = createApp(place.state)
    this.app.onEvent((event, after, before) => this.#countChange(event, after, before))
  }

  get reader(): TraceReader {
    return this.#reader
  }

  /** The time of the record that was played last. */
  get atMs(): number {
    return this.#atMs
  }

  get frames(): number {
    return this.#frames
  }

  /** Changes of plans so far. */
  get changes(): number {
    return this.#changes
  }

  get offset(): number {
    return this.#offset
  }

  get records(): number {
    return this.#recordCount
  }

  get documents(): ReadonlyMap<string, JsonObject> {
    return this.#documents
  }

  /** The record that comes next; null: `load` has to be asked for it. */
  get next(): TraceRecord | null {
    for (;;) {
      const record = this.#records[this.#recordsDone]
      if (record !== undefined) return record
      const line = this.#waiting[this.#waitingDone]
      if (line === undefined || this.#reader.fault !== null) return null
      this.#waitingDone++
      this.#take(this.#recordsOf(line))
      this.#offset = line.endOffset
    }
  }

  /** Plays what comes next. */
  play(): void {
    const record = this.next
    if (record === null) return
    this.#recordsDone++
    this.#recordCount++
    this.#atMs = record.t
    if (isFrame(record)) this.#frames++
    if (record.type === 'event') this.#noteDocument(record.event)
    this.#interpreter ??= new TraceInterpreter({ fallbackName: this.#reader.header?.agent ?? 'agent' })
    for (const event of this.#interpreter.read(record)) this.app.dispatch(event)
  }

  /** Reads on, until there is a record to play: true; false: there is no more now. */
  async load(): Promise<Result<boolean, TraceFault>> {
    for (;;) {
      if (this.next !== null) return ok(true)
      const { fault } = this.#reader
      if (fault !== null) return fail(fault)
      const isWhole = this.#file.isWhole
      const read = await this.#lines.read()
      if (!read.ok) return read
      this.#waiting = read.value
      this.#waitingDone = 0
      if (read.value.length > 0) continue
      if (!isWhole) return ok(false)
      if (this.#file.failure !== null) return fail(this.#file.failure)
      if (this.#isFinished) return ok(false)
      this.#isFinished = true
      this.#take(this.#reader.end(this.#lines.rest()))
    }
  }

  /** The place where it stands, when that is between two lines; else null. Ask before `next` looks at another line. */
  place(): Place | null {
    if (this.#recordsDone < this.#records.length || this.#isFinished) return null
    return {
      offset: this.#offset,
      atMs: this.#atMs,
      records: this.#recordCount,
      frames: this.#frames,
      changes: this.#changes,
      reader: this.#reader.copy(),
      interpreter: this.#interpreter?.copy() ?? null,
      state: { ...this.app.state(), playback: null },
      documents: this.#documents,
    }
  }

  #recordsOf({ bytes, sizeBytes }: TraceLine): readonly TraceRecord[] {
    return sizeBytes > bytes.length ? this.#reader.pushOverlong(sizeBytes) : this.#reader.push(bytes)
  }

  #take(records: readonly TraceRecord[]): void {
    this.#records = records
    this.#recordsDone = 0
  }

  #noteDocument(note: JsonObject): void {
    const { type, uri } = note
    if (type === 'document' && typeof uri === 'string')
      this.#documents = new Map(this.#documents).set(uri, note)
  }

  #countChange(event: AppEvent, after: AppState, before: AppState): void {
    if (hasPlanChange(event, after, before)) this.#changes++
  }
}

export function isFrame({ type }: TraceRecord): boolean {
  return type === 'frame' || type === 'bytes' || type === 'overlong'
}

/**
 * Reads on until there is a record to play (true), waiting for more where the file may still grow. False: that was all, or
 * `until` came first, or the file was replaced by another one.
 */
export async function loadMore(
  head: Playhead,
  file: TraceFile,
  until: Promise<unknown>,
): Promise<Result<boolean, TraceFault>> {
  const { generation } = file
  let isOver = false
  void until.then(() => (isOver = true))
  let onGrown: () => void = () => undefined
  const stop = file.onChange(() => onGrown())
  try {
    for (;;) {
      const grown = new Promise<void>((resolve) => (onGrown = resolve))
      const loaded = await head.load()
      if (!loaded.ok || loaded.value || file.isWhole || isOver || generation !== file.generation)
        return loaded
      await Promise.race([grown, until])
    }
  } finally {
    stop()
  }
}

/** Whether a plan came, changed or went with an event: what can be stepped to. The same plan sent again is no change. */
export function hasPlanChange(event: AppEvent, after: AppState, before: AppState): boolean {
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
