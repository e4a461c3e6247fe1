import { ok, type Result } from '../../lib/result.ts'
import { isObject, stringAt, type Message } from '../../protocol/wire/message.ts'
import { rpcCodes, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import { readSessionUpdate } from '../../protocol/session/session-update.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import { elicitationCompleteMethod, readFileMethod, writeFileMethod } from './agent-methods.ts'
import {
  repeatedQuestion,
  stateOfVersionOne,
  notificationProblem,
  readCompleted,
  todosOfNoSession,
  unknownRequest,
  updateOfNoSession,
} from './exchange-problems.ts'
import type { ClientTask, QuestionTask } from './client-task.ts'
import type { ExchangeState } from './exchange-state.ts'
import { openAtWork, openImplicitly } from './session-opening.ts'
import type { ElicitationKind, PermissionKind, TodosKind } from './requests/request-kind.ts'
import { requestKind } from './requests/request-kinds.ts'
import { settingsWithUpdate } from './session-settings.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'

/** Interprets a notification; returns what the client has to do, null for most. */
export function interpretNotification(
  state: ExchangeState,
  method: string,
  params: unknown,
): ClientTask | null {
  if (method === 'session/update') onUpdate(state, params)
  // The effect of a cancellation is in the answer to the request.
  if (method === 'session/update' || method === '$/cancel_request') return null
  const problem = notificationProblem(method, params)
  const kind = requestKind(method)
  if (problem !== null) found(state, problem, null)
  else if (kind?.type === 'todos') onTodos(state, kind, { method, params })
  else if (method === elicitationCompleteMethod) {
    const id = readCompleted(params)
    if (typeof id === 'string') return { type: 'completed', elicitationId: id }
    found(state, id, null)
  }
  return null
}

function onUpdate(state: ExchangeState, params: unknown): void {
  const { atMs } = state
  const read = readSessionUpdate(params)
  if (state.isGuessing && read.sessionId !== null && read.events.length > 0)
    (read.events.some(isWork) ? openAtWork : openImplicitly)(state, read.sessionId)
  const sessionId = read.sessionId ?? state.currentId
  for (const problem of read.problems) found(state, problem, sessionId)
  if (read.events.length === 0) return
  if (read.sessionId === null) found(state, updateOfNoSession(sessionId, params), sessionId)
  if (sessionId === null) return
  const framed = frameOf(state)
  for (const update of read.events) {
    if (update.type === 'state' && hasNoStates(state)) {
      found(state, stateOfVersionOne(update.state, params), sessionId)
      continue
    }
    state.emit({ type: 'session-updated', atMs, ...framed, sessionId, update })
    if (update.type === 'tool-call') state.addCall(update.toolCallId, sessionId)
    applyUpdate(state, sessionId, update)
  }
}

/**
 * Version 1 has no states: its turns begin with prompts and end with the answers to them. A trace may begin after the answer that names
 * the version.
 */
function hasNoStates({ version, initializeAnswer, isGuessing }: ExchangeState): boolean {
  return version === 1 && (!isGuessing || initializeAnswer !== null)
}

/** The frame that an event is read from, where frames are counted. */
function frameOf({ frame }: ExchangeState): { readonly frame?: number } {
  return frame === null ? noFrame : { frame }
}

const noFrame = {}

function isWork(event: SessionEvent): boolean {
  return (
    event.type === 'plan-replaced' ||
    event.type === 'plan-grown' ||
    event.type === 'tool-call' ||
    (event.type === 'said' && event.who !== 'user')
  )
}

function applyUpdate(state: ExchangeState, sessionId: string, update: SessionEvent): void {
  const session = state.sessions.get(sessionId)
  if (session === undefined) return
  session.settings = settingsWithUpdate(session.settings, update)
  if (update.type !== 'state' || state.version !== 2) return
  session.reportsStates = true
  session.isRunning = update.state !== 'idle'
  if (!session.isRunning) session.promptId = null
}

/** Interprets a request: emits its events, and returns what the client has to do. */
export function interpretRequest(state: ExchangeState, request: Request): ClientTask {
  const { id, method, params } = request
  const kind = requestKind(method)
  if (kind?.type === 'permission' || kind?.type === 'elicitation') {
    const question =
      kind.type === 'permission' ? permission(state, kind, request) : elicitation(state, kind, request)
    if (!question.ok) return unreadable(state, kind, question.problem)
    return onQuestion(state, request, question.value)
  }
  state.addPending(id, { type: 'other', method, params })
  if (kind?.type === 'todos') {
    const problem = onTodos(state, kind, request)
    return {
      type: 'answered',
      outcome: problem === null ? { ok: true, value: kind.answer } : invalid(problem),
    }
  }
  const isFile = method === readFileMethod || method === writeFileMethod
  if (isFile && state.offersFiles) return { type: 'file' }
  // The client of another program may offer it: its answer shows that.
  if (!state.isGuessing) found(state, unknownRequest(method, params), null)
  const error = { code: rpcCodes.methodNotFound, message: 'method not found' }
  return { type: 'answered', outcome: { ok: false, error } }
}

type Request = Extract<Message, { kind: 'request' }>
type QuestionKind = PermissionKind | ElicitationKind

/** A readable question: its session, and how to make it a new one. */
interface ReadQuestion {
  readonly kind: QuestionKind
  readonly sessionId: string | null
  readonly toolCallId: string | null
  readonly problems: readonly WireProblem[]
  /** Assigns a key. */
  readonly asNew: () => QuestionTask
}

function permission(
  state: ExchangeState,
  kind: PermissionKind,
  { params }: Request,
): Result<ReadQuestion, WireProblem> {
  const read = kind.read(params)
  const named = read.ok ? read.value.sessionId : sessionNamed(params)
  if (named !== null) openAtWork(state, named)
  if (!read.ok) return read
  const { toolCallId = null, problems, request: readRequest } = read.value
  // A request without a session belongs to the only one there is.
  const sessionId = named ?? state.sessionOfCall(toolCallId) ?? state.currentId ?? ''
  const asNew = (): QuestionTask => {
    const key = state.nextKey('permission')
    const request = { key, sessionId, ...readRequest, askedAtMs: state.atMs }
    return { type: 'permission', key, kind, request, params }
  }
  return ok({ kind, sessionId, toolCallId, problems, asNew })
}

function sessionNamed(params: unknown): string | null {
  return isObject(params) ? (stringAt(params, 'sessionId') ?? null) : null
}

function elicitation(
  state: ExchangeState,
  kind: ElicitationKind,
  { params }: Request,
): Result<ReadQuestion, WireProblem> {
  const read = kind.read(params)
  if (!read.ok) return read
  const { message, mode, problems, toolCallId = null } = read.value
  const sessionId =
    read.value.sessionId === undefined
      ? (state.sessionOfCall(toolCallId) ?? state.currentId)
      : read.value.sessionId
  const asNew = (): QuestionTask => {
    const key = state.nextKey('elicitation')
    const request = { key, sessionId, message, mode, askedAtMs: state.atMs }
    return { type: 'elicitation', key, kind, request, params }
  }
  return ok({ kind, sessionId, toolCallId, problems, asNew })
}

function onQuestion(
  state: ExchangeState,
  { id, method, params }: Request,
  { kind, sessionId, toolCallId, problems, asNew }: ReadQuestion,
): ClientTask {
  const before = toolCallId === null ? null : state.openQuestion(kind, toolCallId, params)
  if (before !== null && toolCallId !== null) {
    // It gets the same answer.
    state.addPending(id, { type: 'question', question: before })
    found(state, repeatedQuestion(method, toolCallId), sessionId)
    return { type: 'repeated', question: before }
  }
  for (const problem of problems) found(state, problem, sessionId)
  const question = asNew()
  state.addPending(id, { type: 'question', question })
  if (toolCallId !== null) state.addQuestion(question, toolCallId)
  const { atMs } = state
  state.emit(
    question.type === 'permission'
      ? { type: 'permission-asked', atMs, ...frameOf(state), request: question.request }
      : { type: 'elicitation-asked', atMs, request: question.request },
  )
  return question
}

/** Nothing in it can be shown or chosen. */
function unreadable(state: ExchangeState, kind: QuestionKind, problem: WireProblem): ClientTask {
  found(state, problem, state.currentId)
  const outcome = kind.unreadable === null ? invalid(problem) : { ok: true as const, value: kind.unreadable }
  return { type: 'answered', outcome }
}

function invalid({ text }: WireProblem): RpcOutcome {
  return { ok: false, error: { code: rpcCodes.invalidParams, message: text } }
}

/** Returns the problem of a list that cannot be shown at all. */
function onTodos(
  state: ExchangeState,
  kind: TodosKind,
  { method, params }: Pick<Request, 'method' | 'params'>,
): WireProblem | null {
  const { atMs } = state
  const read = kind.read(params)
  if (!read.ok) return found(state, read.problem, state.currentId)
  const { todos, isMerge, problems } = read.value
  const sessionId = read.value.sessionId ?? state.sessionOfCall(read.value.toolCallId) ?? state.currentId
  for (const problem of problems) found(state, problem, sessionId)
  if (sessionId === null) return found(state, todosOfNoSession(method, params), null)
  openAtWork(state, sessionId)
  state.emit({ type: 'session-updated', atMs, sessionId, update: { type: 'todos', todos, isMerge } })
  return null
}

function found(state: ExchangeState, problem: WireProblem, sessionId: string | null): WireProblem {
  state.foundProblem(problem, sessionId)
  return problem
}
