import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import type { ProtocolVersion } from './updates.ts'

/** The turn that a question belongs to, and who is asked. */
export interface Asker {
  readonly client: AgentContext
  readonly version: ProtocolVersion
  readonly cancellation: AbortSignal
}

/** The id of the option that was chosen; null: the client called the question off, or the turn was cancelled. */
export async function askPermission(asker: Asker, params: JsonObject): Promise<string | null> {
  const response = await requestOf(asker, 'session/request_permission', params)
  // A client that cannot be asked has not allowed anything.
  if (response === undefined) return 'the request failed'
  const outcome = isObject(response) ? response['outcome'] : undefined
  if (!isObject(outcome) || outcome['outcome'] !== 'selected') return null
  return typeof outcome['optionId'] === 'string' ? outcome['optionId'] : null
}

/** What was filled in, `{}` for a page; null for any answer but yes. */
export async function askElicitation(asker: Asker, params: JsonObject): Promise<JsonObject | null> {
  const response = await requestOf(asker, 'elicitation/create', params)
  if (!isObject(response) || response['action'] !== 'accept') return null
  return isObject(response['content']) ? response['content'] : {}
}

/** How a request of the agent's own was answered. */
export interface Outcome {
  readonly outcome: string
  /** What came beside it. */
  readonly told: JsonObject
}

/** Vendors write the outcome flat, or nested in another one. null: the turn was cancelled. */
export async function askOwn(asker: Asker, method: string, params: JsonObject): Promise<Outcome | null> {
  const response = await requestOf(asker, method, params)
  if (response === null) return null
  const flat = isObject(response) ? response : {}
  const { outcome, ...told } = isObject(flat['outcome']) ? flat['outcome'] : flat
  return { outcome: typeof outcome === 'string' ? outcome : 'refused', told }
}

/** The client's answer; null when the turn is cancelled before there is one, `undefined` when it cannot answer. */
async function requestOf(asker: Asker, method: string, params: JsonObject): Promise<unknown> {
  // In v2 the agent takes its question back; in v1 the client answers it itself, and we do not wait for that.
  const options = asker.version === 2 ? { cancellationSignal: asker.cancellation } : {}
  const answer = asker.client.request(method, params, options).catch(() => undefined)
  return Promise.race([answer, aborted(asker.cancellation)])
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
