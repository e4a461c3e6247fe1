import { isSameJson } from '../../lib/json/json-values.ts'
import { stringAt, type MessageId } from '../../protocol/wire/message.ts'
import type { UpdateOf } from '../../protocol/session/session-event.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import { type AppEvent, noSetup } from '../state/app-event.ts'
import type { AgentDescription, AuthMethod, Link } from '../state/link.ts'
import type { PermissionRequest } from '../state/permission.ts'
import { isNoted } from '../notes/noted-events.ts'
import type { QuestionTask } from './requests/request-kind.ts'
import { endOf, SentCalls, type SentCall } from './sent-calls.ts'
import { type LastCall, withWrittenPlan } from './written-plan.ts'
import { SessionPages, type ReadPage } from './session-pages.ts'
import { isSettingMethod, type SentRequest } from './session-settings.ts'
import type { OpenedSession } from './read/read-opened.ts'

/** A request of the agent's without an answer. */
export type PendingRequest =
  | { readonly type: 'question'; readonly question: QuestionTask }
  | { readonly type: 'other'; readonly method: string; readonly params: unknown }

/**
 * Where facts come from that frames do not show, or not reliably: they are inferred (`frames`), read from the notes
 * of a recording (`notes`), or reported by the running client (`client`).
 */
export type FactSource = 'frames' | 'notes' | 'client'

export interface InterpreterOptions {
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
  readonly factSource: FactSource
}

export interface InitializeAnswer {
  /** As sent, whatever its type; 1 where what is sent with a 2 is of version 1. */
  readonly protocolVersion: unknown
  readonly agent: AgentDescription
}

export interface ExchangeSession {
  isOpen: boolean
  /** The request whose answer ends the running turn; null: no turn runs, or nobody asked for it. */
  promptId: MessageId
  isRunning: boolean
  /** The agent reports states: they end its turns, not the answers. */
  reportsStates: boolean
  /** The agent begins a turn of its own when the running one has ended; null: it does not. */
  next: UpdateOf<'state'> | null
}

/** A question without an answer, with the tool call that it names. */
interface OpenQuestion {
  readonly question: QuestionTask
  readonly toolCallId: string
  /** As it was last told; null for a form. */
  readonly request: PermissionRequest | null
}

/** More are dropped, the oldest first: a trace of one direction has no answers. */
const maxRequests = 10_000

/** Open questions about one call that follow it, the newest: each message about the call is read for all of them. */
const maxFollowing = 20

/** What the interpreter knows about an exchange between two messages, and the events of the current message. */
export class ExchangeState {
  sessions = new Map<string, ExchangeSession>()
  sent = new Map<MessageId, SentRequest>()
  /** Only if answers are read from frames. */
  pending = new Map<MessageId, PendingRequest>()
  factSource: FactSource
  readonly fallbackName: string
  atMs = 0
  version: 1 | 2 = 1
  /** The state of the connection, as noted or inferred. */
  link: Link['state'] = 'starting'
  /** The agent's frame (line) that is being read, counted from 1; null: frames are not counted. */
  frame: number | null = null
  /** The auth methods that the agent listed last. */
  authMethods: readonly AuthMethod[] = []
  /** The last usable answer to `initialize` on this connection; null: none. */
  initializeAnswer: InitializeAnswer | null = null
  /** The session that prompts go to, and that messages without a session id belong to. */
  currentId: string | null = null
  offersFiles = false
  /** Some part of the session setup was seen: a session that appears later without one was never opened. */
  hasSeenSetup = false
  /** The client has sent something: from then on, an answer without a request is stray. */
  hasClientMessages = false
  /** The pages of the last listing so far. */
  pages = new SessionPages()
  /** The newest answered page of a listing; null: none yet, or an error. */
  lastPage: ReadPage | null = null
  /** A listing was requested and is not complete. */
  isListing = false
  /** What the agent has sent of its tool calls, on this connection. */
  calls = new SentCalls()
  /** By the sessions of sub-agents: those that they work for. */
  parents = new Map<string, string>()
  /** Open questions that name a tool call, by type and key. */
  #open = new Map<string, OpenQuestion>()
  #nextKeys = { permission: 1, elicitation: 1 }
  #events: AppEvent[] = []

  constructor({ factSource, fallbackName }: InterpreterOptions) {
    this.factSource = factSource
    this.fallbackName = fallbackName
  }

  copy(): ExchangeState {
    const copy = Object.assign(new ExchangeState(this), this)
    copy.sessions = new Map([...this.sessions].map(([id, session]) => [id, { ...session }]))
    copy.sent = new Map(this.sent)
    copy.pending = new Map(this.pending)
    copy.pages = this.pages.copy()
    copy.calls = this.calls.copy()
    copy.parents = new Map(this.parents)
    copy.#open = new Map(this.#open)
    copy.#nextKeys = { ...this.#nextKeys }
    copy.#events = [...this.#events]
    return copy
  }

