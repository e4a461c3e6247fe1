import { jsonIn, readJson, type JsonReading } from '../../lib/json/read-json.ts'
import { stringAt, toMessage, type JsonObject, type Message } from '../wire/message.ts'
import type { TraceDirection } from './trace-record.ts'
import { deepestLevel } from '../../lib/json/cut-depth.ts'
import { writeJson } from '../../lib/json/write-json.ts'

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

/** Reads `{"t","dir","frame"}`, also with the field names of other programs. null: it holds no message. Never throws. */
export function readEnvelope(value: JsonObject): Envelope | null {
  for (const key of messageKeys) {
    const inner = value[key]
    const text = typeof inner === 'string' ? inner : null
    const message = toMessage(text === null ? inner : jsonIn(text))
    const line = message === null ? null : (text ?? lineOf(inner))
    if (line !== null) return { atMs: timeOf(value), dir: directionOf(value), message, line }
  }
  const { frame } = value
  const dir = frame === undefined ? null : directionOf(value)
  const line = typeof frame === 'string' ? frame : lineOf(frame)
  return dir === null || line === null ? null : { atMs: timeOf(value), dir, message: null, line }
}

const messageKeys = ['frame', 'message', 'msg', 'data', 'payload', 'body', 'raw', 'json', 'line'] as const
const timeKeys = ['t', 'ts', 'time', 'timestamp', 'at', 'date'] as const
const directionKeys = ['dir', 'direction', 'way', 'from', 'side', 'type', 'kind'] as const

/** Numbers are milliseconds, except those that can only be seconds since 1970. */
function timeOf(value: JsonObject): number | null {
  for (const key of timeKeys) {
    const time = value[key]
    if (typeof time === 'number' && Number.isFinite(time)) return isSeconds(time) ? time * 1000 : time
    const atMs = typeof time === 'string' ? Date.parse(time) : Number.NaN
    if (!Number.isNaN(atMs)) return atMs
  }
  return null
}

function isSeconds(time: number): boolean {
  return time > 1e9 && time < 1e11
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
