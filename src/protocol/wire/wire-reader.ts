import {
  jsonIn,
  jsonTokens,
  maxObjects,
  readJson,
  splitValues,
  type TextReading,
  token,
} from '../../lib/json/read-json.ts'
import { Buffer, isUtf8 } from 'node:buffer'
import { cutWords } from '../../lib/json/cut-depth.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { LineCutter, lineLimitBytes } from './line-cutter.ts'
import { toMessage, type Message } from './message.ts'
import { excerptOf, noted, rejected, type WireProblem } from './wire-problem.ts'

/** Bytes decoded for an excerpt. */
const excerptBytes = 4096
/** UTF-8 bytes per UTF-16 unit, at most. */
const bytesOfCharacter = 3

export type Incoming =
  /** `raw`: the JSON that it was read from. */
  | { readonly type: 'message'; readonly message: Message; readonly raw: unknown }
  | { readonly type: 'problem'; readonly problem: WireProblem }

/** A line of a stream, or a frame of a transport with message boundaries; not parsed yet. */
export type WirePart =
  | { readonly type: 'line'; readonly bytes: Buffer }
  | { readonly type: 'frame'; readonly kind: 'text' | 'binary'; readonly bytes: Buffer }
  /** Too long to be read: its beginning. */
  | {
      readonly type: 'overlong'
      readonly start: Buffer
      readonly sizeBytes: number
      readonly isFramed?: true
    }

/**
 * Bytes in, messages and problems out, in order. Tolerates common defects: banners, half lines, CRLF, byte-order
 * marks, invalid UTF-8, several objects on a line, batches. Never throws and never answers. A reader reads either the
 * chunks of one stream, or whole frames. Transport: https://agentclientprotocol.com/protocol/transports
 */
export class WireReader {
  readonly #cutter: LineCutter
  readonly #limitBytes: number

  constructor(limitBytes: number = lineLimitBytes) {
    this.#cutter = new LineCutter(limitBytes)
    this.#limitBytes = limitBytes
  }

  /** One message of a transport with message boundaries: line breaks in it are white space. */
  pushFrame(frame: Buffer, kind: 'text' | 'binary'): Incoming[] {
    return this.read(this.frame(frame, kind))
  }

  /** The lines that a chunk completes, to be read one by one. */
  cut(chunk: Buffer): readonly WirePart[] {
    return this.#cutter.push(chunk)
  }

  /** How much of a line has come that has not ended yet. */
  get unfinishedBytes(): number {
    return this.#cutter.unfinishedBytes
  }

  /** What the line is that was begun: a text, a piece of a message, or messages that lack nothing but the end of their line. null: none was. */
  get begun(): 'text' | 'piece' | 'messages' | null {
    const { held } = this.#cutter
    if (held.length === 0) return null
    if (!held.includes(token.openingBrace)) return 'text'
    const end = held.toString('latin1', held.length - 100)
    if (!end.trimEnd().endsWith('}')) return 'piece'
    const { objects, rest } = splitValues(held.toString())
    return rest === '' && objects.some(({ value }) => toMessage(value) !== null) ? 'messages' : 'piece'
  }

  /** The stream has ended: the last line may lack its line feed. */
  cutEnd(): readonly WirePart[] {
    return this.#cutter.end()
  }

  frame(bytes: Buffer, kind: 'text' | 'binary'): WirePart {
    const sizeBytes = bytes.length
    return sizeBytes > this.#limitBytes
      ? { type: 'overlong', start: Buffer.from(bytes.subarray(0, excerptBytes)), sizeBytes, isFramed: true }
      : { type: 'frame', kind, bytes }
  }

