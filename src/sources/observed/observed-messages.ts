import type { Buffer } from 'node:buffer'
import type { ObservedSink } from '../../app/ports/observed-source.ts'
import { TraceInterpreter } from '../../app/exchange/trace-interpreter.ts'
import type { Clock } from '../../lib/clock.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { TraceLine } from '../trace-file/trace-lines.ts'

export interface MessagesOptions {
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
  /** When the session was last changed, by the wall clock: where the lines have no times, their events are put there in order. */
  readonly changedAtMs: number
  /** Whether a line is a mark of the writer's between the messages, which is passed over. Absent: none is. */
  readonly isMarker?: (line: Buffer) => boolean
}

/** Characters of a line that was not understood. */
const shownStart = 200

/** Turns the lines of an observed trace, in any dialect, into what its sink takes: messages, events, and what was not understood. */
export class ObservedMessages {
  readonly #sink: ObservedSink
  readonly #clock: Clock
  readonly #options: MessagesOptions
  readonly #interpreter: TraceInterpreter
  readonly #reader = new TraceReader()
  #path = ''
  /** Of the file of this path. */
  #line = 0
  /** Of all files. */
  #linesRead = 0
  #beganAtMs: number | null = null
  #lastMs = 0
  #problems = 0
  #isLive = false
  #isRefused = false

  constructor(sink: ObservedSink, clock: Clock, options: MessagesOptions) {
    this.#sink = sink
    this.#clock = clock
    this.#options = options
    this.#interpreter = new TraceInterpreter(options)
  }

  /** The lines that follow are being written: without times of their own they get the present one. */
  live(): void {
    this.#isLive = true
  }

  push(path: string, lines: readonly TraceLine[]): void {
    const sink = this.#sink
    if (path !== this.#path) this.#line = 0
    this.#path = path
    for (const { bytes, sizeBytes } of lines) {
      this.#line++
      if (this.#options.isMarker?.(bytes) === true) continue
      this.#linesRead++
      const isWhole = sizeBytes === bytes.length
      const records = isWhole ? this.#reader.push(bytes) : this.#reader.pushOverlong(sizeBytes)
      this.#noteProblem(bytes.toString('utf8', 0, shownStart * 4).slice(0, shownStart))
      for (const record of records) {
        const timed = this.#timed(record)
        sink.wire(timed)
        const events = this.#interpreter.read(timed)
        if (events.length > 0) sink.events(events)
      }
    }
  }

  /** The record at its time; the first one tells when the session began. */
  #timed(record: TraceRecord): TraceRecord {
    if (this.#beganAtMs === null) {
      this.#beganAtMs = this.#reader.startedAtMs ?? this.#options.changedAtMs
      this.#sink.began(this.#beganAtMs)
    }
    const passedMs = this.#isLive ? this.#clock.wallMs() - this.#beganAtMs : 0
    this.#lastMs = Math.max(this.#lastMs, this.#reader.hasTimes ? record.t : passedMs)
    if (record.type !== 'frame' || !this.#isLive) return { ...record, t: this.#lastMs }
    // It comes now.
    const { isUntimed: _, ...frame } = record
    return { ...frame, t: this.#lastMs }
  }

  #noteProblem(start: string): void {
    const { problemCount, problems, fault } = this.#reader
    const isFaultNew = fault !== null && !this.#isRefused
    this.#isRefused = fault !== null
    if (problemCount === this.#problems && !isFaultNew) return
    this.#problems = problemCount
    const last = problems.at(-1)
    const found = last?.line === this.#linesRead ? last.text : 'another line like one before'
    const why = isFaultNew ? fault.message : found
    this.#sink.notUnderstood({ path: this.#path, line: this.#line, start, why })
  }
}
