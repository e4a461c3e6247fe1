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

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The string at a key; undefined if it is missing or something else. */
export function stringAt(object: JsonObject, key: string): string | undefined {
  const value = object[key]
  return typeof value === 'string' ? value : undefined
}

/** The object at a key; an empty one if it is missing or something else. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
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
  return isObject(params) ? (stringAt(params, 'sessionId') ?? null) : null
}

/** An optional field of an event; nothing if it is absent. */
export function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>)
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number' || value === null
}

/** An error that is not an object still answers a request: it gets the code 0. */
function toError(error: unknown): RpcError {
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
