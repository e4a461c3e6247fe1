import { beginningOfJson } from '../../lib/json/json-values.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, type RpcError } from './message.ts'

/** One JSON-RPC message as a line. https://agentclientprotocol.com/protocol/transports */
export function rpcLine(message: object): string {
  return writeJson(message)
}

/** The answer to a request, with the id as the request wrote it. */
export function answerLine(idText: string, outcome: RpcOutcome): string {
  const said = outcome.ok ? { result: outcome.value ?? null } : { error: outcome.error }
  return `{"jsonrpc":"2.0","id":${idText},${rpcLine(said).slice(1)}`
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
  const known = isObject(data) ? (stringAt(data, 'details') ?? stringAt(data, 'message')) : undefined
  if (known !== undefined) return known.trim()
  // Login methods are shown as such; other data may only name what the message names.
  const isSaid = ([key, value]: [string, unknown]): boolean =>
    key === 'authMethods' || (typeof value === 'string' && message.includes(value))
  if (isObject(data) && Object.entries(data).every(isSaid)) return ''
  const text = beginningOfJson(data, longestData + 1)
  return text.length > longestData ? `${text.slice(0, longestData)}…` : text
}
