import type { Place } from './matching/finding.ts'
import { openFrom } from './matching/search-text.ts'
import type { PrivateData } from './private-data.ts'
import type { RecordRedactor } from './redact-record.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, sessionIdIn, stringAt, type JsonObject, objectAt } from '../../protocol/wire/message.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'

/** Limits: records held back for the rest of a word, and characters of a text. */
const recordsHeld = 512
const charactersHeld = 65_536
/** Limit for everything that is held back. */
const sizeHeld = 4_000_000
const wordsHeld = 3
/** Offsets at which a text is tried to be split. */
const cutsTried = 4

interface Held {
  readonly record: TraceRecord
  /** Its part of a streamed text; null for none, or once it is replaced. */
  part: string | null
  /** The replacement of its part. */
  streamed: string | null
}

/** Redacts the records of one run, in order. */
export class RecordStream {
  readonly #privateData: PrivateData
  readonly #redactor: RecordRedactor
  #held: Held[] = []
  #heldSize = 0
  /** The parts of each text that wait for the rest of it. */
  readonly #open = new Map<string, Held[]>()

  constructor(privateData: PrivateData, redactor: RecordRedactor) {
    this.#privateData = privateData
    this.#redactor = redactor
  }

  /**
   * The records that can be written now. Agents split messages anywhere, so a part is held back until its last word
   * is complete, and everything after it waits behind it.
   */
  push(record: TraceRecord): readonly TraceRecord[] {
    const held: Held = { record, part: null, streamed: null }
    this.#held.push(held)
    const { stream, text, ends } = streamingOf(record, this.#open.size > 0)
    if (ends !== null) this.#end((other) => other !== stream && other.startsWith(ends))
    if (stream !== null) {
      held.part = text
      const parts = [...(this.#open.get(stream) ?? []), held]
      this.#open.set(stream, parts)
      this.#settle(stream, parts)
    }
    this.#heldSize += sizeOf(record)
    if (this.#held.length > recordsHeld || this.#heldSize > sizeHeld) return this.flush()
    return this.#release()
  }

  /** The records that are held back. A recorder calls this half a second after the last record; every caller does at the end. */
  flush(): readonly TraceRecord[] {
    this.#end(() => true)
    return this.#release()
  }

  #end(isEnded: (stream: string) => boolean): void {
    for (const [stream, parts] of this.#open) if (isEnded(stream)) this.#replaceAll(stream, parts)
  }

  /** Replaces the parts that end at the end of a word. */
  #settle(stream: string, parts: readonly Held[]): void {
    const text = textOf(parts)
    if (text.length > charactersHeld) {
      this.#replaceAll(stream, parts)
      return
    }
    const { end, words } = wholeUntil(text)
    if (end === 0) return
    // Half a word must not be learned.
    const whole = text.slice(0, words)
    const place = placeOf(stream)
    const ends: number[] = []
    let at = 0
    for (const { part } of parts) ends.push((at += part?.length ?? 0))
    // From the end: the sooner a text is split off, the less often it is searched.
    for (let count = parts.length, tries = 0; count > 0 && tries < cutsTried; count--) {
      const cut = ends[count - 1] ?? 0
      if (cut > end) continue
      tries++
      if (!this.#isIndependent(whole, cut, place)) continue
      this.#replace(stream, parts, count, whole.slice(cut))
      return
    }
  }

  /** Whether the text after an offset has the same findings without the text before it. */
  #isIndependent(text: string, cut: number, place: Place): boolean {
    const behind = this.#privateData.find(text, place).filter(({ end }) => end > cut)
    const alone = this.#privateData.find(text.slice(cut), place)
    return (
      alone.length === behind.length &&
      alone.every(
        ({ start, end }, index) => start + cut === behind[index]?.start && end + cut === behind[index].end,
      )
    )
  }

  #replaceAll(stream: string, parts: readonly Held[]): void {
    this.#replace(stream, parts, parts.length, '')
  }

  /** Replaces the first parts of a text; the others are read with what follows. `rest`: the words after them. */
  #replace(stream: string, parts: readonly Held[], count: number, rest: string): void {
    const first = parts.slice(0, count)
    const pieces = [...first.map(({ part }) => part ?? ''), rest]
    const replaced = this.#privateData.redactPieces(pieces, placeOf(stream))
    for (const [index, held] of first.entries()) {
      held.streamed = replaced[index] ?? ''
      held.part = null
    }
    if (count === parts.length) this.#open.delete(stream)
    else this.#open.set(stream, parts.slice(count))
  }

  /** The records at the front that need not wait. */
  #release(): readonly TraceRecord[] {
    const waiting = this.#held.findIndex(({ part }) => part !== null)
    const free = waiting === -1 ? this.#held : this.#held.slice(0, waiting)
    this.#held = waiting === -1 ? [] : this.#held.slice(waiting)
    for (const { record } of free) this.#heldSize -= sizeOf(record)
    return free.map(({ record, streamed }) => this.#redactor.record(record, streamed))
  }
}

/** Characters or bytes; what is small does not count. */
function sizeOf(record: TraceRecord): number {
  if ('line' in record) return record.line.length
  if ('bytes' in record) return record.bytes.length
  return 'start' in record ? record.start.length : 0
}

function placeOf(stream: string): Place {
  return stream === 'stderr' ? 'text' : 'growing'
}

function textOf(parts: readonly Held[]): string {
  return parts.map(({ part }) => part ?? '').join('')
}

/**
 * The end of the part of a growing text that can be released: its last line break, or before its last three words, which may
 * explain what follows (`Authorization: Bearer …`), and before an incomplete key or a name without its value. `words`: the end of its complete words.
 */
function wholeUntil(text: string): { readonly end: number; readonly words: number } {
  const lineStart = text.lastIndexOf('\n') + 1
  const blanks = [...text.slice(lineStart).matchAll(/\s(?=\S|$)/g)]
  const end = lineStart + (blanks.at(-wordsHeld)?.index ?? 0)
  const last = blanks.at(-1)
  const words = last === undefined ? lineStart : lineStart + last.index + 1
  return { end: Math.min(end, openFrom(text)), words }
}

/** Updates that may come inside a message without ending it. */
const quietUpdates = new Set([
  'usage_update',
  'session_info_update',
  'available_commands_update',
  'config_option_update',
  'current_mode_update',
])

/** What a record means for streamed texts. */
interface Streaming {
  /** The text that it is a part of: `stderr`, or a list in JSON that begins with the session; null: none. */
  readonly stream: string | null
  readonly text: string
  /** Other texts end here whose name begins so; null: none. */
  readonly ends: string | null
}

const unrelated: Streaming = { stream: null, text: '', ends: null }

/** `isStreaming`: there are texts that it might end. */
function streamingOf(record: TraceRecord, isStreaming: boolean): Streaming {
  // The lines of stderr are one text: keys span several of them.
  if (record.type === 'stderr') return { stream: 'stderr', text: `${record.line}\n`, ends: null }
  if (record.type !== 'frame' || record.dir !== 'from-agent') return unrelated
  if (!isStreaming && !record.line.includes('_chunk"')) return unrelated
  const message = jsonIn(record.line)
  if (!isObject(message)) return unrelated
  const params = objectAt(message, 'params')
  const session = sessionIdIn(params)
  const ends = session === null ? '[' : `[${writeJson(session)},`
  const update = params['update']
  if (message['method'] !== 'session/update' || !isObject(update)) return { ...unrelated, ends }
  const kind = stringAt(update, 'sessionUpdate') ?? ''
  const text = kind.endsWith('_chunk') ? contentText(update) : null
  if (text === null) return quietUpdates.has(kind) ? unrelated : { ...unrelated, ends }
  const id = stringAt(update, 'messageId') ?? stringAt(update, 'compactionId')
  return { stream: writeJson([session, kind, id]), text, ends }
}

function contentText(update: JsonObject): string | null {
  const content = update['content']
  return stringAt(content, 'text') ?? null
}
