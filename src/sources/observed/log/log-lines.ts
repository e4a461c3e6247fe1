import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../../../app/state/app-event.ts'
import type { ObservedSink } from '../../../app/ports/observed-source.ts'
import type { ReadLine } from './log-reading.ts'

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
      if (fault !== null) {
        const start = bytes.toString('utf8', 0, shownStart * 4).slice(0, shownStart)
        this.#sink.notUnderstood({ path: this.#path, line: this.#line, start, why: fault })
      }
      if (events.length > 0) this.#add(events)
    }
  }
}
