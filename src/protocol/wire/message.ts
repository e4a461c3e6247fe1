import { beginningOfJson } from '../../lib/json/json-values.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/** A JSON-RPC 2.0 id (https://www.jsonrpc.org/specification#request_object). */
export type MessageId = string | number | null

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type Message =
  | {
      readonly kind: 'request'
      readonly id: MessageId
      /** The id as it was written, if JavaScript would write the number differently: 1e21, -0, 2^53 + 1, 1e999. */
      readonly idText?: string
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: MessageId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: MessageId; readonly error: RpcError }

/** The versions of the protocol that are spoken. */
export type ProtocolVersion = 1 | 2

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value that should be an object; an empty one for anything else. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The items of a value that should be a list; none of anything else. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The string at a key of an object; undefined if it is missing or something else. */
export function stringAt(holder: unknown, key: string): string | undefined {
  const value = isObject(holder) ? holder[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The object at a key of an object; an empty one if it is missing or something else. */
export function objectAt(holder: unknown, key: string): JsonObject {
  return objectIn(isObject(holder) ? holder[key] : undefined)
}

/** A longer text is not searched for JSON. */
const longestJsonText = 1024 * 1024

/** The object or list that a text is as JSON; undefined for any other text, and for one of more than 1,048,576 characters. */
export function valueInText(text: string): unknown {
  return text.length <= longestJsonText && /^\s*[[{]/.test(text) ? jsonIn(text) : undefined
}

/** A tool call with its input as a value: some agents write the object or list as JSON text. Any other input is as it came. */
export function withInputRead<Call extends JsonObject>(call: Call): Call {
  const { rawInput } = call
  const value = typeof rawInput === 'string' ? valueInText(rawInput) : undefined
  return value === undefined ? call : { ...call, rawInput: value }
}

/** A JSON value as a JSON-RPC message; null if it is none. `jsonrpc` may be missing. */
export function toMessage(value: unknown): Message | null {
  if (!isObject(value)) return null
  const id = isId(value['id']) ? value['id'] : undefined
  const method = value['method']
  if (typeof method === 'string') {
    const params = value['params']
    return id === undefined
      ? { kind: 'notification', method, params }
      : { kind: 'request', id, method, params }
  }
  if (id === undefined) return null
  const error = value['error']
  if (error !== undefined && error !== null) return { kind: 'error', id, error: toError(error) }
  return 'result' in value ? { kind: 'result', id, result: value['result'] } : null
}

/** The session that params name; null: they name none. */
export function sessionIdIn(params: unknown): string | null {
  return stringAt(params, 'sessionId') ?? null
}

/** An optional field of an event; nothing if it is absent. */
export function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>)
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number' || value === null
}

/** An error that is not an object still answers a request: it gets the code 0. */
export function toError(error: unknown): RpcError {
  if (!isObject(error))
    return { code: 0, message: typeof error === 'string' ? error : 'no message', data: error }
  const code = typeof error['code'] === 'number' ? error['code'] : 0
  return { code, message: stringAt(error, 'message') ?? 'no message', data: error['data'] }
}

/** Methods of requests that agents send, and of the notification that an opened page is done. */
export const permissionMethod = 'session/request_permission'
export const elicitationMethod = 'elicitation/create'
export const elicitationCompleteMethod = 'elicitation/complete'
export const readFileMethod = 'fs/read_text_file'
export const writeFileMethod = 'fs/write_text_file'

/** One JSON-RPC message as a line. https://agentclientprotocol.com/protocol/transports */
export function rpcLine(message: object): string {
  return writeJson(message)
}

/** The answer to a request, with the id as the request wrote it. */
export function answerLine(idText: string, outcome: RpcOutcome): string {
  const said = outcome.ok ? { result: outcome.value ?? null } : { error: outcome.error }
  return `{"jsonrpc":"2.0","id":${idText},${rpcLine(said).slice(1)}`
}

/** The id of the open request that an answer belongs to: some agents write a number back as a text. */
export function askedId(id: MessageId, open: { has(id: MessageId): boolean }): MessageId {
  const number = Number(id)
  return typeof id === 'string' && String(number) === id && !open.has(id) && open.has(number) ? number : id
}

/** Error codes of JSON-RPC and ACP that this client uses. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  methodNotFound: -32601,
  internalError: -32603,
  resourceNotFound: -32002,
  authRequired: -32000,
  unsupportedVersion: -32022,
  requestCancelled: -32800,
} as const

/** The outcome of a request, or the answer to one. */
export type RpcOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: RpcError }

/** Why a request failed: the agent's error; with `code` null, a reason known without asking. */
export type Refused = Omit<RpcError, 'code'> & { readonly code: number | null }

/**
 * The message of an error with its details: many agents say "Internal error" and put the reason into the data. What the message says
 * already is not repeated. Raw.
 */
export function rpcErrorText({ message, data }: Pick<RpcError, 'message' | 'data'>): string {
  const detail = detailOf(data, message)
  if (detail === '' || message.includes(detail)) return message
  return message.trim() === '' ? detail : `${message}: ${detail}`
}

/** Characters of data without a known shape. */
const longestData = 300

function detailOf(data: unknown, message: string): string {
  if (typeof data === 'string') return data.trim()
  if (data === undefined || data === null) return ''
  const known = stringAt(data, 'details') ?? stringAt(data, 'message') ?? onlyReason(data)
  if (known !== undefined) return known.trim()
  // Login methods are shown as such; other data may only name what the message names.
  const isSaid = ([key, value]: [string, unknown]): boolean =>
    key === 'authMethods' || (typeof value === 'string' && message.includes(value))
  if (isObject(data) && Object.entries(data).every(isSaid)) return ''
  const text = beginningOfJson(data, longestData + 1)
  return text.length > longestData ? `${text.slice(0, longestData)}…` : text
}

/** The text of data that is nothing else, as agents in Python send it. undefined: there is more, or something else. */
function onlyReason(data: unknown): string | undefined {
  if (!isObject(data) || Object.keys(data).length !== 1) return undefined
  return stringAt(data, 'reason') ?? stringAt(data, 'error') ?? stringAt(data, 'detail')
}
