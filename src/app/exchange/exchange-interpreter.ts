import type { Message } from '../../protocol/wire/message.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { AppEvent } from '../app-event.ts'
import type { AuthMethod, Link } from '../state/link.ts'
import type { ListedSession } from '../state/session-listing.ts'
import type { AskedOfClient } from './asked-of-client.ts'
import { strayResponse } from './exchange-problems.ts'
import { ExchangeState, type Greeting, type Teller } from './exchange-state.ts'
import { interpretNotification, interpretRequest } from './interpret-agent.ts'
import { interpretAnswer } from './interpret-answer.ts'
import { interpretClient } from './interpret-client.ts'
import { noSettings, type SessionSettings } from './session-settings.ts'

export interface InterpreterOptions {
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
  readonly teller: Teller
}

/**
 * The only place where messages become events. In go the messages of both directions, and notes of what the client itself did;
 * out come the events of a run, in their order. A running client, a recording of one, and a trace of somebody else's differ
 * in nothing but who tells what frames do not (`Teller`). Never throws, whatever it is given, and never acts: what is to be
 * opened, asked, answered, queued or tried again is the client's to decide.
 */
export class ExchangeInterpreter {
  readonly #state: ExchangeState
  readonly #fallbackName: string

  constructor({ fallbackName, teller }: InterpreterOptions, state = new ExchangeState(teller)) {
    this.#fallbackName = fallbackName
    this.#state = state
  }

  /** One that stands at the same place, and goes on for itself. */
  copy(): ExchangeInterpreter {
    const state = this.#state.copy()
    return new ExchangeInterpreter({ fallbackName: this.#fallbackName, teller: state.teller }, state)
  }

  /** A line, a frame or a record begins, which arrived or went out then. */
  begin(atMs: number): void {
    this.#state.atMs = atMs
  }

  /** A message of the agent's; gives what it wants of its client: a request always something. */
  received(message: Message): AskedOfClient | null {
    const state = this.#state
    switch (message.kind) {
      case 'notification':
        return interpretNotification(state, message.method, message.params)
      case 'request':
        return interpretRequest(state, message)
      case 'result':
      case 'error':
        if (!interpretAnswer(state, message, this.#fallbackName)) this.found(strayResponse(message))
        return null
    }
  }

  /** A message of the client's. */
  sent(message: Message): void {
    interpretClient(this.#state, message)
  }

  /** Something is wrong with what the agent wrote. */
  found(problem: WireProblem): void {
    this.#state.tell({ type: 'problem-found', atMs: this.#state.atMs, sessionId: null, problem })
  }

  stderrWritten(line: string): void {
    this.#state.tell({ type: 'stderr-written', atMs: this.#state.atMs, line })
  }

  /** The trace is over: where nothing else was said, that is the end of its agent. */
  ended(): void {
    const { atMs: sinceMs } = this.#state
    this.#state.turnTo({ state: 'ended', sinceMs, end: { kind: 'closed' } })
  }

  /** Something that the client has done. With a first note, notes are what tells. */
  noted(event: AppEvent): void {
    const state = this.#state
    if (state.isGuessing) state.teller = 'notes'
    state.note(event)
    switch (event.type) {
      case 'link-changed':
        state.link = event.link.state
        if (event.link.state !== 'open' && event.link.state !== 'wants-login') state.disconnect()
        break
      case 'permission-answered':
        state.settled({ type: 'permission', key: event.key })
        break
      case 'elicitation-answered':
        state.settled({ type: 'elicitation', key: event.key })
        break
      case 'session-selected':
        state.currentId = event.sessionId
        break
      case 'session-closed':
        state.close(event.sessionId)
        break
      case 'sessions-listed':
        state.isListing = event.listing.state === 'asking'
        break
      default:
    }
  }

  /** What has happened since it was asked last. */
  takeEvents(): readonly AppEvent[] {
    return this.#state.takeEvents()
  }

  /** Where the connection stands, as it was noted or guessed last. */
  get link(): Link['state'] {
    return this.#state.link
  }

  /** The session that prompts go to, and that messages mean which name none. */
  get currentSessionId(): string | null {
    return this.#state.currentId
  }

  /** It was opened on this connection, and not closed since. */
  isOpen(sessionId: string): boolean {
    return this.#state.sessions.get(sessionId)?.isOpen === true
  }

  /** What can be changed in a session, as the agent last said. */
  settingsOf(sessionId: string): SessionSettings {
    return this.#state.sessions.get(sessionId)?.settings ?? noSettings
  }

  /** The newest answer to `initialize` that makes sense; null: there is none on this connection. */
  get greeting(): Greeting | null {
    return this.#state.greeting
  }

  /** The ways to log in that the agent told of last. */
  get authMethods(): readonly AuthMethod[] {
    return this.#state.authMethods
  }

  /** A listing was asked for, and is not whole. */
  get isListing(): boolean {
    return this.#state.isListing
  }

  /** The sessions that were listed last, of all pages so far. */
  get listing(): Listing {
    const { pages, lastPage } = this.#state
    return {
      sessions: pages.sessions,
      nextCursor: lastPage?.nextCursor ?? null,
      failure: lastPage?.failure ?? null,
    }
  }
}

/** What pages of sessions have brought. */
export interface Listing {
  readonly sessions: readonly ListedSession[]
  /** What to ask for the next page with; null: there is none. */
  readonly nextCursor: string | null
  /** Why it ends without having come to its end. */
  readonly failure: string | null
}