  nextKey(type: QuestionTask['type']): number {
    return this.#nextKeys[type]++
  }

  /** The session of a tool call; null: unknown. */
  sessionOfCall(toolCallId: string | null): string | null {
    return toolCallId === null ? null : this.calls.sessionOf(toolCallId)
  }

  /** Finds calls of a session, the last one first. */
  lastCallIn(sessionId: string): LastCall {
    return (isMeant) => this.calls.last(sessionId, isMeant)?.fields ?? null
  }

  /** The call with the plan that it only names the file of; else the same one. */
  withWrittenPlan<Call extends SentCall | null>(call: Call): Call | SentCall {
    return call === null ? call : withWrittenPlan(call, this.lastCallIn(call.sessionId))
  }

  /** A sub-agent works for a session; the parent never changes. */
  workFor(childId: string, parentId: string): void {
    if (!this.parents.has(childId)) setBounded(this.parents, childId, parentId, maxRequests)
  }

  /**
   * The session that a request about a call is of: mostly the one that it names. Grok names that of the parent for the calls of its
   * sub-agents.
   */
  sessionAsking(named: string | null, toolCallId: string | undefined): string | null {
    if (named === null || toolCallId === undefined || this.calls.get(named, toolCallId) !== null) return named
    const other = this.calls.sessionOf(toolCallId)
    return other !== null && this.parents.get(other) === named ? other : named
  }

