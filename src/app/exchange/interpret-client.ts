import {
  isObject,
  stringAt,
  type JsonObject,
  type Message,
  type MessageId,
} from '../../protocol/wire/message.ts'
import { rpcCodes } from '../../protocol/wire/rpc-line.ts'
import { textOf } from '../../protocol/session/session-update.ts'
import { readFileMethod, writeFileMethod } from './agent-methods.ts'
import { unknownRequest } from './exchange-problems.ts'
import type { ExchangeState, PendingRequest } from './exchange-state.ts'
import { openUnasked } from './interpret-opening.ts'
import { openingOf } from './read/read-opened.ts'
import { SessionPages } from './session-pages.ts'
import { noSettings } from './session-settings.ts'

/** What a client sends to its agent. */
export function interpretClient(state: ExchangeState, message: Message): void {
  state.hasSent = true
  switch (message.kind) {
    case 'request':
      return asked(state, message)
    case 'notification':
      if (message.method === 'session/cancel') cancelled(state, message.params)
      return
    case 'result':
    case 'error': {
      const request = state.pending.get(message.id)
      state.pending.delete(message.id)
      if (request !== undefined) answered(state, request, message)
    }
  }
}

function asked(
  state: ExchangeState,
  { id, method, params: given }: Extract<Message, { kind: 'request' }>,
): void {
  const { atMs } = state
  const params = isObject(given) ? given : {}
  const sessionId = stringAt(params, 'sessionId')
  const session = sessionId === undefined ? undefined : state.sessions.get(sessionId)
  switch (method) {
    case 'initialize':
      greets(state, params)
      break
    case 'session/list':
      if (params['cursor'] === undefined || params['cursor'] === null) lists(state)
      break
    case 'session/prompt':
      if (sessionId !== undefined) prompts(state, { id, sessionId, params })
      break
    case 'authenticate':
    case 'auth/login':
      logsIn(state, stringAt(params, 'methodId') ?? null)
      break
    default: {
      const how = openingOf(method, params)
      if (how !== null) state.hasGreeted = true
      if (how === null || how === 'new' || sessionId === undefined) break
      state.session(sessionId)
      state.tell({ type: 'session-opening', atMs, sessionId, how })
    }
  }
  state.ask(id, { method, params, settings: session?.settings ?? noSettings })
}

function greets(state: ExchangeState, params: JsonObject): void {
  const { atMs } = state
  const fs = isObject(params['clientCapabilities']) ? params['clientCapabilities']['fs'] : undefined
  state.offersFiles = isObject(fs) && fs['readTextFile'] === true
  state.hasGreeted = true
  if (!state.isGuessing) return
  // The agent was started again.
  if (state.link === 'open' || state.link === 'wants-login') {
    state.disconnect()
    state.turnTo({ state: 'ended', sinceMs: atMs, end: { kind: 'closed' } })
  }
  state.turnTo({ state: 'shaking-hands', sinceMs: atMs })
}

function lists(state: ExchangeState): void {
  state.pages = new SessionPages()
  state.lastPage = null
  if (!state.isGuessing) return
  state.isListing = true
  state.tell({ type: 'sessions-listed', atMs: state.atMs, listing: { state: 'asking', sessions: [] } })
}

interface SentPrompt {
  readonly id: MessageId
  readonly sessionId: string
  readonly params: JsonObject
}

function prompts(state: ExchangeState, { id, sessionId, params }: SentPrompt): void {
  const { atMs } = state
  openUnasked(state, sessionId)
  const session = state.sessions.get(sessionId)
  // The agent will say that there is no such session.
  if (session === undefined || (!session.isOpen && state.isGuessing)) return
  session.promptId = id
  session.isRunning = true
  if (!state.isGuessing) return
  if (state.currentId !== sessionId) {
    state.currentId = sessionId
    state.tell({ type: 'session-selected', atMs, sessionId })
  }
  const text = textOf(params['prompt'])
  state.tell({ type: 'prompt-sent', atMs, sessionId, text, wasQueued: false })
}

function logsIn(state: ExchangeState, trying: string | null): void {
  const { atMs, authMethods: methods } = state
  if (state.link === 'wants-login')
    state.turnTo({ state: 'wants-login', sinceMs: atMs, methods, trying, failure: null })
}

function cancelled(state: ExchangeState, params: unknown): void {
  const sessionId = isObject(params) ? stringAt(params, 'sessionId') : undefined
  if (sessionId !== undefined) state.tell({ type: 'turn-cancelled', atMs: state.atMs, sessionId })
}

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** Only where nobody else tells it. */
function answered(state: ExchangeState, pending: PendingRequest, answer: Answer): void {
  if (pending.type === 'other') return otherAnswered(state, pending, answer)
  const { atMs } = state
  const { question } = pending
  const { type, key } = question
  // It was asked twice, and the other one has no answer yet.
  const isOpen = [...state.pending.values()].some(
    (other) => other.type === 'question' && other.question.type === type && other.question.key === key,
  )
  if (isOpen) return
  state.settled(question)
  const result = answer.kind === 'result' && isObject(answer.result) ? answer.result : {}
  state.tell(
    question.type === 'permission'
      ? { type: 'permission-answered', atMs, key, answer: question.kind.readAnswer(result) }
      : { type: 'elicitation-answered', atMs, key, answer: question.kind.readAnswer(result) },
  )
}

/** Files that a client read or wrote, and what it does not offer at all. */
function otherAnswered(
  state: ExchangeState,
  { method, params }: Extract<PendingRequest, { type: 'other' }>,
  answer: Answer,
): void {
  const { atMs } = state
  const error = answer.kind === 'error' ? answer.error : null
  if (error?.code === rpcCodes.methodNotFound) {
    const problem = unknownRequest(method, params)
    return state.tell({ type: 'problem-found', atMs, sessionId: null, problem })
  }
  if (method !== readFileMethod && method !== writeFileMethod) return
  const named = isObject(params) ? params : {}
  state.tell({
    type: 'file-accessed',
    atMs,
    sessionId: stringAt(named, 'sessionId') ?? state.currentId,
    access: method === readFileMethod ? 'read' : 'write',
    path: stringAt(named, 'path') ?? '',
    error: error?.message ?? null,
  })
}
