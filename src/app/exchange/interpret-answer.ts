import {
  isObject,
  stringAt,
  type JsonObject,
  type Message,
  type RpcError,
} from '../../protocol/wire/message.ts'
import { rpcCodes, rpcErrorText, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { SessionListing } from '../state/session-listing.ts'
import { readInitializeAnswer, readOffers } from './agent-description.ts'
import type { AskedRequest, ExchangeState } from './exchange-state.ts'
import { sessionOpened } from './interpret-opening.ts'
import { readAuthMethods } from './read/read-auth-methods.ts'
import { openingOf, readOpened } from './read/read-opened.ts'
import { noSettings, readChange, settingsWithUpdate } from './session-settings.ts'
import { turnOutcome } from './turn-outcome.ts'

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** An agent's answer to a request of the client's. False: nobody waits for it. */
export function interpretAnswer(state: ExchangeState, answer: Answer, fallbackName: string): boolean {
  const outcome: RpcOutcome =
    answer.kind === 'result' ? { ok: true, value: answer.result } : { ok: false, error: answer.error }
  const asked = state.asked.get(answer.id) ?? guessed(state, outcome)
  if (asked === null) return state.isGuessing && !state.hasSent
  state.asked.delete(answer.id)
  const { method, params } = asked
  const sessionId = stringAt(params, 'sessionId') ?? state.currentId
  if (!outcome.ok) refused(state, outcome.error)
  switch (method) {
    case 'initialize':
      greeted(state, { asked, outcome, fallbackName })
      break
    case 'authenticate':
    case 'auth/login':
      loggedIn(state, outcome)
      break
    case 'session/list':
      listed(state, outcome)
      break
    case 'session/prompt':
      if (sessionId !== null) prompted(state, { sessionId, id: answer.id, outcome })
      break
    case 'session/close':
    case 'session/delete':
      if (outcome.ok && sessionId !== null) closed(state, sessionId, method === 'session/delete')
      break
    default:
      if (openingOf(method, params) === null) changed(state, asked, { sessionId, outcome })
      else opened(state, asked, outcome)
  }
  return true
}

/** What an answer is to where the trace has none of the client's requests: told by what it holds. */
function guessed(state: ExchangeState, outcome: RpcOutcome): AskedRequest | null {
  if (!state.isGuessing || state.hasSent || !outcome.ok || !isObject(outcome.value)) return null
  const { value } = outcome
  const request = (method: string): AskedRequest => ({ method, params: {}, settings: noSettings })
  if ('protocolVersion' in value) return request('initialize')
  if (typeof value['sessionId'] === 'string') return request('session/new')
  return typeof value['stopReason'] === 'string' ? request('session/prompt') : null
}

interface GreetingAnswer {
  readonly asked: AskedRequest
  readonly outcome: RpcOutcome
  readonly fallbackName: string
}

function greeted(state: ExchangeState, { asked, outcome, fallbackName }: GreetingAnswer): void {
  if (!outcome.ok || !isObject(outcome.value)) return
  const { protocolVersion, described, authMethods } = readInitializeAnswer(outcome.value, fallbackName)
  state.hasGreeted = true
  state.version = protocolVersion === 2 ? 2 : 1
  state.authMethods = authMethods
  const { version, atMs } = state
  const knowsPlanCapability = advertisesPlans(asked.params)
  const agent = {
    ...described,
    protocolVersion: version,
    knowsPlanCapability,
    offers: readOffers(outcome.value, version),
  }
  state.greeting = { protocolVersion, agent }
  state.tell({ type: 'agent-described', atMs, agent })
}

function advertisesPlans(params: JsonObject): boolean {
  const known = [params['clientCapabilities'], params['capabilities']].filter(isObject)
  return known.some((capabilities) =>
    [capabilities['plan'], capabilities['planCapabilities']].some(
      (value) => isObject(value) || value === true,
    ),
  )
}

function loggedIn(state: ExchangeState, outcome: RpcOutcome): void {
  if (outcome.ok || state.link !== 'wants-login') return
  wantLogin(state, { failure: rpcErrorText(outcome.error) })
}

function wantLogin(state: ExchangeState, { failure }: { readonly failure: string | null }): void {
  const { atMs, authMethods: methods } = state
  state.turnTo({ state: 'wants-login', sinceMs: atMs, methods, trying: null, failure })
}

/** An error that wants a login may tell of ways to log in that were not known before. */
function refused(state: ExchangeState, { code, data }: RpcError): void {
  if (code !== rpcCodes.authRequired) return
  const told = isObject(data) ? readAuthMethods(data['authMethods']) : []
  if (told.length > 0) state.authMethods = told
}

function opened(state: ExchangeState, { method, params }: AskedRequest, outcome: RpcOutcome): void {
  const { atMs } = state
  const how = openingOf(method, params)
  const session = how === null || !outcome.ok ? null : readOpened(how, params, outcome.value)
  if (session !== null) return sessionOpened(state, session)
  if (outcome.ok) {
    const message = `it answered ${method} without a sessionId`
    state.tell({ type: 'session-not-opened', atMs, sessionId: null, message })
  } else if (outcome.error.code === rpcCodes.authRequired && state.link !== 'open') {
    wantLogin(state, { failure: null })
  } else {
    const sessionId = stringAt(params, 'sessionId') ?? null
    state.tell({ type: 'session-not-opened', atMs, sessionId, message: rpcErrorText(outcome.error) })
  }
}

interface PromptAnswer {
  readonly sessionId: string
  readonly id: Answer['id']
  readonly outcome: RpcOutcome
}

function prompted(state: ExchangeState, { sessionId, id, outcome }: PromptAnswer): void {
  const session = state.session(sessionId)
  const result = turnOutcome(outcome, state.version)
  const isLate = state.hasSent && session.promptId !== id
  if (result === null || isLate) return
  if (outcome.ok && state.version === 2 && session.reportsStates) return
  session.isRunning = false
  session.promptId = null
  state.tell({ type: 'turn-ended', atMs: state.atMs, sessionId, outcome: result })
}

function closed(state: ExchangeState, sessionId: string, wasDeleted: boolean): void {
  const { atMs } = state
  if (!state.isGuessing) return
  const outcome = { kind: 'stopped', stopReason: 'cancelled' } as const
  if (state.sessions.get(sessionId)?.isRunning === true)
    state.tell({ type: 'turn-ended', atMs, sessionId, outcome })
  state.close(sessionId)
  state.tell({ type: 'session-closed', atMs, sessionId, wasDeleted })
}

interface ChangeAnswer {
  readonly sessionId: string | null
  readonly outcome: RpcOutcome
}

function changed(state: ExchangeState, asked: AskedRequest, { sessionId, outcome }: ChangeAnswer): void {
  const change = outcome.ok ? readChange(asked, outcome.value) : null
  if (change === null || sessionId === null) return
  const { atMs } = state
  for (const problem of change.problems) state.tell({ type: 'problem-found', atMs, sessionId, problem })
  state.tell({ type: 'session-updated', atMs, sessionId, update: change.update })
  const session = state.sessions.get(sessionId)
  if (session !== undefined) session.settings = settingsWithUpdate(session.settings, change.update)
}

function listed(state: ExchangeState, outcome: RpcOutcome): void {
  const { atMs, pages } = state
  if (!outcome.ok)
    return told(state, { state: 'failed', sessions: pages.sessions, message: rpcErrorText(outcome.error) })
  const page = pages.read(outcome.value)
  const { nextCursor, failure, problems } = page
  state.lastPage = page
  for (const problem of problems) state.tell({ type: 'problem-found', atMs, sessionId: null, problem })
  const { sessions } = pages
  if (nextCursor !== null) return told(state, { state: 'asking', sessions })
  told(
    state,
    failure === null ? { state: 'listed', sessions } : { state: 'failed', sessions, message: failure },
  )
}

function told(state: ExchangeState, listing: SessionListing): void {
  if (!state.isListing) return
  state.isListing = listing.state === 'asking'
  state.tell({ type: 'sessions-listed', atMs: state.atMs, listing })
}
