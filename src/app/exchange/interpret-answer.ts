import { toldNext } from './turn-states.ts'
import { agentAnswering } from '../known-agents/known-agents.ts'
import {
  askedId,
  isObject,
  type JsonObject,
  type Message,
  rpcCodes,
  type RpcError,
  rpcErrorText,
  type RpcOutcome,
  sessionIdIn,
  stringAt,
  objectAt,
  objectIn,
} from '../../protocol/wire/message.ts'
import { nameOf, noted } from '../../protocol/wire/wire-problem.ts'
import { answerByText } from './exchange-problems.ts'
import { endTurn, sessionOpened, type ExchangeState } from './exchange-state.ts'
import { openingOf, readOpened, readAuthMethods } from './read/read-opened.ts'
import { readChange, type SentRequest } from './session-settings.ts'
import type { TurnOutcome, SessionListing } from '../state/app-event.ts'
import { offersNothing, type AgentDescription, type AgentOffers } from '../state/link.ts'

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** Interprets the agent's answer to a request of the client's. False: there is no such request. */
export function interpretAnswer(state: ExchangeState, answer: Answer): boolean {
  const outcome: RpcOutcome =
    answer.kind === 'result' ? { ok: true, value: answer.result } : { ok: false, error: answer.error }
  const id = askedId(answer.id, state.sent)
  if (id !== answer.id) state.foundProblem(answerByText(answer.id), null)
  const request = state.sent.get(id) ?? inferredRequest(state, outcome)
  if (request === null) return state.isGuessing && !state.hasClientMessages
  state.sent.delete(id)
  const { method, params } = request
  const sessionId = stringAt(params, 'sessionId') ?? state.currentId
  if (!outcome.ok) onRefused(state, outcome.error)
  switch (method) {
    case 'initialize':
      onInitialize(state, request, outcome)
      break
    case 'authenticate':
    case 'auth/login':
      onLogin(state, outcome)
      break
    case 'session/list':
      onSessionPage(state, outcome)
      break
    case 'session/prompt':
      if (sessionId !== null) onPromptAnswer(state, sessionId, id, outcome)
      break
    case 'session/close':
    case 'session/delete':
      if (outcome.ok && sessionId !== null) onClosed(state, sessionId, method === 'session/delete')
      break
    default:
      if (openingOf(method, params) === null) onSettingChanged(state, request, sessionId, outcome)
      else onOpened(state, request, outcome)
  }
  return true
}

/** What an answer belongs to in a trace without the client's requests, inferred from its content. */
function inferredRequest(state: ExchangeState, outcome: RpcOutcome): SentRequest | null {
  if (!state.isGuessing || state.hasClientMessages || !outcome.ok || !isObject(outcome.value)) return null
  const { value } = outcome
  const request = (method: string): SentRequest => ({ method, params: {} })
  if ('protocolVersion' in value) return request('initialize')
  if (typeof value['sessionId'] === 'string') return request('session/new')
  return typeof value['stopReason'] === 'string' ? request('session/prompt') : null
}

function onInitialize(state: ExchangeState, request: SentRequest, outcome: RpcOutcome): void {
  if (!outcome.ok || !isObject(outcome.value)) return
  const { value } = outcome
  const protocolVersion = spokenVersion(value)
  const version = protocolVersion === 2 ? 2 : 1
  const info = [value['info'], value['agentInfo']].find(isObject)
  // Some agents say who they are in another way.
  const known = stringAt(info, 'name') ? null : agentAnswering(value)
  const { agentVersion } = objectAt(value, '_meta')
  // Strings are raw.
  const agent: AgentDescription = {
    name: stringAt(info, 'name') || known?.infoNames[0] || state.fallbackName,
    title: stringAt(info, 'title') || known?.name || null,
    version:
      stringAt(info, 'version') || (known !== null && typeof agentVersion === 'string' ? agentVersion : null),
    protocolVersion: version,
    knowsPlanCapability: advertisesPlans(request.params),
    offers: readOffers(value, version),
  }
  state.hasSeenSetup = true
  state.version = version
  const { protocolVersion: sent } = value
  if (typeof sent !== 'number' && typeof protocolVersion === 'number') {
    const text = `protocolVersion is ${nameOf(sent)}, 1 or 2 is expected; taken as ${version}`
    state.foundProblem(noted('bad-answer', text, value, 'result.protocolVersion'), null)
  }
  state.authMethods = readAuthMethods(value['authMethods'])
  state.initializeAnswer = { protocolVersion, agent }
  state.emit({ type: 'agent-described', atMs: state.atMs, agent })
}

