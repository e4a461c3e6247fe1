import { isSameJson } from '../../lib/json/json-values.ts'
import { stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { openingMethods, type Exchange } from './recording.ts'
import type { SessionIds } from './session-ids.ts'

/** The exchanges that were not played yet, and the sessions that are open. */
export interface Remaining {
  /** In their order. */
  readonly exchanges: readonly Exchange[]
  readonly sessions: SessionIds
}

/** The recorded exchange to play for a request of the client's; null: there is none. */
export function chooseExchange(method: string, params: JsonObject, remaining: Remaining): Exchange | null {
  if (method === 'session/prompt') return choosePrompt(params, remaining)
  if (openingMethods.includes(method)) return chooseOpening(method, params, remaining)
  const alike = remaining.exchanges.filter((exchange) => exchange.method === method)
  const same = alike.find((exchange) => isSameRequest(exchange.params, params, remaining.sessions))
  if (same !== undefined) return same
  // A request that changes a session is played only for the same change.
  return stringAt(params, 'sessionId') === undefined ? (alike.find(isAnswered) ?? alike[0] ?? null) : null
}

/** The next turn of the same session, else of a recorded session that the client has not opened. */
function choosePrompt(params: JsonObject, { exchanges, sessions }: Remaining): Exchange | null {
  const recorded = sessions.recordedFor(stringAt(params, 'sessionId') ?? '')
  const prompts = exchanges.filter(({ method }) => method === 'session/prompt')
  return (
    prompts.find(({ sessionId }) => sessionId !== null && recorded.includes(sessionId)) ??
    prompts.find((exchange) => isTurn(exchange) && !sessions.isBound(exchange.sessionId ?? '')) ??
    null
  )
}

/** The same session, else the next one that was opened by the same method, else by any. */
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

/** A turn that was not answered by an error; its answer may be missing. */
function isTurn({ answer }: Exchange): boolean {
  return answer?.isError !== true
}

function isSameRequest(recorded: JsonObject, params: JsonObject, sessions: SessionIds): boolean {
  const id = stringAt(params, 'sessionId')
  const recordedId = stringAt(recorded, 'sessionId')
  if ((id === undefined) !== (recordedId === undefined)) return false
  if (id !== undefined && id !== recordedId && !sessions.recordedFor(id).includes(recordedId ?? ''))
    return false
  return isSameJson(contentOf(recorded), contentOf(params))
}

/** The params of a request without those that depend on the session and the machine. */
function contentOf({
  sessionId: _sessionId,
  cwd: _cwd,
  mcpServers: _mcpServers,
  _meta,
  type: _type,
  ...rest
}: JsonObject): JsonObject {
  return rest
}
