// One record of a trace: as this program writes it, or with the names of others.
import { readJson, splitValues, type JsonReading } from '../../lib/json/read-json.ts'
import {
  stringAt,
  toMessage,
  type JsonObject,
  type Message,
  isObject,
  listIn,
  objectIn,
} from '../wire/message.ts'
import type { TraceDirection, TraceHeader, TraceRecord } from './trace-record.ts'
import { deepestLevel } from '../../lib/json/cut-depth.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { Buffer } from 'node:buffer'
import { fail, ok, type Result } from '../../lib/result.ts'

/** The header, if the object is one. Missing fields get defaults. */
export function readHeader(value: JsonObject): TraceHeader | null {
  if (value['trace'] !== 'acp-plan-tui') return null
  const version = value['version']
  return {
    trace: 'acp-plan-tui',
    version: typeof version === 'number' ? version : 1,
    startedAt: stringAt(value, 'startedAt') ?? '',
    program: stringAt(value, 'program') ?? '',
    agent: stringAt(value, 'agent') ?? 'agent',
    columns: sizeAt(value, 'columns'),
    rows: sizeAt(value, 'rows'),
    title: stringAt(value, 'title') ?? null,
  }
}

/** Whether an object looks like a record of this program: the beginning of its trace may be lost. */
export function isOwnRecord(value: JsonObject): boolean {
  return typeof value['t'] === 'number' && recordKeys.some((key) => key in value)
}

const recordKeys = ['in', 'out', 'in64', 'out64', 'err', 'event', 'mark', 'size', 'end']

/** A record of this program from its line, at a time that was read before; a problem if it is malformed. Never throws. */
export function readOwnRecord(value: JsonObject, t: number, text: string): Result<TraceRecord, string> {
  for (const [key, dir] of directions) {
    if (key in value) return readFrame(value, key, { t, dir, text })
    if (`${key}64` in value) return readBytes(value, `${key}64`, { t, dir })
  }
  if ('err' in value) {
    const line = stringAt(value, 'err')
    return line === undefined ? wrong('err', 'a text') : ok({ t, type: 'stderr', line })
  }
  if ('event' in value) {
    const { event } = value
    return isObject(event) ? ok({ t, type: 'event', event }) : wrong('event', 'an object')
  }
  if ('mark' in value) {
    const text = stringAt(value, 'mark')
    return text === undefined ? wrong('mark', 'a text') : ok({ t, type: 'mark', text })
  }
  if ('size' in value) return readSize(value['size'], t)
  if ('end' in value) return readEnd(value['end'], t)
  return ok({ t, type: 'unknown', value })
}

const directions: readonly (readonly ['in' | 'out', TraceDirection])[] = [
  ['in', 'from-agent'],
  ['out', 'to-agent'],
]

interface Place {
  readonly t: number
  readonly dir: TraceDirection
}

function readFrame(
  value: JsonObject,
  key: string,
  { t, dir, text }: Place & { readonly text: string },
): Result<TraceRecord, string> {
  const frame = value[key]
  const line = typeof frame === 'string' ? frame : isObject(frame) ? messageIn(text, value, frame) : undefined
  if (line === undefined) return wrong(key, 'a text or a message')
  return ok({ t, type: 'frame', dir, line, ...framed(value) })
}

