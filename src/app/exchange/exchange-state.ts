import { isSameJson } from '../../lib/json/same-json.ts'
import type { JsonObject, MessageId } from '../../protocol/message.ts'
import type { AppEvent } from '../app-event.ts'
import type { AuthMethod, Link } from '../link.ts'
import { isNoted } from './noted-events.ts'
import type { ElicitationKind, PermissionKind } from './requests/request-kind.ts'
import { SessionPages } from './session-pages.ts'
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
export type AskedQuestion =
  | { readonly type: 'permission'; readonly key: number; readonly kind: PermissionKind }
  | { readonly type: 'elicitation'; readonly key: number; readonly kind: ElicitationKind }
  | { readonly type: 'other'; readonly method: string; readonly params: unknown }

/** A question that no answer has come to. A request for the same call that says the same is the same question. */
export interface OpenQuestion {
  readonly type: 'permission' | 'elicitation'
  readonly key: number
  readonly kind: PermissionKind | ElicitationKind
  readonly toolCallId: string
  readonly params: unknown
}

export interface ObservedSession {
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

/** What an observer knows of an exchange between one record and the next, and the events of the record that it is at. */
export class ExchangeState {
  sessions = new Map<string, ObservedSession>()
  asked = new Map<MessageId, AskedRequest>()
  questions = new Map<MessageId, AskedQuestion>()
  /** The trace notes what frames do not tell: nothing is guessed. */
  isNoted = false
  atMs = 0
  version: 1 | 2 = 1
  link: Link['state'] = 'starting'
  authMethods: readonly AuthMethod[] = []
  currentId: string | null = null
  /** Files are offered to the agent. */
  offersFiles = false
  /** Anything was heard of the opening: what comes then without one was never opened. */
  hasGreeted = false
  /** Anything was sent: answers that nobody waits for are stray. */
  hasSent = false
  pages = new SessionPages()
  isListing = false
  toolCalls = new ToolCallSessions()
  /** Those that name a call, by their type and key. */
  #open = new Map<string, OpenQuestion>()
  #permissionKey = 1
  #elicitationKey = 1
  #events: AppEvent[] = []

  copy(): ExchangeState {
    const copy = Object.assign(new ExchangeState(), this)
    copy.sessions = new Map([...this.sessions].map(([id, session]) => [id, { ...session }]))
    copy.asked = new Map(this.asked)
    copy.questions = new Map(this.questions)
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

  /** The open question that a request asks once more; null: it is a new one. */
  askedBefore(asked: Omit<OpenQuestion, 'key' | 'type'>): OpenQuestion | null {
    for (const open of this.#open.values())
      if (
        open.kind === asked.kind &&
        open.toolCallId === asked.toolCallId &&
        isSameJson(open.params, asked.params)
      )
        return open
    return null
  }

  opened(question: OpenQuestion): void {
    if (this.#open.size < requestsKept) this.#open.set(`${question.type} ${question.key}`, question)
  }

  /** A question has its answer: by a note where there are notes, else by a frame. */
  settled(type: OpenQuestion['type'], key: number): void {
    this.#open.delete(`${type} ${key}`)
  }

  /** What frames tell; where it is noted, the note counts. */
  tell(event: AppEvent): void {
    if (!this.isNoted || !isNoted(event)) this.#events.push(event)
  }

  note(event: AppEvent): void {
    this.#events.push(event)
  }

  takeEvents(): AppEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  session(id: string): ObservedSession {
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

  question(id: MessageId, question: AskedQuestion): void {
    keep(this.questions, id, question)
  }

  /** Another connection begins, or the one there was is over: nothing of it is answered any more. */
  disconnect(): void {
    this.asked.clear()
    this.questions.clear()
    this.#open.clear()
    this.toolCalls.clear()
    this.isListing = false
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

  turnTo(link: Link): void {
    if (this.link === link.state && link.state !== 'wants-login') return
    this.link = link.state
    this.tell({ type: 'link-changed', atMs: this.atMs, link })
  }
}

function keep<T>(map: Map<MessageId, T>, id: MessageId, value: T): void {
  if (map.size >= requestsKept)
    for (const [oldest] of map) {
      map.delete(oldest)
      break
    }
  map.set(id, value)
}
