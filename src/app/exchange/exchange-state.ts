import { isSameJson } from '../../lib/json/same-json.ts'
import type { JsonObject, MessageId } from '../../protocol/wire/message.ts'
import type { AppEvent } from '../app-event.ts'
import type { AgentDescription, AuthMethod, Link } from '../state/link.ts'
import { isNoted } from '../notes/noted-events.ts'
import type { AskedQuestion } from './asked-of-client.ts'
import { SessionPages, type ReadPage } from './session-pages.ts'
import { noSettings, type SessionSettings } from './session-settings.ts'
import { ToolCallSessions } from './tool-call-sessions.ts'

/** A request to the agent that has no answer yet. */
export interface AskedRequest {
  readonly method: string
  readonly params: JsonObject
  /** The session's, when it was asked. */
  readonly settings: SessionSettings
}

/** A request of the agent's that has no answer yet. */
export type PendingRequest =
  | { readonly type: 'question'; readonly question: AskedQuestion }
  | { readonly type: 'other'; readonly method: string; readonly params: unknown }

/** Tells a question from others: the same kind of request, for the same call, with the same params. */
export type QuestionIdentity = Pick<AskedQuestion, 'kind' | 'params'> & { readonly toolCallId: string }

interface RepeatableQuestion {
  readonly question: AskedQuestion
  readonly toolCallId: string
}

/**
 * Who tells what frames do not, or not surely: nobody, so that it is guessed (`frames`); the notes of a recording (`notes`);
 * the client that is running (`client`).
 */
export type Teller = 'frames' | 'notes' | 'client'

/** An answer to `initialize`. */
export interface Greeting {
  /** As it stands in the answer, whatever that is. */
  readonly protocolVersion: unknown
  readonly agent: AgentDescription
}

export interface ExchangeSession {
  settings: SessionSettings
  isOpen: boolean
  /** The request whose answer ends the running turn; null while none runs, or while none was asked for. */
  promptId: MessageId
  isRunning: boolean
  /** The agent reports its states: they, and not answers, end its turns. */
  reportsStates: boolean
}

/** More are not waited for: a trace of one direction has no answers. */
const requestsKept = 10_000

/** What the interpreter knows of an exchange between one message and the next, and the events of the one that it is at. */
export class ExchangeState {
  sessions = new Map<string, ExchangeSession>()
  asked = new Map<MessageId, AskedRequest>()
  /** Only where answers are read from frames. */
  pending = new Map<MessageId, PendingRequest>()
  teller: Teller
  atMs = 0
  version: 1 | 2 = 1
  link: Link['state'] = 'starting'
  authMethods: readonly AuthMethod[] = []
  greeting: Greeting | null = null
  currentId: string | null = null
  /** Files are offered to the agent. */
  offersFiles = false
  /** Anything was heard of the opening: what comes then without one was never opened. */
  hasGreeted = false
  /** Anything was sent: answers that nobody waits for are stray. */
  hasSent = false
  pages = new SessionPages()
  /** The newest page of a listing that was answered; null: none yet, or with an error. */
  lastPage: ReadPage | null = null
  isListing = false
  toolCalls = new ToolCallSessions()
  /** Questions without an answer that name a call, by their type and key. */
  #open = new Map<string, RepeatableQuestion>()
  #permissionKey = 1
  #elicitationKey = 1
  #events: AppEvent[] = []

  constructor(teller: Teller) {
    this.teller = teller
  }

  copy(): ExchangeState {
    const copy = Object.assign(new ExchangeState(this.teller), this)
    copy.sessions = new Map([...this.sessions].map(([id, session]) => [id, { ...session }]))
    copy.asked = new Map(this.asked)
    copy.pending = new Map(this.pending)
    copy.pages = this.pages.copy()
    copy.toolCalls = this.toolCalls.copy()
    copy.#open = new Map(this.#open)
    copy.#permissionKey = this.#permissionKey
    copy.#elicitationKey = this.#elicitationKey
    copy.#events = [...this.#events]
    return copy
  }

  nextPermissionKey(): number {
    return this.#permissionKey++
  }

  nextElicitationKey(): number {
    return this.#elicitationKey++
  }

  /** The question that a request asks once more; null: it is a new one. */
  askedBefore(identity: QuestionIdentity): AskedQuestion | null {
    for (const open of this.#open.values()) if (isSame(open, identity)) return open.question
    return null
  }

  /** A question that may be asked again while it has no answer. */
  opened(question: AskedQuestion, toolCallId: string): void {
    if (this.#open.size < requestsKept) this.#open.set(keyOf(question), { question, toolCallId })
  }

  /** A question has its answer. */
  settled(question: Pick<AskedQuestion, 'type' | 'key'>): void {
    this.#open.delete(keyOf(question))
  }

  /** Nobody tells more than the frames do: the rest is guessed. */
  get isGuessing(): boolean {
    return this.teller === 'frames'
  }

  /** What a frame tells. Where somebody else tells it, that counts. */
  tell(event: AppEvent): void {
    const isToldElsewhere =
      this.teller === 'notes' ? isNoted(event) : this.teller === 'client' && isOfClient(event)
    if (!isToldElsewhere) this.#events.push(event)
  }

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
      settings: noSettings,
      isOpen: false,
      promptId: null,
      isRunning: false,
      reportsStates: false,
    }
    this.sessions.set(id, session)
    return session
  }

  ask(id: MessageId, request: AskedRequest): void {
    keep(this.asked, id, request)
  }

  /** A request of the agent's, until its answer is seen. */
  wait(id: MessageId, request: PendingRequest): void {
    if (this.isGuessing) keep(this.pending, id, request)
  }

  /** Another connection begins, or the one there was is over: nothing of it is answered any more. */
  disconnect(): void {
    this.asked.clear()
    this.pending.clear()
    this.#open.clear()
    this.toolCalls.clear()
    this.isListing = false
    this.greeting = null
    this.authMethods = []
    for (const session of this.sessions.values()) {
      session.isOpen = false
      session.isRunning = false
      session.promptId = null
      session.reportsStates = false
    }
  }

  /** The session is let go; the newest of the open ones becomes the current one. */
  close(sessionId: string): void {
    this.sessions.delete(sessionId)
    if (this.currentId !== sessionId) return
    const left = [...this.sessions].findLast(([, { isOpen }]) => isOpen)
    this.currentId = left?.[0] ?? null
  }

  /** What frames let guess of the connection: where somebody tells it, that alone counts. */
  turnTo(link: Link): void {
    if (!this.isGuessing) return
    if (this.link === link.state && link.state !== 'wants-login') return
    this.link = link.state
    this.tell({ type: 'link-changed', atMs: this.atMs, link })
  }
}

/** What a running client tells itself when it has done it: an answer to a prompt or a listing is read here for it too. */
function isOfClient(event: AppEvent): boolean {
  return isNoted(event) && event.type !== 'turn-ended' && event.type !== 'sessions-listed'
}

function keyOf({ type, key }: Pick<AskedQuestion, 'type' | 'key'>): string {
  return `${type} ${key}`
}

function isSame({ question, toolCallId }: RepeatableQuestion, identity: QuestionIdentity): boolean {
  return (
    question.kind === identity.kind &&
    toolCallId === identity.toolCallId &&
    isSameJson(question.params, identity.params)
  )
}

function keep<T>(map: Map<MessageId, T>, id: MessageId, value: T): void {
  if (map.size >= requestsKept)
    for (const [oldest] of map) {
      map.delete(oldest)
      break
    }
  map.set(id, value)
}
