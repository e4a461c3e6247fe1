import type { Buffer } from 'node:buffer'
import {
  type JsonObject,
  type MessageId,
  isObject,
  objectAt,
  stringAt,
  toMessage,
  type Message,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import { jsonIn, splitValues } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { TraceDirection, TraceRecord } from '../../protocol/trace/trace-record.ts'

/** Output of the agent that is no message. */
type OtherOutput =
  | { readonly type: 'bytes'; readonly bytes: Buffer | string }
  | { readonly type: 'stderr'; readonly line: string }
  /** The new text of a plan's document; null: the file did not exist. */
  | { readonly type: 'document'; readonly uri: string; readonly text: string | null }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null }

/** A message between client and agent, or another output of the agent. */
export type RecordedItem = { readonly t: number } & (
  | {
      readonly type: 'message'
      readonly dir: TraceDirection
      readonly message: Message
      readonly value: JsonObject
      /** The recorded line, or the message on one line. */
      readonly line: string
    }
  | OtherOutput
)

/** The items in a record of a trace; none for records that only concern the screen. Never throws. */
export function itemsOf(record: TraceRecord): readonly RecordedItem[] {
  const { t } = record
  switch (record.type) {
    case 'frame':
      return itemsOfLine(record.line, { t, dir: record.dir })
    case 'bytes':
      return record.dir === 'from-agent' ? [{ t, type: 'bytes', bytes: record.bytes }] : []
    case 'overlong': {
      const line = `acp-plan-tui demo: a line of ${record.sizeBytes} bytes was not recorded, and is left out`
      return record.dir === 'from-agent' ? [{ t, type: 'stderr', line }] : []
    }
    case 'stderr':
      return [{ t, type: 'stderr', line: record.line }]
    case 'event':
      return itemsOfNote(record.event, t)
    case 'mark':
    case 'size':
    case 'end':
    case 'unknown':
      return []
  }
}

interface Frame {
  readonly t: number
  readonly dir: TraceDirection
}

function itemsOfLine(line: string, frame: Frame): readonly RecordedItem[] {
  // A frame of a transport with frames of its own may have several lines.
  const whole = messageItem(jsonIn(line), /[\n\r]/.test(line) ? null : line, frame)
  if (whole !== null) return [whole]
  const { objects, rest } = splitValues(line)
  const messages = objects.flatMap(({ value }) => messageItem(value, writeJson(value), frame) ?? [])
  if (frame.dir === 'to-agent') return messages
  const text = messages.length > 0 ? rest : line
  return [...(text === '' ? [] : [{ t: frame.t, type: 'bytes' as const, bytes: text }]), ...messages]
}

function messageItem(value: unknown, line: string | null, { t, dir }: Frame): RecordedItem | null {
  const message = toMessage(value)
  if (message === null || !isObject(value)) return null
  return { t, type: 'message', dir, message, value, line: line ?? writeJson(value) }
}

/** What only notes record: the exit of the agent's process, and the documents of its plans. */
function itemsOfNote(note: JsonObject, t: number): readonly RecordedItem[] {
  if (note['type'] === 'document') return documentItems(note, t)
  const end = objectAt(objectAt(note, 'link'), 'end')
  if (note['type'] !== 'link-changed' || end['kind'] !== 'exited') return []
  const code = typeof end['code'] === 'number' ? end['code'] : null
  return [{ t, type: 'exit', code, signal: stringAt(end, 'signal') ?? null }]
}

/** Only for `file:` URIs: other documents are fetched, or are in the URI itself. */
function documentItems(note: JsonObject, t: number): readonly RecordedItem[] {
  const uri = stringAt(note, 'uri')
  if (uri?.startsWith('file:') !== true) return []
  const text = note['state'] === 'shown' ? stringAt(note, 'text') : undefined
  if (text === undefined && objectAt(note, 'reason')['kind'] !== 'missing') return []
  return [{ t, type: 'document', uri, text: text ?? null }]
}

/** The agent's side of a recording: its output before the first request, and what followed from each request of the client. */
export interface Recording {
  readonly version: ProtocolVersion
  /** Before any request. */
  readonly prologue: readonly Moment[]
  /** In the order of their requests. */
  readonly exchanges: readonly Exchange[]
  /** The first recorded texts of plan documents, by their URIs. */
  readonly documents: ReadonlyMap<string, string>
}

/** A request of the client's and all that followed from it, up to the next request about the same session. */
export interface Exchange {
  readonly method: string
  readonly params: JsonObject
  /** The session in its params, or the one that it opened; null: none. */
  readonly sessionId: string | null
  /** null: there is none. */
  readonly answer: { readonly isError: boolean; readonly result: unknown } | null
  readonly moments: readonly Moment[]
  /** The index of the moment that ends a prompt's turn; -1: the turn does not end, or there is none. */
  readonly turnEnd: number
}

/** An event of an exchange, `gapMs` after the one before it. */
export type Moment = { readonly gapMs: number } & (
  | {
      readonly type: 'answer' | 'notification'
      /** The recorded line, and its value. */
      readonly line: string
      readonly value: JsonObject
    }
  | { readonly type: 'request'; readonly id: MessageId; readonly line: string; readonly value: JsonObject }
  | { readonly type: 'answered'; readonly id: MessageId; readonly result: unknown }
  /** The client has cancelled the turn, or the request. */
  | { readonly type: 'cancelled' }
  | OtherOutput
)

/** Requests that open a session. */
export const openingMethods: readonly string[] = [
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
]

/** Whether a value names a request. */
export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number'
}
