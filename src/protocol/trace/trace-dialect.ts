import { toMessage, type JsonObject } from '../wire/message.ts'
import { isConductorEvent, readConductorEvent } from './conductor-event.ts'
import { lineOf } from './json-text.ts'
import { MessageDirections } from './message-direction.ts'
import { readEnvelope } from './read-envelope.ts'
import { isOwnRecord, readHeader } from './read-own-record.ts'
import type { TraceDirection } from './trace-record.ts'

/**
 * `own`: what `--record` writes. `frames`: messages in objects with times and directions. `messages`: only messages,
 * of one direction or both. `conductor`: the trace of an ACP conductor.
 */
export type TraceDialect = 'own' | 'frames' | 'messages' | 'conductor'

/** The name of a dialect in a sentence. */
export const dialectWords: Readonly<Record<TraceDialect, string>> = {
  own: 'a recording of acp-plan-tui',
  frames: 'frames with times and directions',
  messages: 'messages alone, of one direction or both',
  conductor: 'a trace of the ACP conductor',
}

/** The dialect of a line's value; null for none, and `cast` for a recording of a terminal. */
export function findDialect(value: JsonObject): TraceDialect | 'cast' | null {
  if (readHeader(value) !== null || isOwnRecord(value)) return 'own'
  if (isConductorEvent(value)) return 'conductor'
  if (toMessage(value) !== null) return 'messages'
  const envelope = readEnvelope(value)
  if (envelope !== null && envelope.message !== null) return 'frames'
  return isCastHeader(value) ? 'cast' : null
}

/** https://docs.asciinema.org/manual/asciicast/v2/ (version 3 has its size in `term`, version 1 its text in `stdout`). */
function isCastHeader(value: JsonObject): boolean {
  return typeof value['version'] === 'number' && ('width' in value || 'term' in value || 'stdout' in value)
}

/** A line of a terminal recording without its beginning. */
export function isCastEvent(value: readonly unknown[]): boolean {
  return typeof value[0] === 'number' && typeof value[1] === 'string' && typeof value[2] === 'string'
}

export interface ForeignFrame {
  readonly atMs: number
  /** The time is made up: the line has none. */
  readonly isUntimed?: true
  readonly dir: TraceDirection
  readonly line: string
}

/** The interval between messages of a trace without times, so that they can be replayed one after the other. */
const madeUpStepMs = 50
/** Larger times are dates: they are counted from the first one. */
const earliestDateMs = 1e10

/** Reads the frames of other programs' dialects. Missing times are made up, missing directions inferred. */
export class ForeignFrames {
  #directions = new MessageDirections()
  #hasTimes = false
  #firstMs: number | null = null
  #lastMs = 0

  get hasTimes(): boolean {
    return this.#hasTimes
  }

  /** The date of the first message, by the wall clock; null: the times are no dates. */
  get startedAtMs(): number | null {
    return this.#firstMs === null || this.#firstMs === 0 ? null : this.#firstMs
  }

  copy(): ForeignFrames {
    const copy = new ForeignFrames()
    copy.#directions = this.#directions.copy()
    copy.#hasTimes = this.#hasTimes
    copy.#firstMs = this.#firstMs
    copy.#lastMs = this.#lastMs
    return copy
  }

  /** null: it holds no message; `elsewhere`: the message passed elsewhere than at the agent's end. */
  read(value: JsonObject, text: string, beside: string): ForeignFrame | 'elsewhere' | null {
    if (isConductorEvent(value)) {
      const event = readConductorEvent(value)
      const line = event === null ? null : lineOf(event.message)
      return event === null || line === null
        ? 'elsewhere'
        : { ...this.#time(event.atMs), dir: event.dir, line }
    }
    const message = toMessage(value)
    if (message !== null)
      return { ...this.#time(dateIn(beside)), dir: this.#directions.of(message), line: text }
    const envelope = readEnvelope(value)
    if (envelope === null) return null
    const { message: inside, line } = envelope
    const found = inside === null ? 'from-agent' : this.#directions.of(inside)
    return { ...this.#time(envelope.atMs), dir: envelope.dir ?? found, line }
  }

  #time(atMs: number | null): Pick<ForeignFrame, 'atMs' | 'isUntimed'> {
    if (atMs === null) {
      this.#lastMs += this.#firstMs === null && !this.#hasTimes ? madeUpStepMs : 0
      return { atMs: this.#lastMs, isUntimed: true }
    }
    this.#hasTimes = true
    this.#firstMs ??= atMs > earliestDateMs ? atMs : 0
    this.#lastMs = atMs - this.#firstMs
    return { atMs: this.#lastMs }
  }
}

const date = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/

/** The date beside a message on its line, as logs write it. */
function dateIn(text: string): number | null {
  const found = text === '' ? null : date.exec(text.slice(0, 200))
  const atMs = found === null ? Number.NaN : Date.parse(found[0].replace(' ', 'T').replace(',', '.'))
  return Number.isNaN(atMs) ? null : atMs
}
