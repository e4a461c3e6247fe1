import {
  isObject,
  type JsonObject,
  type Message,
  type MessageId,
  objectAt,
  readFileMethod,
  rpcCodes,
  stringAt,
  writeFileMethod,
  objectIn,
  sessionIdIn,
} from '../../protocol/wire/message.ts'
import { readExitStatus } from '../../protocol/session/call-evidence.ts'
import { textOf } from '../../protocol/session/session-event.ts'
import { unknownRequest } from './exchange-problems.ts'
import { type ExchangeState, type PendingRequest, openImplicitly } from './exchange-state.ts'
import { codeBuddyPlan, interruptionId } from './requests/codebuddy-requests.ts'
import { openingOf } from './read/read-opened.ts'
import { SessionPages } from './session-pages.ts'

export function interpretClient(state: ExchangeState, message: Message): void {
  state.hasClientMessages = true
  switch (message.kind) {
    case 'request':
      return onRequest(state, message)
    case 'notification': {
      const sessionId = message.method === 'session/cancel' ? sessionIdIn(message.params) : null
      if (sessionId !== null) state.emit({ type: 'turn-cancelled', atMs: state.atMs, sessionId })
      return
    }
    case 'result':
    case 'error': {
      const request = state.pending.get(message.id)
      state.pending.delete(message.id)
      if (request !== undefined) onAnswer(state, request, message)
    }
  }
}

function onRequest(
  state: ExchangeState,
  { id, method, params: given }: Extract<Message, { kind: 'request' }>,
): void {
  const { atMs } = state
  const params = objectIn(given)
  const sessionId = stringAt(params, 'sessionId')
  switch (method) {
    case 'initialize':
      onInitialize(state, params)
      break
    case 'session/list':
      if (params['cursor'] === undefined || params['cursor'] === null) onList(state)
      break
    case 'session/prompt':
      if (sessionId !== undefined) onPrompt(state, id, sessionId, params)
      break
    case codeBuddyPlan.answeredBy: {
      const asked = interruptionId(params['toolCallId'])
      const pending = state.pending.get(asked)
      state.pending.delete(asked)
      if (pending !== undefined) onAnswer(state, pending, { kind: 'result', id, result: params })
      break
    }
    case 'authenticate':
    case 'auth/login':
      onLogin(state, stringAt(params, 'methodId') ?? null)
      break
    default: {
      const how = openingOf(method, params)
      if (how !== null) state.hasSeenSetup = true
      if (how === null || how === 'new' || sessionId === undefined) break
      state.session(sessionId)
      state.emit({ type: 'session-opening', atMs, sessionId, how })
    }
  }
  state.addSent(id, { method, params })
}

function onInitialize(state: ExchangeState, params: JsonObject): void {
  const { atMs } = state
  const fs = objectAt(objectAt(params, 'clientCapabilities'), 'fs')
  state.offersFiles = fs['readTextFile'] === true
  state.hasSeenSetup = true
  if (!state.isGuessing) return
  // The agent was restarted.
  if (state.link === 'open' || state.link === 'wants-login') {
    state.disconnect()
    state.guessLink({ state: 'ended', sinceMs: atMs, end: { kind: 'closed' } })
  }
  state.guessLink({ state: 'shaking-hands', sinceMs: atMs })
}

function onList(state: ExchangeState): void {
  state.pages = new SessionPages()
  state.lastPage = null
  if (!state.isGuessing) return
  state.isListing = true
  state.emit({ type: 'sessions-listed', atMs: state.atMs, listing: { state: 'asking', sessions: [] } })
}

function onPrompt(state: ExchangeState, id: MessageId, sessionId: string, params: JsonObject): void {
  const { atMs } = state
  openImplicitly(state, sessionId)
  const session = state.sessions.get(sessionId)
  // The agent will answer that there is no such session.
  if (session === undefined || (!session.isOpen && state.isGuessing)) return
  session.promptId = id
  session.isRunning = true
  if (!state.isGuessing) return
  if (state.currentId !== sessionId) {
    state.currentId = sessionId
    state.emit({ type: 'session-selected', atMs, sessionId })
  }
  const text = textOf(params['prompt'])
  const traceparent = stringAt(objectAt(params, '_meta'), 'traceparent')
  const parent = traceparent !== undefined && traceparentForm.test(traceparent) ? { traceparent } : {}
  state.emit({ type: 'prompt-sent', atMs, sessionId, text, wasQueued: false, ...parent })
}

const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

function onLogin(state: ExchangeState, trying: string | null): void {
  const { atMs, authMethods: methods } = state
  if (state.link === 'wants-login')
    state.guessLink({ state: 'wants-login', sinceMs: atMs, methods, trying, failure: null })
}

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** Only if no other source reports the answer. */
function onAnswer(state: ExchangeState, pending: PendingRequest, answer: Answer): void {
  if (pending.type === 'other') return onOtherAnswer(state, pending, answer)
  const { atMs } = state
  const { question } = pending
  const { type, key } = question
  // It was asked twice, and the other request has no answer yet.
  const isOpen = [...state.pending.values()].some(
    (other) => other.type === 'question' && other.question.type === type && other.question.key === key,
  )
  if (isOpen) return
  state.removeQuestion(question)
  const result = answer.kind === 'result' ? objectIn(answer.result) : {}
  state.emit(
    question.type === 'permission'
      ? { type: 'permission-answered', atMs, key, answer: question.kind.readAnswer(result, question.params) }
      : { type: 'elicitation-answered', atMs, key, answer: question.kind.readAnswer(result) },
  )
}

/** Answers of a client that runs commands for its agent. https://agentclientprotocol.com/protocol/terminals */
function onTerminal(state: ExchangeState, params: JsonObject, answer: Answer): void {
  if (answer.kind === 'error' || !isObject(answer.result)) return
  const [sessionId, terminalId] = [
    stringAt(params, 'sessionId') ?? state.currentId,
    stringAt(params, 'terminalId'),
  ]
  const exit = readExitStatus(answer.result['exitStatus'] ?? answer.result)
  if (sessionId === null || terminalId === undefined || exit === null) return
  const update = { type: 'terminal', terminalId, exit } as const
  state.emit({ type: 'session-updated', atMs: state.atMs, sessionId, update })
}

/** File requests, and requests that a client does not offer. */
function onOtherAnswer(
  state: ExchangeState,
  { method, params }: Extract<PendingRequest, { type: 'other' }>,
  answer: Answer,
): void {
  const { atMs } = state
  const error = answer.kind === 'error' ? answer.error : null
  if (error?.code === rpcCodes.methodNotFound) {
    const problem = unknownRequest(method, params)
    return state.emit({ type: 'problem-found', atMs, sessionId: null, problem })
  }
  const named = objectIn(params)
  if (method.startsWith('terminal/')) return onTerminal(state, named, answer)
  if (method !== readFileMethod && method !== writeFileMethod) return
  state.emit({
    type: 'file-accessed',
    atMs,
    sessionId: stringAt(named, 'sessionId') ?? state.currentId,
    access: method === readFileMethod ? 'read' : 'write',
    path: stringAt(named, 'path') ?? '',
    error: error?.message ?? null,
  })
}
