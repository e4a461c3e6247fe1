// What `attach --serve` writes on one machine for `attach --host` on another: one JSON object a line.
import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { recordLine, type TraceRecord } from '../../protocol/trace/trace-record.ts'
import { readOwnRecord } from '../../protocol/trace/read-record.ts'
import { isObject, type JsonObject, objectIn, stringAt } from '../../protocol/wire/message.ts'
import { observedKindNames, type FoundSession, type ObservedStatus } from '../state/observed.ts'
import type { CallEvidence, LineCounts, SentDiff } from '../../protocol/session/call-evidence.ts'
import type { DetachedWork, Goal, TurnFailure, UpdateOf } from '../../protocol/session/session-event.ts'
import type { PlanEntry, PlanName, ToldOfStep } from '../../protocol/plans/plan-content.ts'
import type { ContentOf } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { PlanFileChange, PlanWrite, SqlResult } from '../../protocol/plans/plan-write.ts'
import { maxSqlLength } from '../../protocol/plans/todo-sql/read-todo-sql.ts'
import type { UsageReport } from '../../protocol/session/session-settings.ts'
import { readNote } from '../notes/read-note.ts'
import type { DetailPart, PermissionOption, PermissionRequest } from '../state/permission.ts'
import {
  among,
  flag,
  listOf,
  number,
  object,
  optional,
  or,
  recordOf,
  text,
  textOrNull,
  variants,
  type Reader,
} from '../notes/note-readers.ts'
import { noSetup, type AppEvent, type EventOf } from '../state/app-event.ts'

/** The schema of these lines. Another one is not read: which side is older can be said then. */
export const toldSchema = 1

/** So many of the newest sessions are observed, and told from their beginning on; the others are only listed. */
export const toldAtMost = 30

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
  if (told.type === 'record') {
    const { record } = told
    const untimed = record.type === 'frame' && record.isUntimed === true ? '"untimed":true,' : ''
    return `{"n":${session},"type":"record",${untimed}"record":${recordLine(record)}}`
  }
  return writeJson({ n: session, type, ...fields })
}

