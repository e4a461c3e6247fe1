import { isSameJson } from '../../lib/json/same-json.ts'
import { stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { openingMethods, type Exchange } from './recording.ts'
import type { SessionIds } from './session-ids.ts'

/** What is left of a recording, and which of its sessions are open. */
export interface Remaining {
  /** Not played yet, in their order. */
  readonly exchanges: readonly Exchange[]
  readonly sessions: SessionIds
}

/** The recorded exchange that stands for a request of the client's; null: nothing in the recording does. */
export function chooseExchange(method: string, params: JsonObject, remaining: Remaining): Exchange | null {
  if (method === 'session/prompt') return choosePrompt(params, remaining)
  if (openingMethods.includes(method)) return chooseOpening(method, params, remaining)
  const alike = remaining.exchanges.filter((exchange) => exchange.method === method)
  const same = alike.find((exchange) => isSameRequest(exchange.params, params, remaining.sessions))
  if (same !== undefined) return same
  // What changes one thing says nothing about what it changes otherwise.
  return stringAt(params, 'sessionId') === undefined ? (alike.find(isAnswered) ?? alike[0] ?? null) : null
}

/** The next turn of the same session, else of one that the recording had opened and the client has not. */
function choosePrompt(params: JsonObject, { exchanges, sessions }: Remaining): Exchange | null {
  const recorded = sessions.recordedFor(stringAt(params, 'sessionId') ?? '')
  const prompts = exchanges.filter(({ method }) => method === 'session/prompt')
  return (
    prompts.find(({ sessionId }) => sessionId !== null && recorded.includes(sessionId)) ??
    prompts.find((exchange) => isTurn(exchange) && !sessions.isBound(exchange.sessionId ?? '')) ??
    null
  )
}

/** The same session, else the next one that was opened in the same way, else in whatever way. */
function chooseOpening(
  method: string,
  params: JsonObject,
  { exchanges, sessions }: Remaining,
): Exchange | null {
  const openings = exchanges.filter((exchange) => openingMethods.includes(exchange.method))
  const alike = openings.filter((exchange) => exchange.method === method)
  const id = stringAt(params, 'sessionId')
  const ofSession = (exchange: Exchange): boolean => id !== undefined && exchange.sessionId === id
  const isFree = (exchange: Exchange): boolean =>
    isAnswered(exchange) && !sessions.isBound(exchange.sessionId ?? '')
  return (
    alike.find(ofSession) ??
    openings.find((exchange) => ofSession(exchange) && isAnswered(exchange)) ??
    alike.find(isFree) ??
    openings.find(isFree) ??
    (id === undefined ? alike.find((exchange) => !isAnswered(exchange)) : undefined) ??
    null
  )
}

function isAnswered({ answer }: Exchange): boolean {
  return answer?.isError === false
}

/** A turn that was not refused, be it that its answer is missing. */
function isTurn({ answer }: Exchange): boolean {
  return answer?.isError !== true
}

function isSameRequest(recorded: JsonObject, params: JsonObject, sessions: SessionIds): boolean {
  const id = stringAt(params, 'sessionId')
  const recordedId = stringAt(recorded, 'sessionId')
  if ((id === undefined) !== (recordedId === undefined)) return false
  if (id !== undefined && id !== recordedId && !sessions.recordedFor(id).includes(recordedId ?? ''))
    return false
  return isSameJson(saying(recorded), saying(params))
}

/** What a request says, without where and how it is said. */
function saying({
  sessionId: _sessionId,
  cwd: _cwd,
  mcpServers: _mcpServers,
  _meta,
  type: _type,
  ...rest
}: JsonObject): JsonObject {
  return rest
}
