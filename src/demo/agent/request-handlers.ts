import { RequestError, type AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import type { Audience } from './session.ts'

/** A request of the client. */
export interface ClientRequest {
  readonly params: JsonObject
  readonly client: AgentContext
  /** Aborts when the client takes the request back, or is gone. */
  readonly signal: AbortSignal
}

/** Methods, and what answers them: a result, or a thrown `RequestError`. */
export type Answers = Readonly<Record<string, (request: ClientRequest) => unknown>>

/** Who a request came from, by what was agreed upon in `initialize`. */
export type AudienceOf = (client: AgentContext) => Audience

/** An identity parser: the SDK's own would accept the shapes of one protocol version only. */
export function asObject(params: unknown): JsonObject {
  if (!isObject(params)) throw RequestError.invalidParams(undefined, 'params must be an object')
  return params
}
