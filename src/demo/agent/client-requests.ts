import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject, objectAt, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { Outcome, PermissionAnswer } from '../script/playing/turn-context.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** The client that gets a request, and the turn that the request belongs to. */
export interface TurnClient {
  readonly client: AgentContext
  readonly version: ProtocolVersion
  readonly cancellation: AbortSignal
}

/** `withdrawal` takes the request back, which is then answered too late. */
export async function requestPermission(
  asker: TurnClient,
  params: JsonObject,
  withdrawal: AbortSignal | null,
): Promise<PermissionAnswer> {
  const response = await requestOf(asker, 'session/request_permission', params, withdrawal)
  if (withdrawal?.aborted === true) return { type: asker.cancellation.aborted ? 'cancelled' : 'too-late' }
  // A failed request is no permission: the text is the id of no option, which counts as the last one, a refusal.
  if (response === undefined) return { type: 'selected', optionId: 'the request failed' }
  const outcome = isObject(response) ? objectAt(response, 'outcome') : {}
  const optionId = outcome['outcome'] === 'selected' ? stringAt(outcome, 'optionId') : undefined
  return optionId === undefined ? { type: 'cancelled' } : { type: 'selected', optionId }
}

/** The content of the form, `{}` for a page; null for any action but `accept`. */
export async function requestElicitation(asker: TurnClient, params: JsonObject): Promise<JsonObject | null> {
  const response = await requestOf(asker, 'elicitation/create', params)
  if (!isObject(response) || response['action'] !== 'accept') return null
  return objectAt(response, 'content')
}

/** Sends a request that is not part of ACP. Vendors nest the outcome in an `outcome`, or not. null: the turn was cancelled. */
export async function requestExtension(
  asker: TurnClient,
  method: string,
  params: JsonObject,
): Promise<Outcome | null> {
  const response = await requestOf(asker, method, params)
  if (response === null) return null
  const flat = isObject(response) ? response : {}
  const { outcome, ...fields } = isObject(flat['outcome']) ? flat['outcome'] : flat
  return { outcome: typeof outcome === 'string' ? outcome : 'refused', fields }
}

/** The client's answer; null when the turn is cancelled or the request withdrawn before there is one, `undefined` for an error. */
async function requestOf(
  asker: TurnClient,
  method: string,
  params: JsonObject,
  withdrawal: AbortSignal | null = null,
): Promise<unknown> {
  const { cancellation, version, client } = asker
  // In v2 the agent cancels its request; in v1 the client answers it, and the agent does not wait for that.
  const signals = [...(version === 2 ? [cancellation] : []), ...(withdrawal === null ? [] : [withdrawal])]
  const options = signals.length === 0 ? {} : { cancellationSignal: AbortSignal.any(signals) }
  const answer = client.request(method, params, options).catch(() => undefined)
  const ends = withdrawal === null ? [cancellation] : [cancellation, withdrawal]
  return Promise.race([answer, ...ends.map(aborted)])
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