  /** The open question that a request of this kind, for this call and with these params, repeats; null: it is a new one. */
  openQuestion(kind: QuestionTask['kind'], toolCallId: string, params: unknown): QuestionTask | null {
    for (const { question, toolCallId: id } of this.#open.values())
      if (question.kind === kind && id === toolCallId && isSameJson(question.params, params)) return question
    return null
  }

  /** Whether a question about this call is open. */
  isAskedAbout(toolCallId: string): boolean {
    return [...this.#open.values()].some((open) => open.toolCallId === toolCallId)
  }

  /** Forgets an open question about this call that no request asked, since one does now; returns its key, null: there is none. */
  takeOver(sessionId: string, toolCallId: string): number | null {
    for (const { question, toolCallId: id } of this.#open.values())
      if (question.type === 'permission' && question.kind.answeredBy !== undefined)
        if (id === toolCallId && question.request.sessionId === sessionId) {
          this.removeQuestion(question)
          return question.key
        }
    return null
  }

  /** A question that may be repeated while it is open, or whose call may change. */
  addQuestion(question: QuestionTask, toolCallId: string): void {
    const request = question.type === 'permission' ? question.request : null
    if (this.#open.size < maxRequests) this.#open.set(keyOf(question), { question, toolCallId, request })
  }

  /** Tells what is asked now, if more has come of a call that open questions are about. */
  callChanged(call: SentCall): void {
    const about = [...this.#open].filter(
      ([, { toolCallId, request }]) =>
        toolCallId === call.toolCallId && request?.sessionId === call.sessionId,
    )
    for (const [key, open] of about.slice(-maxFollowing)) {
      const { question, request: before } = open
      if (question.type !== 'permission' || before === null) continue
      const request = requestAfter(question, before, this.withWrittenPlan(call))
      if (isSameJson(request, before)) continue
      this.#open.set(key, { ...open, request })
      this.emit({ type: 'permission-updated', atMs: this.atMs, ...this.framed, request })
    }
  }

  /** A question was answered. */
  removeQuestion(question: Pick<QuestionTask, 'type' | 'key'>): void {
    this.#open.delete(keyOf(question))
  }

  /** The frame that an event is read from, where frames are counted. */
  get framed(): { readonly frame?: number } {
    return this.frame === null ? noFrame : { frame: this.frame }
  }

  /** A turn runs, or a question is open. */
  get isBusy(): boolean {
    return this.#open.size > 0 || [...this.sessions.values()].some(({ isRunning }) => isRunning)
  }

  /** There are only frames: everything else is inferred. */
  get isGuessing(): boolean {
    return this.factSource === 'frames'
  }

  /** Emits an event read from a frame, unless a better source reports it. */
  emit(event: AppEvent): void {
    const hasOtherSource =
      this.factSource === 'notes' ? isNoted(event) : this.factSource === 'client' && isOfClient(event)
    if (!hasOtherSource) this.#events.push(event)
  }

  /** Emits an event of the notes or the client, unfiltered. */
  note(event: AppEvent): void {
    this.#events.push(event)
  }

  takeEvents(): AppEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  session(id: string): ExchangeSession {
    const there = this.sessions.get(id)
    if (there !== undefined) return there
    const session = {
      isOpen: false,
      promptId: null,
      isRunning: false,
      reportsStates: false,
      next: null,
    }
    this.sessions.set(id, session)
    return session
  }

  /** It was opened on this connection, and not closed since. */
  isOpen(sessionId: string): boolean {
    return this.sessions.get(sessionId)?.isOpen === true
  }

  /** The client has asked for another mode or option and has no answer yet; or what it sends is not known. */
  isChangingSettings(sessionId: string): boolean {
    if (!this.hasClientMessages) return true
    for (const { method, params } of this.sent.values())
      if (isSettingMethod(method) && params['sessionId'] === sessionId) return true
    return false
  }

  addSent(id: MessageId, request: SentRequest): void {
    setBounded(this.sent, id, request, maxRequests)
  }

  /** A request of the agent's, until its answer is seen. */
  addPending(id: MessageId, request: PendingRequest): void {
    if (this.isGuessing) setBounded(this.pending, id, request, maxRequests)
  }

  /** A connection begins or ends: nothing of the one before is answered any more. */
  disconnect(): void {
    this.sent.clear()
    this.pending.clear()
    this.#open.clear()
    this.calls.clear()
    this.parents.clear()
    this.isListing = false
    this.initializeAnswer = null
    this.authMethods = []
    for (const session of this.sessions.values()) {
      session.isOpen = false
      endTurn(session)
      session.reportsStates = false
      session.next = null
    }
  }

  /** The session is closed; the newest open one becomes the current one. */
  close(sessionId: string): void {
    this.sessions.delete(sessionId)
    if (this.currentId !== sessionId) return
    const left = [...this.sessions].findLast(([, { isOpen }]) => isOpen)
    this.currentId = left?.[0] ?? null
  }

  /** A defect in the frame of the agent's that is being read. */
  foundProblem(problem: WireProblem, sessionId: string | null): void {
    this.emit({ type: 'problem-found', atMs: this.atMs, ...this.framed, sessionId, problem })
  }

  /** The state of the connection, inferred from frames; without effect if another source reports it. */
  guessLink(link: Link): void {
    if (!this.isGuessing) return
    if (this.link === link.state && link.state !== 'wants-login') return
    this.link = link.state
    this.emit({ type: 'link-changed', atMs: this.atMs, link })
  }
}

const noFrame = {}

/** What is asked when more has come of its call. What comes with the end of the call is its result, and nothing that was asked. */
function requestAfter(
  { kind, params }: Extract<QuestionTask, { type: 'permission' }>,
  before: PermissionRequest,
  call: SentCall,
): PermissionRequest {
  const callEnd = endOf(call)
  if (callEnd !== null) return { ...before, callEnd }
  const read = kind.read(params, call)
  if (!read.ok) return before
  const { key, sessionId, askedAtMs } = before
  // Goose has its model word the titles of calls, and sends them late: what was asked in words is not asked in others.
  const named = stringAt(kind.callIn?.(params), 'title') ?? ''
  const isWorded = named.trim() !== '' && read.value.request.plan === null
  const title = isWorded ? before.title : read.value.request.title
  return { key, sessionId, ...read.value.request, title, askedAtMs }
}

/** Events that a running client reports itself. Ends of turns and listings are read from answers here. */
function isOfClient(event: AppEvent): boolean {
  return isNoted(event) && event.type !== 'turn-ended' && event.type !== 'sessions-listed'
}

function keyOf({ type, key }: Pick<QuestionTask, 'type' | 'key'>): string {
  return `${type} ${key}`
}

/** Drops the oldest entry if there are `most` already. */
function setBounded<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  const [oldest] = map.size < most ? [] : map.keys()
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

/** No turn runs in the session, and no prompt of it is answered any more. */
export function endTurn(session: ExchangeSession): void {
  session.isRunning = false
  session.promptId = null
}

/** A session was opened, and is now the current one. */
export function sessionOpened(
  state: ExchangeState,
  { sessionId, how, setup, problems }: OpenedSession,
): void {
  const { atMs } = state
  for (const problem of problems) state.foundProblem(problem, sessionId)
  const session = state.session(sessionId)
  session.isOpen = true
  state.currentId = sessionId
  state.emit({ type: 'session-opened', atMs, sessionId, how, setup })
  state.guessLink({ state: 'open', sinceMs: atMs })
}

/**
 * Opens a session that appears without a request in a trace which does not begin with the setup: it was opened before
 * the trace began.
 */
export function openImplicitly(state: ExchangeState, sessionId: string): void {
  if (!state.isGuessing || state.hasSeenSetup || state.sessions.has(sessionId)) return
  sessionOpened(state, { sessionId, how: 'resumed', setup: noSetup, problems: [] })
}

/** The same, with a running turn: the prompt was sent before the trace began. */
export function openAtWork(state: ExchangeState, sessionId: string): void {
  const wasKnown = state.sessions.has(sessionId)
  openImplicitly(state, sessionId)
  if (wasKnown || !state.sessions.has(sessionId)) return
  const update = { type: 'state', state: 'running' } as const
  state.emit({ type: 'session-updated', atMs: state.atMs, sessionId, update })
}
