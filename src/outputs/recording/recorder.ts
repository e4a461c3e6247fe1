import type { AppListener } from '../../app/app.ts'
import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { openQuestion } from '../../app/state/question.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { noteOf } from '../../app/notes/noted-events.ts'
import { documentNote } from '../../app/notes/document-note.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { RecordStream } from '../../app/redact/record-stream.ts'
import type { Redactor } from '../../app/redact/redactor.ts'
import type { WirePiece } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import {
  type TraceHeader,
  type TraceRecord,
  headerLine,
  recordLine,
  passedRecord,
  type WireRecord,
} from '../../protocol/trace/trace-record.ts'
import { AppendedFile, LineBlocks } from './appended-file.ts'

export { openNewFile } from './appended-file.ts'

export interface RecorderOptions {
  /** An empty file, open for writing. */
  readonly fd: number
  readonly header: TraceHeader
  readonly clock: Clock
  /** null: nothing is redacted. */
  readonly redactor: Pick<Redactor, 'header' | 'stream'> | null
  /** Called once, with the reason, when the file cannot be written any more. The run continues without it. */
  readonly onLost: (why: string) => void
}

/** The longest time until a record is written: a killed process loses at most this. */
const flushMs = 100
/** How long a redactor may hold a record back that may end in the middle of a secret. */
const holdMs = 500
const checkMs = 2000

/** Records a run as it happens. Never throws, and never waits for the disk. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #file: AppendedFile
  readonly #lines: LineBlocks
  readonly #redacted: RecordStream | null
  /** The last note of each document, by its URI. */
  readonly #documents = new Map<string, string>()
  #cancelHold: (() => void) | null = null
  #cancelFlush: (() => void) | null = null
  #cancelCheck: () => void
  #lastMs = 0
  #isOver = false

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#file = new AppendedFile(options.fd, (why) => this.#lost(why))
    this.#lines = new LineBlocks((bytes) => this.#file.append(bytes))
    const { header, redactor } = options
    this.#redacted = redactor?.stream() ?? null
    this.#lines.addText(`${headerLine(redactor?.header(header) ?? header)}\n`)
    this.#flush()
    this.#cancelCheck = this.#checkLater()
  }

  wire = (piece: WirePiece): void => {
    if (this.#isOver) return
    const t = this.#time(piece.atMs)
    const start = this.#redacted === null ? messageStart(piece, t) : null
    if (start === null) return this.#record(pieceRecord(piece, t))
    // The hot path of nearly all records: bytes are not decoded.
    const isLarge = this.#lines.addMessage(start, piece.bytes)
    // Large messages are written at once, so that they do not stay in memory.
    if (isLarge) this.#flush()
    else this.#flushLater()
  }

  onEvent: AppListener = (event, _after, before) => {
    if (this.#isOver || isQuietEnd(event, before)) return
    const record = noteOf(event)
    if (record !== null) this.#record({ ...record, t: this.#time(record.t) })
  }

  /** The current state of a plan's document, which frames do not contain. */
  document(document: PlanDocument, atMs: number): void {
    const event = documentNote(document)
    if (event === null) return
    const note = writeJson(event)
    if (this.#documents.get(document.uri) === note) return
    this.#documents.set(document.uri, note)
    this.#record({ t: this.#time(atMs), type: 'event', event })
  }

  mark(text: string): void {
    this.#record({ t: this.#now(), type: 'mark', text })
  }

  resized(columns: number, rows: number): void {
    this.#record({ t: this.#now(), type: 'size', columns, rows })
  }

  /** Writes the last record. Settles when everything is on disk, or lost. */
  async end(status: number, reason: string): Promise<void> {
    this.#finish(status, reason)
    await this.#file.end()
  }

  /** Writes everything synchronously, and the last record where it is missing, for `exit` handlers. */
  saveNow(status: number, reason: string): void {
    this.#finish(status, reason)
    this.#file.writeNow()
  }

  #now(): number {
    return this.#time(this.#options.clock.nowMs())
  }

  /** In whole microseconds, and never before the last record's time. */
  #time(atMs: number): number {
    this.#lastMs = Math.max(this.#lastMs, Math.round(atMs * 1000) / 1000)
    return this.#lastMs
  }

  #record(record: TraceRecord): void {
    if (this.#isOver) return
    if (this.#redacted === null) return this.#write(record)
    for (const redacted of this.#redacted.push(record)) this.#write(redacted)
    this.#cancelHold?.()
    this.#cancelHold = this.#options.clock.after(holdMs, () => this.#releaseHeld())
  }

  #releaseHeld(): void {
    for (const record of this.#redacted?.flush() ?? []) this.#write(record)
  }

  #write(record: TraceRecord): void {
    this.#lines.addText(`${recordLine(record)}\n`)
    this.#flushLater()
  }

  #finish(status: number, reason: string): void {
    this.#record({ t: this.#now(), type: 'end', status, reason })
    if (!this.#isOver) this.#releaseHeld()
    this.#lines.flush()
    this.#stop()
  }

  #flushLater(): void {
    this.#cancelFlush ??= this.#options.clock.after(flushMs, () => this.#flush())
  }

  #flush(): void {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    this.#lines.flush()
    this.#file.flush()
  }

  #checkLater(): () => void {
    return this.#options.clock.after(checkMs, () => {
      this.#file.check()
      this.#cancelCheck = this.#checkLater()
    })
  }

  #lost(why: string): void {
    this.#stop()
    this.#options.onLost(why)
  }

  #stop(): void {
    this.#isOver = true
    this.#cancelFlush?.()
    this.#cancelHold?.()
    this.#cancelCheck()
  }
}

/** We end an agent that is at rest. It is not recorded: a replay ends with what the user saw last. */
function isQuietEnd(event: AppEvent, before: AppState): boolean {
  if (event.type !== 'link-changed' || event.link.state !== 'ended' || event.link.end.kind !== 'closed')
    return false
  return openQuestion(before) === null && ![...before.sessions.values()].some(isAtWork)
}

const openBrace = 0x7b
const closeBrace = 0x7d
const lineFeed = 0x0a

/**
 * The beginning of the record of a message that can be copied into it unchanged, followed by `}`; null if it must be recorded
 * as text.
 */
function messageStart(piece: WirePiece, t: number): string | null {
  const { direction, kind, bytes, isMessage } = piece
  if (!isMessage || bytes[0] !== openBrace || bytes.at(-1) !== closeBrace) return null
  const word = direction === 'from-agent' ? 'in' : 'out'
  if (kind === 'line') return `{"t":${t},"${word}":`
  // A line break is white space in a JSON frame, but would end the record.
  return kind === 'text' && !bytes.includes(lineFeed) ? `{"t":${t},"framed":true,"${word}":` : null
}

/** A piece of the wire as a record; `t`: its time in milliseconds. */
export function pieceRecord(piece: WirePiece, t: number): WireRecord {
  return passedRecord({ ...piece, dir: piece.direction }, t)
}
