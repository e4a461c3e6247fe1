import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, type RpcError } from './message.ts'

/** One JSON-RPC message as it goes over the wire, on one line. https://agentclientprotocol.com/protocol/transports */
export function rpcLine(message: object): string {
  return writeJson(message)
}

/** The answer to a request, whose id stands in it as the request has written it. */
export function answerLine(idText: string, outcome: RpcOutcome): string {
  const said = outcome.ok ? { result: outcome.value ?? null } : { error: outcome.error }
  return `{"jsonrpc":"2.0","id":${idText},${rpcLine(said).slice(1)}`
}

/** Error codes of JSON-RPC and ACP that mean something to us. */
export const rpcCodes = {
  invalidParams: -32602,
  methodNotFound: -32601,
  internalError: -32603,
  resourceNotFound: -32002,
  authRequired: -32000,
  unsupportedVersion: -32022,
  requestCancelled: -32800,
} as const

/** What came of a request, or what to answer one with. */
export type RpcOutcome =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: RpcError }

/** Why something did not come to be: the agent's error, or with `code` null what we know without asking it. */
export type Refused = Omit<RpcError, 'code'> & { readonly code: number | null }

/** What an error says, with its details: many agents say "Internal error" and put the reason into the data. Raw. */
export function rpcErrorText({ message, data }: Pick<RpcError, 'message' | 'data'>): string {
  if (typeof data === 'string') return `${message}: ${data}`
  const detail = isObject(data) ? (stringAt(data, 'details') ?? stringAt(data, 'message')) : undefined
  return detail === undefined ? message : `${message}: ${detail}`
}