/**
 * The version that is spoken after an answer to `initialize`: some agents answer with version 2 because it was requested, and with the
 * capabilities of version 1, which is all that they speak. Where no number tells it, the capabilities do. Else as sent.
 */
export function spokenVersion(answer: JsonObject): unknown {
  const { protocolVersion: sent } = answer
  const isOfOne = isObject(answer['agentCapabilities']) && !('capabilities' in answer)
  if (typeof sent === 'number' || isOtherServer(answer)) return sent === 2 && isOfOne ? 1 : sent
  return sent === '2' || (isObject(answer['capabilities']) && sent !== '1') ? 2 : 1
}

/** Whether a server of MCP or LSP gave an answer to `initialize`, which both have, too. */
export function isOtherServer(answer: unknown): boolean {
  return isObject(answer) && isObject(answer['serverInfo'])
}

function advertisesPlans(params: JsonObject): boolean {
  return [objectAt(params, 'clientCapabilities'), objectAt(params, 'capabilities')].some(
    (capabilities) => isOffered(capabilities, 'plan') || isOffered(capabilities, 'planCapabilities'),
  )
}

function onLogin(state: ExchangeState, outcome: RpcOutcome): void {
  if (outcome.ok || state.link !== 'wants-login') return
  wantLogin(state, rpcErrorText(outcome.error))
}

/** `failure`: why the last try failed. */
function wantLogin(state: ExchangeState, failure: string | null): void {
  const { atMs, authMethods: methods } = state
  state.guessLink({ state: 'wants-login', sinceMs: atMs, methods, trying: null, failure })
}

/** The error may list auth methods that were not known before. */
function onRefused(state: ExchangeState, { code, data }: RpcError): void {
  if (code !== rpcCodes.authRequired) return
  const listedMethods = readAuthMethods(objectIn(data)['authMethods'])
  if (listedMethods.length > 0) state.authMethods = listedMethods
}

function onOpened(state: ExchangeState, { method, params }: SentRequest, outcome: RpcOutcome): void {
  const { atMs } = state
  const how = openingOf(method, params)
  const session = how === null || !outcome.ok ? null : readOpened(how, params, outcome.value)
  if (session !== null) return sessionOpened(state, session)
  if (outcome.ok) {
    const message = `it answered ${method} without a sessionId`
    state.emit({ type: 'session-not-opened', atMs, sessionId: null, message })
  } else if (outcome.error.code === rpcCodes.authRequired && state.link !== 'open') {
    wantLogin(state, null)
  } else {
    const sessionId = sessionIdIn(params)
    state.emit({ type: 'session-not-opened', atMs, sessionId, message: rpcErrorText(outcome.error) })
  }
}

function onPromptAnswer(
  state: ExchangeState,
  sessionId: string,
  id: Answer['id'],
  outcome: RpcOutcome,
): void {
  const session = state.session(sessionId)
  const result = turnOutcome(outcome, state.version)
  const isLate = state.hasClientMessages && session.promptId !== id
  if (result === null || isLate) return
  if (outcome.ok && state.version === 2 && session.reportsStates) return
  if (outcome.ok && !hasStopReason(outcome.value)) {
    const text = 'the answer to the prompt has no stopReason; the turn is taken to have ended by itself'
    state.foundProblem(noted('bad-answer', text, outcome.value, 'result.stopReason'), sessionId)
  }
  endTurn(session)
  state.emit({ type: 'turn-ended', atMs: state.atMs, sessionId, outcome: result })
  if (state.isGuessing) toldNext(state, sessionId)
}

