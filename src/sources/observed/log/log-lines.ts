import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../../../app/state/app-event.ts'
import type { ObservedSink } from '../../../app/ports/observed-source.ts'
import type { ReadLine, LogTimes } from './log-reading.ts'

interface Reader {
  read(line: Buffer): ReadLine
}

interface CutLine {
  readonly bytes: Buffer
  /** More than the length of `bytes` where only the beginning of a line was kept. */
  readonly sizeBytes: number
}

/** Characters of a line that was not understood. */
const shownStart = 200

/** The beginning of a line that was not understood, as it is shown. */
export function shownStartOf(line: Buffer): string {
  return line.toString('utf8', 0, shownStart * 4).slice(0, shownStart)
}

/** Reads the lines of one log, and reports those that were not understood. */
export class LogLines<R extends Reader> {
  readonly reader: R
  readonly #path: string
  readonly #sink: ObservedSink
  readonly #add: (events: readonly AppEvent[]) => void
  #line = 0

  constructor(
    reader: R,
    path: string,
    to: { readonly sink: ObservedSink; readonly add: (events: readonly AppEvent[]) => void },
  ) {
    this.reader = reader
    this.#path = path
    this.#sink = to.sink
    this.#add = to.add
  }

  push(lines: readonly CutLine[]): void {
    for (const { bytes, sizeBytes } of lines) {
      this.#line++
      const { events, fault } =
        sizeBytes > bytes.length ? { events: [], fault: 'it is too long' } : this.reader.read(bytes)
      const start = fault === null ? '' : shownStartOf(bytes)
      if (fault !== null) this.#sink.notUnderstood({ path: this.#path, line: this.#line, start, why: fault })
      if (events.length > 0) this.#add(events)
    }
  }
}

/** Events are handed on in groups of this size. */
const group = 500

/**
 * Hands events of several files of one session on in the order of their times: those of the past together, once all files were read to
 * their ends, and later ones as they come.
 */
export class OrderedEvents {
  readonly #sink: ObservedSink
  readonly #times: LogTimes
  #past: AppEvent[] | null = []
  #lastMs = 0
  #hasBegun = false

  constructor(sink: ObservedSink, times: LogTimes) {
    this.#sink = sink
    this.#times = times
  }

  add(events: readonly AppEvent[]): void {
    if (this.#past === null) this.#handOn(events)
    else for (const event of events) this.#past.push(event)
  }

  /** All files were read to their ends. */
  pastRead(): void {
    const past = this.#past ?? []
    this.#past = null
    const sorted = past.toSorted((one, other) => one.atMs - other.atMs)
    for (let from = 0; from < sorted.length; from += group) this.#handOn(sorted.slice(from, from + group))
  }

  #handOn(events: readonly AppEvent[]): void {
    if (events.length === 0) return
    if (!this.#hasBegun) this.#sink.began(this.#times.beganAtMs ?? 0)
    this.#hasBegun = true
    this.#sink.events(events.map((event) => this.#inOrder(event)))
  }

  #inOrder(event: AppEvent): AppEvent {
    this.#lastMs = Math.max(this.#lastMs, event.atMs)
    return event.atMs === this.#lastMs ? event : { ...event, atMs: this.#lastMs }
  }
}
