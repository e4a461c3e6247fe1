import {
  elicitationCompleteMethod,
  type JsonObject,
  type Message,
  readFileMethod,
  rpcCodes,
  type RpcOutcome,
  sessionIdIn,
  stringAt,
  writeFileMethod,
  objectAt,
} from '../../protocol/wire/message.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import { ok, type Result } from '../../lib/result.ts'
import { readNotification, readSessionUpdate } from '../../protocol/session/session-update.ts'
import { isGrokEvent } from '../../protocol/session/vendor-events.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import {
  repeatedQuestion,
  stateOfVersionOne,
  notificationProblem,
  questionWithoutId,
  readCompleted,
  todosOfNoSession,
  unknownNotification,
  unknownRequest,
  updateAsked,
  updateOfNoSession,
} from './exchange-problems.ts'
import type {
  ClientTask,
  ElicitationKind,
  PermissionKind,
  QuestionTask,
  TodosKind,
} from './requests/request-kind.ts'
import { type ExchangeState, openAtWork, openImplicitly } from './exchange-state.ts'
import type { MergedCall, NamedCall, SentCall } from './sent-calls.ts'
import { codeBuddyPlan, interruptionId, interruptionIn } from './requests/codebuddy-requests.ts'
import { requestKind } from './requests/request-kinds.ts'
import { isSettings } from './session-settings.ts'
import { applyUpdate, isOfNextTurn, turnSaid } from './turn-states.ts'
import type { ReadUpdate, SessionEvent } from '../../protocol/session/session-event.ts'
import { withWholePlan } from './written-plan.ts'

/** Interprets a notification; returns what the client has to do, null for most. */
export function interpretNotification(
  state: ExchangeState,
  method: string,
  params: unknown,
): ClientTask | null {
  const update = readNotification(method, params)
  if (update !== null) onUpdate(state, params, update)
  // The effect of a cancellation is in the answer to the request.
  if (method === 'session/update') return onInterruption(state, params)
  if (method === '$/cancel_request') return null
  const problem = notificationProblem(method, params)
  const kind = requestKind(method)
  if (problem !== null) found(state, problem, null)
  else if (kind?.type === 'todos') onTodos(state, kind, { method, params })
  else if (method === elicitationCompleteMethod) {
    const id = readCompleted(params)
    if (typeof id === 'string') return { type: 'completed', elicitationId: id }
    found(state, id, null)
  } else {
    const read = readSessionUpdate(params)
    const events = read.events.filter(isOfPlan)
    const missed =
      kind === null
        ? unknownNotification(method, params, events.length > 0)
        : questionWithoutId(method, params)
    if (missed !== null) found(state, missed, null)
    // The plan in an update of a vendor's own method is one all the same.
    if (events.length > 0) onUpdate(state, params, { ...read, events })
  }
  return update !== null && isGrokEvent(method) ? turnSaid(state, update) : null
}

/**
 * A plan that is asked about in an update. One that a request asks about, too, is answered there, as the protocol has it; without a turn it
 * is one of the past, which an agent tells when it loads a session. A request follows about anything else: measured with CodeBuddy 2.117.
 */
function onInterruption(state: ExchangeState, params: unknown): ClientTask | null {
  const asked = interruptionIn(params)
  if (asked === null) return null
  const isRunning = state.sessions.get(sessionIdIn(params) ?? state.currentId ?? '')?.isRunning === true
  if (!isRunning || state.isAskedAbout(asked.toolCallId)) return null
  if (asked['toolName'] !== 'ExitPlanMode') return null
  const id = interruptionId(asked.toolCallId)
  const task = interpretRequest(state, { kind: 'request', id, method: codeBuddyPlan.method, params: asked })
  return task.type === 'permission' ? task : null
}

function onUpdate(state: ExchangeState, params: unknown, read: ReadUpdate): void {
  const { atMs } = state
  if (state.isGuessing && read.sessionId !== null && read.events.length > 0)
    (read.events.some(isWork) ? openAtWork : openImplicitly)(state, read.sessionId)
  const sessionId = read.sessionId ?? state.currentId
  for (const problem of read.problems) found(state, problem, sessionId)
  if (read.events.length === 0) return
  if (read.sessionId === null) found(state, updateOfNoSession(sessionId, params), sessionId)
  if (sessionId === null) return
  const { framed } = state
  const call = mergedCall(state, sessionId, params)
  // A call that only a request has named so far begins with what that said of it.
  const isNamed = call !== null && call.before?.isAnnounced === false
  for (const event of isNamed ? callEvents(call.now.fields) : read.events) {
    if (isOfNextTurn(state.sessions.get(sessionId), event)) continue
    if (event.type === 'state' && event.isOwn !== true && hasNoStates(state)) {
      if (event.isShared !== true) found(state, stateOfVersionOne(event.state, params), sessionId)
      continue
    }
    const isByClient = isSettings(event) && state.isChangingSettings(sessionId)
    const update = isByClient ? { ...event, isByClient } : event
    state.emit({ type: 'session-updated', atMs, ...framed, sessionId, update })
    applyUpdate(state, sessionId, update)
  }
  // What was dropped from memory cannot be completed.
  if (call !== null && call.before !== null) state.callChanged(call.now)
}

/**
 * Version 1 has no states: its turns begin with prompts and end with the answers to them. A trace may begin after the answer that names
 * the version.
 */
