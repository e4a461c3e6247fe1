import { isObject, stringAt, type Message } from '../../protocol/message.ts'
import { readSessionUpdate } from '../../protocol/session-update.ts'
import type { WireProblem } from '../../protocol/wire-problem.ts'
import {
  elicitationCompleteMethod,
  elicitationMethod,
  permissionMethod,
  readFileMethod,
  writeFileMethod,
} from './agent-methods.ts'
import {
  notificationProblem,
  readCompleted,
  requestProblem,
  unknownRequest,
  updateOfNoSession,
} from './exchange-problems.ts'
import type { ExchangeState } from './exchange-state.ts'
import { openAtWork, openUnasked } from './observe-opening.ts'
import { readElicitation } from './read-elicitation.ts'
import { readPermission } from './read-permission.ts'
import { settingsWithUpdate } from './session-settings.ts'
import type { SessionEvent } from '../../protocol/session-event.ts'

/** What an agent tells without being asked. */
export function observeNotification(state: ExchangeState, method: string, params: unknown): void {
  if (method === 'session/update') return updated(state, params)
  // The answer to the request tells what came of it.
  if (method === '$/cancel_request') return
  const problem = notificationProblem(method, params)
  if (problem !== null) return found(state, problem, null)
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
    applyUpdate(state, sessionId, update)
  }
}

function isWork(event: SessionEvent): boolean {
  return (
    event.type === 'plan-replaced' ||
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
  const problem = requestProblem(request)
  if (problem !== null) return found(state, problem, null)
  switch (method) {
    case permissionMethod:
      return permissionAsked(state, request)
    case elicitationMethod:
      return elicitationAsked(state, request)
    case readFileMethod:
    case writeFileMethod:
      if (state.offersFiles) break
      if (state.isNoted) found(state, unknownRequest(method, params), null)
      break
    default:
      // Another client may offer it: its answer tells.
      if (state.isNoted) found(state, unknownRequest(method, params), null)
  }
  state.question(id, { type: 'other', method, params })
}

type Request = Extract<Message, { kind: 'request' }>

function permissionAsked(state: ExchangeState, { id, params }: Request): void {
  const { atMs } = state
  const named = isObject(params) ? stringAt(params, 'sessionId') : undefined
  if (named !== undefined) openAtWork(state, named)
  const read = readPermission(params)
  if (!read.ok) return found(state, read.problem, state.currentId)
  // A request for no session at all can only mean the one there is.
  const sessionId = read.value.sessionId ?? state.currentId ?? ''
  for (const problem of read.value.problems) found(state, problem, sessionId)
  const key = state.nextPermissionKey()
  const request = { key, sessionId, ...read.value.request, askedAtMs: atMs }
  state.question(id, { type: 'permission', key })
  state.tell({ type: 'permission-asked', atMs, request })
}

function elicitationAsked(state: ExchangeState, { id, params }: Request): void {
  const { atMs } = state
  const read = readElicitation(params)
  if (!read.ok) return found(state, read.problem, state.currentId)
  const { message, asks, problems } = read.value
  const sessionId = read.value.sessionId === undefined ? state.currentId : read.value.sessionId
  for (const problem of problems) found(state, problem, sessionId)
  const key = state.nextElicitationKey()
  state.question(id, { type: 'elicitation', key })
  const request = { key, sessionId, message, asks, askedAtMs: atMs }
  state.tell({ type: 'elicitation-asked', atMs, request })
}

function found(state: ExchangeState, problem: WireProblem, sessionId: string | null): void {
  state.tell({ type: 'problem-found', atMs: state.atMs, sessionId, problem })
}