  read(part: WirePart): Incoming[] {
    // An empty line: an agent may send a million of them.
    if (part.type === 'line' && part.bytes.length === 0) return []
    const isLine = part.type === 'line' || (part.type === 'overlong' && part.isFramed !== true)
    const reading: Reading = { unit: isLine ? 'line' : 'frame', incoming: [], ids: null }
    if (part.type === 'overlong') {
      const [size, limit] = [megabytes(part.sizeBytes), megabytes(this.#limitBytes)]
      const text = `a ${reading.unit} of ${size} MB, over the ${limit} MB that are read`
      report(reading, rejected('too-long', text, part.start.toString('utf8', 0, excerptBytes)))
    } else if (part.type === 'frame' && part.kind === 'binary') readBinary(part.bytes, reading)
    else readPiece(part.bytes, reading)
    return reading.incoming
  }

  /** A line or frame of a recording, as text. */
  readText(text: string, unit: 'line' | 'frame'): Incoming[] {
    const isLong = text.length > this.#limitBytes / bytesOfCharacter
    const sizeBytes = isLong ? Buffer.byteLength(text) : 0
    if (sizeBytes > this.#limitBytes) {
      const start = Buffer.from(text.slice(0, excerptBytes))
      const framed = unit === 'frame' ? ({ isFramed: true } as const) : {}
      return this.read({ type: 'overlong', start, sizeBytes, ...framed })
    }
    const reading: Reading = { unit, incoming: [], ids: null }
    readText(withoutMark(text), reading)
    return reading.incoming
  }
}

/** The input, and the output so far. */
interface Reading {
  readonly unit: 'line' | 'frame'
  readonly incoming: Incoming[]
  /** The ids in a text, once they were needed. */
  ids: { readonly text: string; readonly byPlace: ReadonlyMap<number, string> } | null
}

function report({ incoming }: Reading, problem: WireProblem): void {
  incoming.push({ type: 'problem', problem })
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')
}

/** A binary frame may hold a message all the same. */
function readBinary(frame: Buffer, reading: Reading): void {
  const text = frame.toString('utf8', 0, excerptBytes)
  if (isJsonFrame(frame)) {
    report(reading, noted('binary-frame', 'a message in a binary frame: ACP sends text', text))
    readPiece(frame, reading)
  } else {
    const what = `a binary frame of ${frame.length} bytes that is no message: ACP sends text`
    report(reading, rejected('binary-frame', what, text))
  }
}

function isJsonFrame(frame: Buffer): boolean {
  return isUtf8(frame) && readJson(withoutMark(frame.toString('utf8'))) !== null
}

function readPiece(bytes: Buffer, reading: Reading): void {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) {
    report(reading, noted('not-utf8', 'invalid UTF-8: the bad bytes are shown as \ufffd', text))
  }
  readText(withoutMark(text), reading)
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function readText(text: string, reading: Reading): void {
  const read = readJson(text)
  if (read !== null) readValue({ value: read.value, cut: read.cut, text }, text, reading)
  else if (text.trim() !== '') readBroken(text, reading)
}

/** `text`: the part of the input that holds the value; `came`: the whole input, for excerpts. */
function readValue({ value, cut, text }: TextReading, came: string, reading: Reading): void {
  if (cut !== null) {
    report(reading, rejected('too-deep', cutWords(cut), came, cut.path))
  }
  if (!Array.isArray(value)) return readSingle({ value, text, place: 0 }, came, reading)
  const what = `a batch of ${value.length}: ACP sends one message a ${reading.unit}`
  report(reading, noted('batch', what, came))
  if (value.length > maxObjects) report(reading, tooMany(`in a batch of ${value.length}`, came))
  for (const [place, item] of (value as unknown[]).slice(0, maxObjects).entries())
    readSingle({ value: item, text, place }, came, reading)
}

/** A message, its text, and its index in the batch; 0 outside of one. */
interface Single {
  readonly value: unknown
  readonly text: string
  readonly place: number
}

function readSingle(single: Single, came: string, reading: Reading): void {
  const inner = typeof single.value === 'string' ? jsonIn(single.value) : undefined
  if (typeof single.value === 'string' && toMessage(inner) !== null) {
    const text = 'a message that was written as JSON twice: a text that holds JSON'
    report(reading, noted('not-a-message', text, came))
    return readSingle({ value: inner, text: single.value, place: 0 }, came, reading)
  }
  const message = toMessage(single.value)
  if (message === null) {
    const what = 'JSON, but not a JSON-RPC message: it has neither method nor id with result or error'
    report(reading, rejected('not-a-message', what, came))
  } else
    reading.incoming.push({
      type: 'message',
      message: withIdText(message, single, reading),
      raw: single.value,
    })
}

/**
 * Not every JSON number is a JavaScript number, and the agent must get its own id back. Needs one pass over the whole
 * text, once for a batch.
 */
function withIdText(message: Message, { text, place }: Single, reading: Reading): Message {
  if (message.kind !== 'request' || typeof message.id !== 'number') return message
  if (reading.ids?.text !== text) reading.ids = { text, byPlace: idTextsOf(text) }
  const idText = reading.ids.byPlace.get(place)
  return idText === undefined || idText === writeJson(message.id) ? message : { ...message, idText }
}

/** Not one JSON value: perhaps several objects in a row, perhaps with a banner before or after them. */
function readBroken(text: string, reading: Reading): void {
  const parts = splitValues(text)
  const isLine = reading.unit === 'line'
  // Objects that are not messages are pieces of a broken one, or log lines.
  if (!parts.objects.some(({ value }) => toMessage(value) !== null)) {
    const fault = faultOfMessage(text.trim())
    if (fault !== null) {
      report(reading, rejected('not-json', `a message that is no JSON: ${fault}`, text.trimEnd()))
      return
    }
    const what = isLine
      ? 'not JSON: an agent may write nothing but messages on stdout (logs belong on stderr)'
      : 'not JSON: a frame must hold one message and nothing else'
    report(reading, rejected('not-json', what, text.trimEnd()))
    return
  }
  const where = isLine ? 'on one line' : 'in one frame'
  const what =
    parts.rest === ''
      ? `several messages ${where}`
      : `text beside a message ${where}: ${excerptOf(parts.rest)}`
  report(reading, noted('several-on-a-line', what, text))
  if (parts.objects.length === maxObjects && parts.rest.startsWith('{'))
    report(reading, tooMany(where, parts.rest))
  for (const found of parts.objects) readValue(found, text, reading)
}

/** What those who write JSON by hand, or print a value of their language, get wrong most. */
const faultsOfMessages: readonly (readonly [RegExp, string])[] = [
  [/^\{\s*'/, 'its texts are in single quotes, as Python prints a dict; json.dumps writes JSON'],
  [
    /[:[,]\s*(?:NaN|-?Infinity|undefined|None|True|False)\b/,
    'NaN, Infinity, undefined, None, True and False are no JSON values',
  ],
  [/,\s*[}\]]/, 'it has a comma before a closing bracket'],
  [/[{,]\s*\w+\s*:/, 'a key is not in double quotes'],
]

/** Characters of a message whose fault is looked for. */
const longestFaulty = 65_536

/** Why a text that is like a message is no JSON; null: it is like none, or nobody can tell. */
function faultOfMessage(text: string): string | null {
  if (text === '[object Object]') return 'an object was written as a text; JSON.stringify writes JSON'
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > longestFaulty) return null
  const bare = text.replaceAll(/"(?:[^"\\]|\\[^])*"/g, '""')
  return faultsOfMessages.find(([sign]) => sign.test(bare))?.[1] ?? null
}

function tooMany(where: string, came: string): WireProblem {
  return rejected('too-many', `too many messages ${where}: only the first ${maxObjects} are read`, came)
}

/**
 * The number ids of messages as they are written, by the index of the message in its batch (0 outside of one). The
 * text is JSON. Of duplicate keys the last one counts, as for `JSON.parse`. One pass, whatever the text holds.
 */
export function idTextsOf(text: string): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  const isBatch = text.charCodeAt(skipBlank(text, 0)) === token.openingBracket
  const depthOfKeys = isBatch ? 2 : 1
  let depth = 0
  let place = 0
  let isIdKey = false
  jsonTokens(text, 0, (code, start, end) => {
    switch (code) {
      case token.quote:
        isIdKey = depth === depthOfKeys && isId(text.slice(start, end))
        break
      case token.colon:
        // A string before a colon is a key; its value follows the colon.
        if (isIdKey) note(ids, place, numberAt(text, skipBlank(text, end)))
        isIdKey = false
        break
      case token.openingBrace:
      case token.openingBracket:
        depth++
        break
      case token.closingBrace:
      case token.closingBracket:
        depth--
        break
      default:
        isIdKey = false
        if (isBatch && depth === 1) place++
    }
    return true
  })
  return ids
}

const blank = /[ \t\r\n]*/y
const number = /-?\d[\d.eE+-]*/y

function note(ids: Map<number, string>, place: number, id: string | null): void {
  if (id === null) ids.delete(place)
  else ids.set(place, id)
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at
  blank.test(text)
  return blank.lastIndex
}

/** Each letter may be written as an escape of six characters. */
function isId(key: string): boolean {
  return key === '"id"' || (key.length <= 14 && key.includes('\\') && jsonIn(key) === 'id')
}

function numberAt(text: string, at: number): string | null {
  number.lastIndex = at
  return number.exec(text)?.[0] ?? null
}