/** null: it is none. */
export function readStart(line: string): ToldStart | null {
  const value = objectIn(line.startsWith('{"acp-plan-tui":') ? jsonIn(line) : null)
  const version = stringAt(value, 'acp-plan-tui')
  const schema = number(value['schema'])
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
  kind: among(...observedKindNames),
  id: name,
  agentSessionId: optional(name),
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

const isTrue: Reader<true> = (value) => (value === true ? true : undefined)

const readStatus = variants<ObservedStatus, 'state'>('state', {
  'reading-past': {},
  following: { isTold: optional(isTrue), lives: optional(flag) },
  waiting: { why: name, hasEnded: optional(isTrue) },
  ended: { why: name, hasEnded: optional(isTrue) },
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
      if (!read.ok) return null
      const isUntimed = value['untimed'] === true && read.value.type === 'frame'
      return { type: 'record', record: isUntimed ? { ...read.value, isUntimed } : read.value }
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

const texts = listOf(text)

const planName = object<PlanName>({
  dialect: among('plan', 'id', 'planId', 'proposed', 'inferred'),
  id: textOrNull,
})

const entry = object<PlanEntry>({
  content: text,
  status: text,
  priority: text,
  id: optional(text),
  waitsFor: optional(listOf(number)),
  told: optional(
    object<ToldOfStep>({ group: optional(text), reason: optional(text), sentStatus: optional(textOrNull) }),
  ),
})

/** The kinds of plans that logs tell of; others come with messages. */
type ToldContent = ContentOf<'items' | 'markdown' | 'file'>

const content = variants<ToldContent, 'type'>('type', {
  items: { entries: listOf(entry), isUncertain: optional(flag) },
  markdown: { text },
  file: { uri: text },
})

const diff = (value: unknown): SentDiff | undefined => written(value) ?? patched(value)
const written = object<Extract<SentDiff, { newText: string }>>({
  path: text,
  oldText: textOrNull,
  newText: text,
})
const patched = object<Extract<SentDiff, { lines: LineCounts | null }>>({
  path: text,
  lines: or(object<LineCounts>({ added: number, removed: number }), null),
})

const evidence = object<CallEvidence>({
  command: optional(text),
  exit: optional(number),
  paths: optional(texts),
  terminals: optional(texts),
  diffs: optional(listOf(diff)),
})

const planWrite = variants<PlanWrite, 'type'>('type', {
  'todo-sql': { sql: (value) => text(value)?.slice(0, maxSqlLength + 1) },
  file: {
    path: text,
    change: variants<PlanFileChange, 'type'>('type', {
      whole: { text },
      part: { before: text, after: text },
      unknown: {},
    }),
  },
})

const sqlResult = object<SqlResult>({
  ran: (value) => number(value) ?? among('all')(value) ?? null,
  changed: recordOf(number),
})

type ToldCall = Omit<UpdateOf<'tool-call'>, 'todoChange'>
type ToldPlan = Omit<UpdateOf<'plan-replaced'>, 'content'> & { readonly content: ToldContent }

/** What the readers of logs report; the rest of `SessionEvent` comes with messages only. */
type ToldUpdate =
  | ToldPlan
  | ToldCall
  | UpdateOf<
      | 'plan-grown'
      | 'plan-removed'
      | 'said'
      | 'state'
      | 'session-titled'
      | 'usage'
      | 'subagent'
      | 'task'
      | 'goal'
      | 'notice'
      | 'compaction'
      | 'compaction-summary'
      | 'terminal'
    >

const stateReport = {
  stopReason: optional(text),
  failure: optional(object<TurnFailure>({ code: number, message: text })),
  background: optional(texts),
  detached: optional(listOf(object<DetachedWork>({ id: text, title: optional(text) }))),
}

const update = variants<ToldUpdate, 'type'>('type', {
  'plan-replaced': { plan: planName, content, title: optional(text) },
  'plan-grown': { plan: planName, text, title: optional(text) },
  'plan-removed': { plan: planName },
  said: { who: among('agent', 'user', 'thought'), text, messageId: optional(text), isWhole: flag },
  'tool-call': {
    toolCallId: text,
    title: optional(text),
    name: optional(text),
    kind: optional(text),
    status: optional(text),
    path: optional(text),
    evidence: optional(evidence),
    hasTodos: flag,
    todos: optional(listOf(entry)),
    planWrite: optional(planWrite),
    sqlResult: optional(sqlResult),
    childSessionId: optional(text),
    unreviewedPlan: optional(text),
    parentCallId: optional(text),
  },
  state: { state: text, isShared: optional(isTrue), isOwn: optional(isTrue), ...stateReport },
  'session-titled': { title: textOrNull },
  usage: {
    usage: object<UsageReport>({
      used: number,
      size: number,
      cost: optional(or(object<NonNullable<UsageReport['cost']>>({ amount: number, currency: text }), null)),
    }),
  },
  subagent: {
    childSessionId: text,
    outlastsTurn: optional(isTrue),
    title: optional(textOrNull),
    description: optional(textOrNull),
    state: optional(text),
    ...stateReport,
  },
  task: {
    taskId: text,
    outlastsTurn: optional(isTrue),
    title: optional(text),
    description: optional(text),
    state: optional(text),
  },
  goal: { goal: or(object<Goal>({ objective: text, status: text }), null) },
  notice: { severity: text, text },
  compaction: { compactionId: text, status: optional(text), summary: optional(text), error: optional(text) },
  'compaction-summary': { compactionId: text, text },
  terminal: { terminalId: text, command: optional(text), exit: optional(number) },
})

const detail = variants<DetailPart, 'type'>('type', {
  words: { text },
  code: {
    language: or(among('console', 'diff', 'json'), null),
    text,
    file: optional(text),
    folder: optional(text),
  },
})

const proposed = variants<NonNullable<PermissionRequest['plan']>, 'type'>('type', {
  markdown: { text },
  file: { uri: text },
})

const request = object<Omit<PermissionRequest, 'todos'>>({
  key: number,
  sessionId: text,
  title: text,
  callId: optional(text),
  callEnd: optional(among('completed', 'failed')),
  toolKind: textOrNull,
  detail: listOf(detail),
  options: listOf(object<PermissionOption>({ id: text, name: text, kind: text })),
  hasUntoldOptions: optional(isTrue),
  plan: or(proposed, null),
  isPlanCut: optional(isTrue),
  todoList: optional(listOf(entry)),
  isAboutPlan: optional(isTrue),
  isBlank: optional(isTrue),
  replaces: optional(number),
  askedAtMs: number,
})

type ToldEvent =
  | { readonly type: 'session-updated'; readonly sessionId: string; readonly update: ToldUpdate }
  | Pick<EventOf<'session-opened'>, 'type' | 'sessionId' | 'how' | 'setup'>
  | { readonly type: 'permission-asked' | 'permission-updated'; readonly request: PermissionRequest }

const event = variants<ToldEvent, 'type'>('type', {
  'session-updated': { sessionId: text, update },
  'session-opened': { sessionId: text, how: among('new', 'loaded', 'resumed'), setup: () => noSetup },
  'permission-asked': { request },
  'permission-updated': { request },
})

/**
 * The event of a line, at a time that was read before; null: it is malformed, or newer than this program. Never throws: the other
 * machine is not trusted.
 */
function readToldEvent(value: JsonObject, atMs: number): AppEvent | null {
  const read = event(value) ?? readNote(value, atMs)
  return read === null ? null : { ...read, atMs, ...(value['isUntimed'] === true ? { isUntimed: true } : {}) }
}