function onClosed(state: ExchangeState, sessionId: string, wasDeleted: boolean): void {
  const { atMs } = state
  if (!state.isGuessing) return
  const outcome = { kind: 'stopped', stopReason: 'cancelled' } as const
  if (state.sessions.get(sessionId)?.isRunning === true)
    state.emit({ type: 'turn-ended', atMs, sessionId, outcome })
  state.close(sessionId)
  state.emit({ type: 'session-closed', atMs, sessionId, wasDeleted })
}

function onSettingChanged(
  state: ExchangeState,
  request: SentRequest,
  sessionId: string | null,
  outcome: RpcOutcome,
): void {
  const change = outcome.ok ? readChange(request, outcome.value) : null
  if (change === null || sessionId === null) return
  for (const problem of change.problems) state.foundProblem(problem, sessionId)
  state.emit({ type: 'session-updated', atMs: state.atMs, sessionId, update: change.update })
}

function onSessionPage(state: ExchangeState, outcome: RpcOutcome): void {
  const { pages } = state
  if (!outcome.ok)
    return emitListing(state, {
      state: 'failed',
      sessions: pages.sessions,
      message: rpcErrorText(outcome.error),
    })
  const page = pages.read(outcome.value)
  const { nextCursor, failure, problems } = page
  state.lastPage = page
  for (const problem of problems) state.foundProblem(problem, null)
  const { sessions } = pages
  if (nextCursor !== null) return emitListing(state, { state: 'asking', sessions })
  emitListing(
    state,
    failure === null ? { state: 'listed', sessions } : { state: 'failed', sessions, message: failure },
  )
}

function emitListing(state: ExchangeState, listing: SessionListing): void {
  if (!state.isListing) return
  state.isListing = listing.state === 'asking'
  state.emit({ type: 'sessions-listed', atMs: state.atMs, listing })
}

/**
 * The outcome of a turn from the answer to its prompt; null: not known yet.
 * https://agentclientprotocol.com/protocol/v2/prompt-turn
 */
function turnOutcome(outcome: RpcOutcome, version: 1 | 2): TurnOutcome | null {
  if (outcome.ok) {
    if (hasStopReason(outcome.value)) return { kind: 'stopped', stopReason: outcome.value.stopReason }
    return version === 1 ? { kind: 'stopped', stopReason: 'end_turn' } : null
  }
  const { code } = outcome.error
  // The agent dropped a prompt of a cancelled turn, which is not a failure.
  if (code === rpcCodes.requestCancelled) return { kind: 'stopped', stopReason: 'cancelled' }
  return { kind: 'failed', code, message: rpcErrorText(outcome.error) }
}

function hasStopReason(answer: unknown): answer is { readonly stopReason: string } {
  return isObject(answer) && typeof answer['stopReason'] === 'string'
}

/**
 * What can be requested about sessions. In version 2 only `delete` is optional.
 * https://agentclientprotocol.com/protocol/initialization#agent-capabilities
 */
function readOffers(result: JsonObject, version: 1 | 2): AgentOffers {
  const { agentCapabilities: capabilities } = result
  if (version === 2) {
    const session = objectAt(objectAt(result, 'capabilities'), 'session')
    return { list: true, load: true, resume: true, close: true, delete: isOffered(session, 'delete') }
  }
  if (!isObject(capabilities)) return offersNothing
  const session = objectAt(capabilities, 'sessionCapabilities')
  return {
    list: isOffered(session, 'list'),
    load: capabilities['loadSession'] === true,
    resume: isOffered(session, 'resume'),
    close: isOffered(session, 'close'),
    delete: isOffered(session, 'delete'),
  }
}

/** A capability is an object; some agents write `true`. */
function isOffered(capabilities: JsonObject, key: string): boolean {
  const value = capabilities[key]
  return isObject(value) || value === true
}
