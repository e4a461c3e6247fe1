import { Buffer } from 'node:buffer'
import { writeJson } from '../../lib/json/write-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import type { TraceDirection, TraceHeader, TraceRecord } from './trace-record.ts'

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

/**
 * A record of this program from its line, at a time that was read before; a problem if it is malformed. Never throws.
 */
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

/** The text of a message in its record, byte for byte, if the record is written as this program writes them. */
function messageIn(text: string, record: JsonObject, message: JsonObject): string {
  const start = /^\{"t":[\d.e+-]+,(?:"framed":true,)?"(?:in|out)":(?=\{)/.exec(text)
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
  const sizes: readonly unknown[] = Array.isArray(value) ? value : []
  const [columns, rows] = sizes
  if (!isSize(columns) || !isSize(rows)) return wrong('size', 'two numbers')
  return ok({ t, type: 'size', columns, rows })
}

function readEnd(value: unknown, t: number): Result<TraceRecord, string> {
  const status = isObject(value) ? value['status'] : undefined
  if (!isObject(value) || typeof status !== 'number') return wrong('end', 'an object with a status')
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
