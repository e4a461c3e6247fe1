import type { AppListener } from '../../app/app.ts'
import { noteOf } from '../../app/notes/noted-events.ts'
import { documentNote } from '../../app/notes/document-note.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { RecordStream } from '../../app/redact/record-stream.ts'
import type { Redactor } from '../../app/redact/redactor.ts'
import type { WirePiece } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { headerLine, recordLine } from '../../protocol/trace/write-record.ts'
import { AppendedFile } from './appended-file.ts'
import { LineBlocks } from './line-blocks.ts'
import { messageStart, pieceRecord } from './piece-record.ts'

export interface RecorderOptions {
  /** Open for writing, empty. */
  readonly fd: number
  readonly header: TraceHeader
  /** Times are recorded as it counts them. */
  readonly clock: Clock
  /** Takes out what must not be written; null: nothing is taken out. */
  readonly redactor: Pick<Redactor, 'header' | 'stream'> | null
  /** The file cannot be written any more: called once, with why. The run goes on without it. */
  readonly onLost: (why: string) => void
}

/** Writes down what happens, as it happens. Never throws, and never waits for the disk. */
export interface Recorder {
  readonly wire: (piece: WirePiece) => void
  readonly onEvent: AppListener
  /** A plan's document as it is now: frames do not tell it. */
  document(document: PlanDocument): void
  mark(text: string): void
  resized(columns: number, rows: number): void
  /** How the run ended: the last record. Settles when all is on the disk, or lost. */
  end(status: number, reason: string): Promise<void>
  /** Writes what is not written yet, before it returns: for handlers of the process's end. */
  saveNow(): void
}

/** How long something may wait to be written: what a kill may cost. */
const flushMs = 100
/** How long a redactor may hold back what may be the first half of something. */
const holdMs = 500
/** How often a look is taken whether the file is still there. */
const lookMs = 2000

export function createRecorder(options: RecorderOptions): Recorder {
  return new FileRecorder(options)
}

class FileRecorder implements Recorder {
  readonly #options: RecorderOptions
  readonly #file: AppendedFile
  readonly #lines: LineBlocks
  readonly #redacted: RecordStream | null
  /** The last note of each document, by its URI. */
  readonly #documents = new Map<string, string>()
  #callOffHolding: () => void = () => undefined
  #callOff: (() => void) | null = null
  #stopLooking: () => void
  #lastMs = 0
  #isOver = false

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#file = new AppendedFile(options.fd, (why) => this.#lost(why))
    this.#lines = new LineBlocks((bytes, release) => this.#file.append(bytes, release))
    const { header, redactor } = options
    this.#redacted = redactor?.stream() ?? null
    this.#lines.addText(`${headerLine(redactor?.header(header) ?? header)}\n`)
    this.#flush()
    this.#stopLooking = this.#lookLater()
  }

  wire = (piece: WirePiece): void => {
    if (this.#isOver) return
    const t = this.#time(piece.atMs)
    const start = this.#redacted === null ? messageStart(piece, t) : null
    if (start === null) return this.#record(pieceRecord(piece, t))
    // Nearly all that is recorded: the screen waits for what this costs, so nothing of it is turned into text and back.
    const isLarge = this.#lines.addMessage(start, piece.bytes)
    // What is large is not kept longer than it takes to write it.
    if (isLarge) this.#flush()
    else this.#flushLater()
  }

  onEvent: AppListener = (event) => {
    if (this.#isOver) return
    const record = noteOf(event)
    if (record !== null) this.#record({ ...record, t: this.#time(record.t) })
  }

  document(document: PlanDocument): void {
    const event = documentNote(document)
    if (event === null) return
    const note = writeJson(event)
    if (this.#documents.get(document.uri) === note) return
    this.#documents.set(document.uri, note)
    this.#record({ t: this.#now(), type: 'event', event })
  }

  mark(text: string): void {
    this.#record({ t: this.#now(), type: 'mark', text })
  }

  resized(columns: number, rows: number): void {
    this.#record({ t: this.#now(), type: 'size', columns, rows })
  }

  async end(status: number, reason: string): Promise<void> {
    this.#record({ t: this.#now(), type: 'end', status, reason })
    this.#finish()
    await this.#file.end()
  }

  saveNow(): void {
    this.#finish()
    this.#file.writeNow()
  }

  #now(): number {
    return this.#time(this.#options.clock.nowMs())
  }

  /** Never before what was recorded last. To the microsecond: the rest is noise. */
  #time(atMs: number): number {
    this.#lastMs = Math.max(this.#lastMs, Math.round(atMs * 1000) / 1000)
    return this.#lastMs
  }

  #record(record: TraceRecord): void {
    if (this.#isOver) return
    if (this.#redacted === null) return this.#write(record)
    for (const redacted of this.#redacted.push(record)) this.#write(redacted)
    this.#callOffHolding()
    this.#callOffHolding = this.#options.clock.after(holdMs, () => this.#releaseHeld())
  }

  #releaseHeld(): void {
    for (const record of this.#redacted?.flush() ?? []) this.#write(record)
  }

  #write(record: TraceRecord): void {
    this.#lines.addText(`${recordLine(record)}\n`)
    this.#flushLater()
  }

  #finish(): void {
    if (!this.#isOver) this.#releaseHeld()
    this.#lines.flush()
    this.#stop()
  }

  #flushLater(): void {
    this.#callOff ??= this.#options.clock.after(flushMs, () => this.#flush())
  }

  #flush(): void {
    this.#callOff?.()
    this.#callOff = null
    this.#lines.flush()
    this.#file.flush()
  }

  #lookLater(): () => void {
    return this.#options.clock.after(lookMs, () => {
      this.#file.look()
      this.#stopLooking = this.#lookLater()
    })
  }

  #lost(why: string): void {
    this.#stop()
    this.#options.onLost(why)
  }

  #stop(): void {
    this.#isOver = true
    this.#callOff?.()
    this.#callOffHolding()
    this.#stopLooking()
  }
}
