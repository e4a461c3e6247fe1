import { isObject, stringAt, type Message } from '../../protocol/message.ts'
import { readSessionUpdate } from '../../protocol/session-update.ts'
import type { WireProblem } from '../../protocol/wire-problem.ts'
import { elicitationCompleteMethod, readFileMethod, writeFileMethod } from './agent-methods.ts'
import {
  askedTwice,
  notificationProblem,
  readCompleted,
  todosOfNoSession,
  unknownRequest,
  updateOfNoSession,
} from './exchange-problems.ts'
import type { ExchangeState } from './exchange-state.ts'
import { openAtWork, openUnasked } from './observe-opening.ts'
import type { ElicitationKind, PermissionKind, TodosKind } from './requests/request-kind.ts'
import { requestKind } from './requests/request-kinds.ts'
import { settingsWithUpdate } from './session-settings.ts'
import type { SessionEvent } from '../../protocol/session-event.ts'

/** What an agent tells without being asked. */
export function observeNotification(state: ExchangeState, method: string, params: unknown): void {
  if (method === 'session/update') return updated(state, params)
  // The answer to the request tells what came of it.
  if (method === '$/cancel_request') return
  const problem = notificationProblem(method, params)
  if (problem !== null) return found(state, problem, null)
  const kind = requestKind(method)
  if (kind?.asks === 'nothing') return todosTold(state, kind, { method, params })
  if (method !== elicitationCompleteMethod) return
  const id = readCompleted(params)
  if (typeof id !== 'string') found(state, id, null)
}

function updated(state: ExchangeState, params: unknown): void {
  const { atMs } = state
  const read = readSessionUpdate(params)
  if (read.sessionId !== null && read.events.length > 0)
    (read.events.some(isWork) ? openAtWork : openUnasked)(state, read.sessionId)
  const sessionId = read.sessionId ?? state.currentId
  for (const problem of read.problems) found(state, problem, sessionId)
  if (read.events.length === 0) return
  if (read.sessionId === null) found(state, updateOfNoSession(sessionId, params), sessionId)
  if (sessionId === null) return
  for (const update of read.events) {
    state.tell({ type: 'session-updated', atMs, sessionId, update })
    state.toolCalls.heard(sessionId, update)
    applyUpdate(state, sessionId, update)
  }
}

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
  // Version 1 knows no states: its turns end with the answers to their prompts.
  if (update.type !== 'state' || state.version !== 2) return
  session.reportsStates = true
  session.isRunning = update.state !== 'idle'
  if (!session.isRunning) session.promptId = null
}

/** What an agent asks of its client. */
export function observeRequest(state: ExchangeState, request: Extract<Message, { kind: 'request' }>): void {
  const { id, method, params } = request
  const kind = requestKind(method)
  switch (kind?.asks) {
    case 'permission':
      return permissionAsked(state, kind, request)
    case 'elicitation':
      return elicitationAsked(state, kind, request)
    case 'nothing':
      todosTold(state, kind, request)
      break
    case undefined: {
      const isFile = method === readFileMethod || method === writeFileMethod
      // Another client may offer it: its answer tells.
      if (state.isNoted && !(isFile && state.offersFiles)) found(state, unknownRequest(method, params), null)
    }
  }
  state.question(id, { type: 'other', method, params })
}

type Request = Extract<Message, { kind: 'request' }>

function permissionAsked(state: ExchangeState, kind: PermissionKind, { id, method, params }: Request): void {
  const { atMs } = state
  const read = kind.read(params)
  const named = read.ok ? read.value.sessionId : sessionNamed(params)
  if (named !== null) openAtWork(state, named)
  if (!read.ok) return found(state, read.problem, state.currentId)
  const { toolCallId = null, problems } = read.value
  // A request for no session at all can only mean the one there is.
  const sessionId = named ?? state.toolCalls.of(toolCallId) ?? state.currentId ?? ''
  if (wasAsked(state, { kind, id, method, params, toolCallId, sessionId })) return
  for (const problem of problems) found(state, problem, sessionId)
  const key = state.nextPermissionKey()
  const request = { key, sessionId, ...read.value.request, askedAtMs: atMs }
  state.question(id, { type: 'permission', key, kind })
  if (toolCallId !== null) state.opened({ type: 'permission', key, kind, toolCallId, params })
  state.tell({ type: 'permission-asked', atMs, request })
}

function sessionNamed(params: unknown): string | null {
  return isObject(params) ? (stringAt(params, 'sessionId') ?? null) : null
}

function elicitationAsked(
  state: ExchangeState,
  kind: ElicitationKind,
  { id, method, params }: Request,
): void {
  const { atMs } = state
  const read = kind.read(params)
  if (!read.ok) return found(state, read.problem, state.currentId)
  const { message, asks, problems, toolCallId = null } = read.value
  const sessionId =
    read.value.sessionId === undefined
      ? (state.toolCalls.of(toolCallId) ?? state.currentId)
      : read.value.sessionId
  if (wasAsked(state, { kind, id, method, params, toolCallId, sessionId })) return
  for (const problem of problems) found(state, problem, sessionId)
  const key = state.nextElicitationKey()
  state.question(id, { type: 'elicitation', key, kind })
  if (toolCallId !== null) state.opened({ type: 'elicitation', key, kind, toolCallId, params })
  const request = { key, sessionId, message, asks, askedAtMs: atMs }
  state.tell({ type: 'elicitation-asked', atMs, request })
}

interface Asked {
  readonly kind: PermissionKind | ElicitationKind
  readonly id: Request['id']
  readonly method: string
  readonly params: unknown
  readonly toolCallId: string | null
  readonly sessionId: string | null
}

/** Whether it asks once more what is asked already: then it waits for that answer. */
function wasAsked(state: ExchangeState, { kind, id, method, params, toolCallId, sessionId }: Asked): boolean {
  const before = toolCallId === null ? null : state.askedBefore({ kind, toolCallId, params })
  if (before === null || toolCallId === null) return false
  const { key } = before
  state.question(
    id,
    kind.asks === 'permission' ? { type: 'permission', key, kind } : { type: 'elicitation', key, kind },
  )
  found(state, askedTwice(method, toolCallId), sessionId)
  return true
}

function todosTold(
  state: ExchangeState,
  kind: TodosKind,
  { method, params }: Pick<Request, 'method' | 'params'>,
): void {
  const { atMs } = state
  const read = kind.read(params)
  if (!read.ok) return found(state, read.problem, state.currentId)
  const { todos, isMerge, problems } = read.value
  const sessionId = read.value.sessionId ?? state.toolCalls.of(read.value.toolCallId) ?? state.currentId
  for (const problem of problems) found(state, problem, sessionId)
  if (sessionId === null) return found(state, todosOfNoSession(method, params), null)
  openAtWork(state, sessionId)
  state.tell({ type: 'session-updated', atMs, sessionId, update: { type: 'todos', todos, isMerge } })
}

function found(state: ExchangeState, problem: WireProblem, sessionId: string | null): void {
  state.tell({ type: 'problem-found', atMs: state.atMs, sessionId, problem })
}
