import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { TraceLine, TraceLines } from '../sources/trace-file/trace-lines.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { AppEvent } from '../app/app-event.ts'
import type { AppState } from '../app/state/app-state.ts'
import { mapDifference } from '../lib/shared-map.ts'
import { sessionOf } from '../outputs/changes/touched-plans.ts'

/** Plays a recording record by record from a checkpoint on: each becomes events of an app of its own. */
export class Playhead {
  readonly app: App
  readonly #file: TraceFile
  readonly #lines: TraceLines
  readonly #reader: TraceReader
  #interpreter: TraceInterpreter | null
  /** Lines that are read from the file but not parsed. */
  #lineBuffer: readonly TraceLine[] = []
  #linesParsed = 0
  /** The records of the line that was parsed last. */
  #records: readonly TraceRecord[] = []
  #recordsPlayed = 0
  #offset: number
  #isFinished = false
  #atMs: number
  #recordCount: number
  #frames: number
  #changes: number
  #documents: ReadonlyMap<string, JsonObject>

  constructor(file: TraceFile, from: Checkpoint) {
    this.#file = file
    this.#lines = file.lines(from.offset)
    this.#reader = from.reader.copy()
    this.#interpreter = from.interpreter?.copy() ?? null
    this.#offset = from.offset
    this.#atMs = from.atMs
    this.#recordCount = from.records
    this.#frames = from.frames
    this.#changes = from.changes
    this.#documents = from.documents
    this.app = createApp(from.state)
    this.app.onEvent((event, after, before) => this.#countChange(event, after, before))
  }

  get reader(): TraceReader {
    return this.#reader
  }

  /** The time of the last record played. */
  get atMs(): number {
    return this.#atMs
  }

  get frames(): number {
    return this.#frames
  }

  /** Changes of plans so far: what `step-change` counts. */
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

  /** The next record; null: call `load` first. */
  get next(): TraceRecord | null {
    for (;;) {
      const record = this.#records[this.#recordsPlayed]
      if (record !== undefined) return record
      const line = this.#lineBuffer[this.#linesParsed]
      if (line === undefined || this.#reader.fault !== null) return null
      this.#linesParsed++
      this.#setRecords(this.#recordsOf(line))
      this.#offset = line.endOffset
    }
  }

  /** Plays the next record. */
  play(): void {
    const record = this.next
    if (record === null) return
    this.#recordsPlayed++
    this.#recordCount++
    this.#atMs = record.t
    if (isFrame(record)) this.#frames++
    if (record.type === 'event') this.#noteDocument(record.event)
    this.#interpreter ??= new TraceInterpreter({ fallbackName: this.#reader.header?.agent ?? 'agent' })
    for (const event of this.#interpreter.read(record)) this.app.dispatch(event)
  }

  /** Reads until there is a record to play (true), or the current end of the file (false). */
  async load(): Promise<Result<boolean, TraceFault>> {
    for (;;) {
      if (this.next !== null) return ok(true)
      const { fault } = this.#reader
      if (fault !== null) return fail(fault)
      const isWhole = this.#file.isWhole
      const read = await this.#lines.read()
      if (!read.ok) return read
      this.#lineBuffer = read.value
      this.#linesParsed = 0
      if (read.value.length > 0) continue
      if (!isWhole) return ok(false)
      if (this.#file.failure !== null) return fail(this.#file.failure)
      if (this.#isFinished) return ok(false)
      this.#isFinished = true
      this.#setRecords(this.#reader.end(this.#lines.rest()))
    }
  }

  /** A checkpoint of this position; null in the middle of a line. Call it before `next`, which parses the next line. */
  checkpoint(): Checkpoint | null {
    if (this.#recordsPlayed < this.#records.length || this.#isFinished) return null
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

  #setRecords(records: readonly TraceRecord[]): void {
    this.#records = records
    this.#recordsPlayed = 0
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
 * Reads until there is a record to play (true), and waits for one while the file may still grow. False at the end of the file,
 * when `until` settles, and when another file replaced this one.
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