/** The text of a message in its record, byte for byte, if the record has the fields in the order of this program. */
function messageIn(text: string, record: JsonObject, message: JsonObject): string {
  const start = /^\{"t": ?[\d.e+-]+,(?:"framed": ?true,)?"(?:in|out)": ?(?=\{)/.exec(text)
  const isLast = Object.keys(record).length === ('framed' in record ? 3 : 2) && text.endsWith('}')
  return start === null || !isLast ? writeJson(message) : text.slice(start[0].length, -1)
}

function readBytes(value: JsonObject, key: string, { t, dir }: Place): Result<TraceRecord, string> {
  const base64 = stringAt(value, key)
  if (base64 === undefined) return wrong(key, 'a text')
  const bytes = Buffer.from(base64, 'base64')
  const sizeBytes = value['of']
  if (typeof sizeBytes === 'number' && sizeBytes >= bytes.length)
    return ok({ t, type: 'overlong', dir, start: bytes, sizeBytes, ...framed(value) })
  const isBinary = value['binary'] === true
  return ok({ t, type: 'bytes', dir, bytes, isBinary, ...(isBinary ? { isFramed: true } : framed(value)) })
}

function readSize(value: unknown, t: number): Result<TraceRecord, string> {
  const [columns, rows] = listIn(value)
  if (!isSize(columns) || !isSize(rows)) return wrong('size', 'two numbers')
  return ok({ t, type: 'size', columns, rows })
}

function readEnd(value: unknown, t: number): Result<TraceRecord, string> {
  const { status } = objectIn(value)
  if (typeof status !== 'number') return wrong('end', 'an object with a status')
  return ok({ t, type: 'end', status, reason: stringAt(value, 'reason') ?? '' })
}

function framed(value: JsonObject): { readonly isFramed?: true } {
  return value['framed'] === true ? { isFramed: true } : {}
}

function sizeAt(value: JsonObject, key: string): number | null {
  const size = value[key]
  return isSize(size) ? size : null
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0
}

function wrong(key: string, what: string): Result<never, string> {
  return fail(`“${key}” is not ${what}`)
}

/**
 * The depth of a record: that of a message plus that of the record around it. A message that is too deep is left to
 * the reader of messages, so that a recording is read as it was live.
 */
export const recordLevels = deepestLevel + 16

/** Parses a line that holds one or more records; null if it is not JSON. */
export function readRecordText(text: string): JsonReading | null {
  return readJson(text, recordLevels)
}

/** A value as JSON text; null for undefined. */
export function lineOf(value: unknown): string | null {
  return value === undefined ? null : writeJson(value)
}

/** A message, or a broken one, in an object with its time and direction. */
export interface Envelope {
  /** null if it does not say. */
  readonly atMs: number | null
  readonly dir: TraceDirection | null
  /** null: it is malformed, but has a direction. */
  readonly message: Message | null
  /** Its text in the object. */
  readonly line: string
}

/**
 * Reads `{"t","dir","frame"}`, also with the field names of other programs, as a text with words before it, or one level down, where
 * loggers put what is logged (`fields`, `params`). null: it holds no message. Never throws.
 */
export function readEnvelope(value: JsonObject): Envelope | null {
  const own = envelopeOf(value)
  if (own !== null) return own
  for (const below of Object.values(value).slice(0, fieldsLookedAt)) {
    const found = isObject(below) ? envelopeOf(below) : null
    if (found !== null)
      return { ...found, atMs: timeOf(value) ?? found.atMs, dir: found.dir ?? directionOf(value) }
  }
  const { frame } = value
  const dir = frame === undefined ? null : directionOf(value)
  const line = typeof frame === 'string' ? frame : lineOf(frame)
  return dir === null || line === null ? null : { atMs: timeOf(value), dir, message: null, line }
}

const fieldsLookedAt = 20

function envelopeOf(value: JsonObject): Envelope | null {
  for (const key of messageKeys) {
    const found = messageOf(value[key], key !== 'frame')
    if (found !== null) return { atMs: timeOf(value), dir: directionOf(value), ...found }
  }
  const found = updateIn(value) === null ? null : messageOf(value, false)
  return found === null ? null : { atMs: timeOf(value), dir: 'from-agent', ...found }
}

/** A message that is a value, or a text; of loggers, with words before it: in a line as the agent wrote it these are the agent's fault. */
function messageOf(
  inner: unknown,
  mayHaveWords: boolean,
): { readonly message: Message; readonly line: string } | null {
  const text = typeof inner === 'string' ? inner : null
  const whole = text === null ? inner : readRecordText(text)?.value
  const value =
    whole === undefined && text !== null && mayHaveWords
      ? splitValues(text, recordLevels).objects[0]?.value
      : whole
  const update = updateIn(value)
  const message = toMessage(update ?? value)
  const line = text !== null && value === whole && update === null ? text : lineOf(update ?? value)
  return message === null || line === null ? null : { message, line }
}

/** What is left of a `session/update` as a message of its own: some clients keep only its params, or the update alone. */
function updateIn(value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const update = stringAt(value, 'sessionUpdate') === undefined ? value['update'] : value
  if (stringAt(update, 'sessionUpdate') === undefined) return null
  const { sessionId = 'session' } = value
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
}

const messageKeys = ['frame', 'message', 'msg', 'data', 'payload', 'body', 'raw', 'json', 'line'] as const
const timeKeys = ['t', 'ts', 'time', 'timestamp', 'at', 'date'] as const
const directionKeys = ['dir', 'direction', 'way', 'from', 'side', 'type', 'kind'] as const

/** Numbers are milliseconds, except those that can only be seconds since 1970. */
export function timeOf(value: JsonObject): number | null {
  for (const key of timeKeys) {
    const time = numberIn(value[key])
    if (typeof time === 'number' && Number.isFinite(time))
      return time > 1e9 && time < 1e11 ? time * 1000 : time
    const atMs = typeof time === 'string' ? Date.parse(time) : Number.NaN
    if (!Number.isNaN(atMs)) return atMs
  }
  return null
}

/** The number that a string is, as some programs write times; all else as it is. */
export function numberIn(time: unknown): unknown {
  return typeof time === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(time) ? Number(time) : time
}

function directionOf(value: JsonObject): TraceDirection | null {
  for (const key of directionKeys) {
    const word = stringAt(value, key)?.slice(0, 40).toLowerCase()
    if (word === undefined) continue
    if (fromAgent.test(word)) return 'from-agent'
    if (toAgent.test(word)) return 'to-agent'
  }
  return null
}

const fromAgent =
  /^(?:agent\b.*|.*\b(?:from[-_ ]agent|to[-_ ]client)|server.*|in|incoming|inbound|recv|received?|read|rx|stdout|a2c|s2c|<-+|←|<+)$/
const toAgent =
  /^(?:client\b.*|.*\b(?:to[-_ ]agent|from[-_ ]client)|editor.*|out|outgoing|outbound|send|sent|write|tx|stdin|c2a|c2s|-+>|→|>+)$/
