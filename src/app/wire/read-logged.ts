import { jsonIn } from '../../lib/json/read-json.ts'
import {
  isObject,
  objectAt,
  stringAt,
  toMessage,
  type Message,
  type MessageId,
} from '../../protocol/wire/message.ts'
import type { LoggedMessage } from './wire-block.ts'

/** What a row of the wire is. `malformed`: no message; `chunks`: pieces of a text; `tool`: a tool call. */
export type WireKind =
  | 'request'
  | 'response'
  | 'error'
  | 'notice'
  | 'update'
  | 'plan'
  | 'chunks'
  | 'tool'
  | 'stderr'
  | 'problem'
  | 'malformed'

export const wireKinds: readonly WireKind[] = [
  'request',
  'response',
  'error',
  'notice',
  'update',
  'plan',
  'chunks',
  'tool',
  'stderr',
  'problem',
  'malformed',
]

/** The facts of a message that many messages share. All texts are raw and short. */
export interface WireFacts {
  readonly kind: WireKind
  readonly sort: LoggedMessage['sort']
  /** The method of a request or notification; of a response once its request is known. */
  readonly method: string | null
  /** The `sessionUpdate` of a `session/update`. */
  readonly update: string | null
  readonly session: string | null
  /** The id of the plan in an update; `main` for the one without an id. */
  readonly plan: string | null
}

export interface ReadMessage {
  readonly facts: WireFacts
  /** The id of a request or response; undefined: it has none. */
  readonly id: MessageId | undefined
}

/** Parsing a longer message would take longer than a frame: only its beginning and its end are looked at. */
const parsedBytes = 512 * 1024
const glanceBytes = 2048
const longestText = 200

/** What a logged message is. Never throws, whatever it holds. */
export function readLogged({ sort, bytes, sizeBytes }: LoggedMessage): ReadMessage {
  if (sort === 'stderr' || sort === 'problem') return bare(sort, sort)
  if (sizeBytes > bytes.length || bytes.length > parsedBytes) return glanced(sort, bytes)
  const message = messageIn(bytes.toString('utf8'))
  return message === null ? bare('malformed', sort) : readMessage(message, sort)
}

/** The message of a line, the first of a batch; null: there is none. */
export function messageIn(text: string): Message | null {
  const value = jsonIn(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  return toMessage(Array.isArray(value) ? (value as readonly unknown[])[0] : value)
}

function bare(kind: WireKind, sort: LoggedMessage['sort']): ReadMessage {
  return { facts: { kind, sort, method: null, update: null, session: null, plan: null }, id: undefined }
}

function readMessage(message: Message, sort: LoggedMessage['sort']): ReadMessage {
  switch (message.kind) {
    case 'request': {
      const { id, method, params } = message
      const session = sessionIn(params)
      return {
        id,
        facts: { kind: 'request', sort, method: short(method), update: null, session, plan: null },
      }
    }
    case 'result': {
      const session = sessionIn(message.result)
      const facts = { kind: 'response', sort, method: null, update: null, session, plan: null } as const
      return { id: message.id, facts }
    }
    case 'error':
      return { ...bare('error', sort), id: message.id }
    case 'notification':
      return { id: undefined, facts: readNotification(message.method, message.params, sort) }
  }
}

function readNotification(method: string, params: unknown, sort: LoggedMessage['sort']): WireFacts {
  const session = sessionIn(params)
  const update = objectAt(params, 'update')
  const name = stringAt(update, 'sessionUpdate')
  if (method !== 'session/update' || name === undefined)
    return { kind: 'notice', sort, method: short(method), update: null, session, plan: null }
  const kind = kindOfUpdate(name)
  const plan = kind === 'plan' ? planIn(update) : null
  return { kind, sort, method, update: short(name), session, plan }
}

function kindOfUpdate(name: string): WireKind {
  if (name === 'plan' || name.startsWith('plan_')) return 'plan'
  if (name.endsWith('_chunk')) return 'chunks'
  return name.startsWith('tool_call') ? 'tool' : 'update'
}

function planIn(update: Readonly<Record<string, unknown>>): string {
  const body = isObject(update['plan']) ? update['plan'] : update
  return short(stringAt(body, 'planId') ?? stringAt(body, 'id') ?? 'main')
}

function sessionIn(params: unknown): string | null {
  const id = stringAt(params, 'sessionId')
  return id === undefined ? null : short(id)
}

function short(text: string): string {
  return text.slice(0, longestText)
}

/** The same from the beginning and the end of a message that is too long to be parsed. */
function glanced(sort: LoggedMessage['sort'], bytes: Buffer): ReadMessage {
  const head = bytes.toString('utf8', 0, glanceBytes)
  if (!head.trimStart().startsWith('{')) return bare('malformed', sort)
  const ends = `${head}\n${bytes.toString('utf8', Math.max(glanceBytes, bytes.length - glanceBytes))}`
  const method = textAt(ends, 'method')
  const session = textAt(head, 'sessionId')
  const idText = /"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")/.exec(ends)?.[1]
  const id = idText === undefined ? undefined : (jsonIn(idText) as MessageId)
  const update = method === 'session/update' ? textAt(head, 'sessionUpdate') : null
  if (method !== null && (id === undefined || update !== null)) {
    const kind = update === null ? 'notice' : kindOfUpdate(update)
    const plan = kind === 'plan' ? (textAt(head, 'planId') ?? textAt(head, 'id') ?? 'main') : null
    return { id: undefined, facts: { kind, sort, method, update, session, plan } }
  }
  const kind = method === null ? 'response' : 'request'
  return { id, facts: { kind, sort, method, update: null, session, plan: null } }
}

function textAt(text: string, key: string): string | null {
  // A text that is longer is cut.
  return new RegExp(`"${key}"\\s{0,20}:\\s{0,20}"([^"\\\\]{0,${longestText}})`).exec(text)?.[1] ?? null
}
