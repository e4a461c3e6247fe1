// What `attach --serve` writes on one machine for `attach --host` on another: one JSON object a line.
import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { recordLine, type TraceRecord } from '../../protocol/trace/trace-record.ts'
import { readOwnRecord } from '../../protocol/trace/read-record.ts'
import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import {
  among,
  flag,
  listOf,
  number,
  object,
  optional,
  or,
  text,
  variants,
  type Reader,
} from '../notes/note-readers.ts'
import type { AppEvent } from '../state/app-event.ts'
import type { FoundSession, ObservedStatus } from '../state/observed.ts'
import { readToldEvent } from './read-told-event.ts'

/** The schema of these lines. Another one is not read: which side is older can be said then. */
export const toldSchema = 1

/** The first line. */
export interface ToldStart {
  readonly schema: number
  /** The version of the program. */
  readonly version: string
}

/** What comes of one session; the lines have its number. */
export type ToldOfSession =
  /** It is observed from its beginning on: what came under this number before is void. */
  | { readonly type: 'session'; readonly session: FoundSession }
  /** When `atMs` 0 was, by the wall clock there. */
  | { readonly type: 'began'; readonly atMs: number }
  /** A message that has passed, as in a recording. Its events are read from it here. */
  | { readonly type: 'record'; readonly record: TraceRecord }
  /** Of a source without messages. */
  | { readonly type: 'event'; readonly event: AppEvent }
  | { readonly type: 'status'; readonly status: ObservedStatus }
  | {
      readonly type: 'fault'
      readonly path: string
      readonly line: number | null
      readonly start: string
      readonly why: string
    }

export function startLine(version: string): string {
  return writeJson({ 'acp-plan-tui': version, schema: toldSchema })
}

/** The sessions that there are, the newest first, whether or not they are observed. */
export function sessionsLine(sessions: readonly FoundSession[]): string {
  return writeJson({ sessions })
}

/** Nothing has happened: the connection is there. */
export const aliveLine = writeJson({ alive: true })

export function toldLine(session: number, told: ToldOfSession): string {
  const { type, ...fields } = told
  // The record is text already.
  if (told.type === 'record') return `{"n":${session},"type":"record","record":${recordLine(told.record)}}`
  return writeJson({ n: session, type, ...fields })
}

/** null: it is none. */
export function readStart(line: string): ToldStart | null {
  const value = line.startsWith('{"acp-plan-tui":') ? jsonIn(line) : null
  const version = isObject(value) ? text(value['acp-plan-tui']) : undefined
  const schema = isObject(value) ? number(value['schema']) : undefined
  return version === undefined || schema === undefined ? null : { version: version.slice(0, 40), schema }
}

/** The number of the session that a line is about, without parsing it; null: it is about none. */
export function sessionOfLine(line: string): number | null {
  const digits = /^\{"n":(\d{1,9}),/.exec(line)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Longer names and paths are cut: thousands of sessions are kept. */
const longestName = 4096

const name: Reader<string> = (value) => text(value)?.slice(0, longestName)
const nameOrNull: Reader<string | null> = (value) => (value === null ? null : name(value))

/** Until the year 2096: other times cannot be written as dates. */
const wallTime: Reader<number> = (value) => {
  const time = number(value)
  return time === undefined || time < 0 || time > 4e12 ? undefined : time
}

const readSession = object<Omit<FoundSession, 'host'>>({
  kind: among('tap', 'acpx', 'trace', 'claude-code', 'codex'),
  id: name,
  path: name,
  pid: or(number, null),
  agent: name,
  folder: nameOrNull,
  label: nameOrNull,
  changedAtMs: wallTime,
})

/** The sessions of a line; null: it does not list them. */
export function readSessions(line: string, atMost: number): readonly FoundSession[] | null {
  const value = line.startsWith('{"sessions":') ? jsonIn(line) : null
  return isObject(value) && Array.isArray(value['sessions'])
    ? listOf(readSession, atMost)(value['sessions'])
    : null
}

const readStatus = variants<ObservedStatus, 'state'>('state', {
  'reading-past': {},
  following: {},
  waiting: { why: name, hasEnded: optional((value) => (flag(value) ? true : undefined)) },
  ended: { why: name, hasEnded: optional((value) => (flag(value) ? true : undefined)) },
})

const readOther = variants<Exclude<ToldOfSession, { type: 'record' | 'event' }>, 'type'>('type', {
  session: { session: readSession },
  began: { atMs: wallTime },
  status: { status: readStatus },
  fault: { path: name, line: or(number, null), start: name, why: name },
})

/** What a line says of its session; null: it is malformed, or newer than this program. Never throws: the other machine is not trusted. */
export function readToldLine(line: string): ToldOfSession | null {
  const value = jsonIn(line)
  if (!isObject(value)) return null
  switch (value['type']) {
    case 'record': {
      const { record } = value
      const t = isObject(record) ? timeIn(record['t']) : null
      if (!isObject(record) || t === null) return null
      const read = readOwnRecord(record, t, '')
      return read.ok ? { type: 'record', record: read.value } : null
    }
    case 'event': {
      const { event } = value
      const atMs = isObject(event) ? timeIn(event['atMs']) : null
      const read = isObject(event) && atMs !== null ? readToldEvent(event, atMs) : null
      return read === null ? null : { type: 'event', event: read }
    }
    default:
      return readOther(value) ?? null
  }
}

/** Three years, as in recordings. */
const latestMs = 1e11

function timeIn(value: JsonObject[string]): number | null {
  const time = number(value)
  return time === undefined || time < 0 || time > latestMs ? null : time
}
