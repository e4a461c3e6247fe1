import { toldNext } from './turn-states.ts'
import type { Message } from '../../protocol/wire/message.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { AppEvent } from '../state/app-event.ts'
import type { ClientTask } from './requests/request-kind.ts'
import { strayResponse } from './exchange-problems.ts'
import { endTurn, ExchangeState, type InterpreterOptions } from './exchange-state.ts'
import { interpretNotification, interpretRequest } from './interpret-agent.ts'
import { interpretAnswer } from './interpret-answer.ts'
import { interpretClient } from './interpret-client.ts'

/**
 * The only place where messages become events. An exchange is the messages between client and agent in one run. The
 * input is the messages of both directions and notes of what the client did; the output is the events of a run, in
 * order. A running client, a recording and a trace of another program differ only in the source of the facts that
 * frames do not show (`FactSource`). Never throws, whatever its input, and never acts: the client decides what to
 * open, request, answer, queue and retry.
 */
export class ExchangeInterpreter {
  readonly #state: ExchangeState

  constructor(options: InterpreterOptions, state = new ExchangeState(options)) {
    this.#state = state
  }

  /** An independent copy in the same state. */
  copy(): ExchangeInterpreter {
    const state = this.#state.copy()
    return new ExchangeInterpreter(state, state)
  }

  /** The time of what the following calls report. */
  setTime(atMs: number): void {
    this.#state.atMs = atMs
  }

  /** One more frame (line) of the agent's begins: the messages that are received until the next one are in it. */
  frameBegan(): void {
    this.#state.frame = (this.#state.frame ?? 0) + 1
  }

  /** A message of the agent's; returns what the client has to do, null for nothing. A request always needs something. */
  received(message: Message): ClientTask | null {
    const state = this.#state
    switch (message.kind) {
      case 'notification':
        return interpretNotification(state, message.method, message.params)
      case 'request':
        return interpretRequest(state, message)
      case 'result':
      case 'error':
        if (!interpretAnswer(state, message)) this.problemFound(strayResponse(message))
        return null
    }
  }

  /** A message of the client's. */
  sent(message: Message): void {
    interpretClient(this.#state, message)
  }

  /** A defect in what the agent wrote. Version 2 allows batches. */
  problemFound(problem: WireProblem): void {
    if (problem.code === 'batch' && this.#state.version === 2 && problem.excerpt?.trim() !== '[]') return
    this.#state.foundProblem(problem, null)
  }

  stderrWritten(line: string): void {
    this.#state.emit({ type: 'stderr-written', atMs: this.#state.atMs, line })
  }

  /** The user marked this moment. */
  marked(text: string): void {
    this.#state.note({ type: 'marked', atMs: this.#state.atMs, text })
  }

  /**
   * The end of the trace. Without notes, the agent is taken to have exited; with them too if a turn still ran or a question was open,
   * since a client that ends also ends its agent.
   */
  ended(): void {
    const state = this.#state
    const { atMs } = state
    const link = { state: 'ended', sinceMs: atMs, end: { kind: 'closed' } } as const
    if (state.isGuessing) state.guessLink(link)
    else if (state.isBusy) this.noted({ type: 'link-changed', atMs, link })
  }

  /** Something that the client did. From the first note on, notes are the source of such facts. */
  noted(event: AppEvent): void {
    const state = this.#state
    if (state.isGuessing) state.factSource = 'notes'
    state.note(event)
    switch (event.type) {
      case 'link-changed':
        state.link = event.link.state
        if (event.link.state !== 'open' && event.link.state !== 'wants-login') state.disconnect()
        break
      case 'permission-answered':
        state.removeQuestion({ type: 'permission', key: event.key })
        break
      case 'elicitation-answered':
        state.removeQuestion({ type: 'elicitation', key: event.key })
        break
      case 'turn-ended': {
        const session = state.sessions.get(event.sessionId)
        if (session !== undefined) endTurn(session)
        this.turnTold(event.sessionId)
        break
      }
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

  /** The end of a turn was told: the next one may begin, which the agent has begun itself. */
  turnTold(sessionId: string): void {
    toldNext(this.#state, sessionId)
  }

  /** The events since the last call. */
  takeEvents(): readonly AppEvent[] {
    return this.#state.takeEvents()
  }

  /** What is known from the messages so far. */
  get known(): KnownExchange {
    return this.#state
  }
}

/** Read-only; the same object for all of the exchange. */
export type KnownExchange = Readonly<
  Pick<
    ExchangeState,
    | 'authMethods'
    | 'currentId'
    | 'frame'
    | 'initializeAnswer'
    | 'isListing'
    | 'isOpen'
    | 'lastPage'
    | 'link'
    | 'pages'
  >
>