function hasNoStates({ version, initializeAnswer, isGuessing }: ExchangeState): boolean {
  return version === 1 && (!isGuessing || initializeAnswer !== null)
}

/** Keeps what an update says of a tool call; null: nothing. */
function mergedCall(state: ExchangeState, sessionId: string, params: unknown): MergedCall | null {
  const update = objectAt(params, 'update')
  const isOfCall = isNamedCall(update) && callUpdates.has(update['sessionUpdate'])
  return isOfCall ? state.calls.updated(sessionId, update, state.version) : null
}

function isNamedCall(call: JsonObject): call is NamedCall {
  return typeof call['toolCallId'] === 'string'
}

/** The call as one update. */
function callEvents(fields: JsonObject): readonly SessionEvent[] {
  return readSessionUpdate({ update: { ...fields, sessionUpdate: 'tool_call_update' } }).events
}

const callUpdates: ReadonlySet<unknown> = new Set([
  'tool_call',
  'tool_call_update',
  'tool_call_content_chunk',
])

function isOfPlan({ type }: SessionEvent): boolean {
  return type === 'plan-replaced' || type === 'plan-grown' || type === 'plan-removed'
}

function isWork(event: SessionEvent): boolean {
  return (
    event.type === 'plan-replaced' ||
    event.type === 'plan-grown' ||
    event.type === 'tool-call' ||
    (event.type === 'said' && event.who !== 'user')
  )
}

/** Interprets a request: emits its events, and returns what the client has to do. */
export function interpretRequest(state: ExchangeState, request: Request): ClientTask {
  const { id, method, params } = request
  const kind = requestKind(method, params)
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
  if (method === 'session/update') {
    onUpdate(state, params, readSessionUpdate(params))
    found(state, updateAsked(params), null)
    return { type: 'answered', outcome: { ok: true, value: null } }
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
  /** The same request again, while it is open, is one question. */
  readonly mayRepeat: boolean
  readonly problems: readonly WireProblem[]
  /** Assigns a key. */
  readonly asNew: () => QuestionTask
}

function permission(
  state: ExchangeState,
  kind: PermissionKind,
  { params }: Request,
): Result<ReadQuestion, WireProblem> {
  const named = state.sessionAsking(sessionIdIn(params), stringAt(kind.callIn?.(params), 'toolCallId'))
  if (named !== null) openAtWork(state, named)
  const call = state.withWrittenPlan(askedCall(state, kind, { params, named }))
  const read = kind.read(params, call)
  if (!read.ok) return read
  const { toolCallId = call?.toolCallId ?? null, problems, request: readRequest } = read.value
  // A request without a session belongs to the only one there is.
  const sessionId = named ?? state.sessionOfCall(toolCallId) ?? state.currentId ?? ''
  const asNew = (): QuestionTask => {
    const key = state.nextKey('permission')
    // CodeBuddy may ask in an update first.
    const replaced =
      kind === codeBuddyPlan || toolCallId === null ? null : state.takeOver(sessionId, toolCallId)
    if (replaced !== null) state.pending.delete(interruptionId(toolCallId))
    const whole = withWholePlan(readRequest, state.lastCallIn(sessionId))
    const replaces = replaced === null ? {} : { replaces: replaced }
    const request = { key, sessionId, ...whole, ...replaces, askedAtMs: state.atMs }
    return { type: 'permission', key, kind, request, params }
  }
  return ok({ kind, sessionId, toolCallId, mayRepeat: kind.mayAskAgain !== true, problems, asNew })
}

/** The call that a request is about, with what the request says of it; null: it names none. */
function askedCall(
  state: ExchangeState,
  { callIn }: PermissionKind,
  { params, named }: { readonly params: unknown; readonly named: string | null },
): SentCall | null {
  const fields = callIn?.(params) ?? null
  if (fields === null || !isNamedCall(fields)) return null
  const sessionId = named ?? state.sessionOfCall(fields.toolCallId) ?? state.currentId ?? ''
  const { before, now } = state.calls.asked(sessionId, fields, state.version)
  // The call goes on as the request describes it.
  if (before?.isAnnounced === true && !isSameJson(shownOf(now), shownOf(before)))
    for (const update of callEvents(shownOf(now)))
      state.emit({ type: 'session-updated', atMs: state.atMs, ...state.framed, sessionId, update })
  return now
}

/** What an activity line shows of a call; its `_meta` tells which sub-agent makes it. */
function shownOf({ fields }: SentCall): JsonObject {
  const { toolCallId, title, name, kind, status, locations, _meta } = fields
  return { toolCallId, title, name, kind, status, locations, _meta }
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
  return ok({ kind, sessionId, toolCallId, mayRepeat: true, problems, asNew })
}

function onQuestion(
  state: ExchangeState,
  { id, method, params }: Request,
  { kind, sessionId, toolCallId, mayRepeat, problems, asNew }: ReadQuestion,
): ClientTask {
  const before = toolCallId === null || !mayRepeat ? null : state.openQuestion(kind, toolCallId, params)
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
      ? { type: 'permission-asked', atMs, ...state.framed, request: question.request }
      : { type: 'elicitation-asked', atMs, request: question.request },
  )
  return question
}

/** Nothing in it can be shown or chosen. */
function unreadable(state: ExchangeState, kind: QuestionKind, problem: WireProblem): ClientTask {
  found(state, problem, state.currentId)
  const { unreadable: value } = kind
  const outcome = value === undefined ? invalid(problem) : { ok: true as const, value }
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
