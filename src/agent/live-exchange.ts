import type { AppEvent } from '../app/state/app-event.ts'
import type { ClientTask } from '../app/exchange/requests/request-kind.ts'
import { ExchangeInterpreter, type KnownExchange } from '../app/exchange/exchange-interpreter.ts'
import { isNoted } from '../app/notes/noted-events.ts'
import type { Clock } from '../lib/clock.ts'
import type { Message } from '../protocol/wire/message.ts'
import type { Incoming } from '../protocol/wire/wire-reader.ts'

/** What answers to the agent's requests need of the exchange. */
export type AnswerLog = Pick<LiveExchange, 'note'> & {
  /** The current session is that of requests that name none. */
  readonly known: Pick<KnownExchange, 'currentId'>
}

export interface LiveExchangeOptions {
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  /** Called for each event that messages led to, after all events of the same line were dispatched. */
  readonly onMessageEvent: (event: AppEvent) => void
}

type Timed<Event> = Event extends AppEvent ? Omit<Event, 'atMs'> & { readonly atMs?: number } : never
type ClientEvent = Timed<AppEvent>

/** Interprets the messages of a run, over all its connections, and dispatches the resulting events synchronously. */
export class LiveExchange {
  readonly #options: LiveExchangeOptions
  readonly #interpreter: ExchangeInterpreter
  #receivingAtMs: number | null = null

  constructor(options: LiveExchangeOptions) {
    this.#options = options
    this.#interpreter = new ExchangeInterpreter({ fallbackName: options.fallbackName, factSource: 'client' })
  }

  /** What is known from the messages so far. */
  get known(): KnownExchange {
    return this.#interpreter.known
  }

  /** When the line or frame that is being received arrived; afterwards, that of the last one. */
  get receivingAtMs(): number {
    return this.#receivingAtMs ?? this.nowMs()
  }

  nowMs(): number {
    return this.#options.clock.nowMs()
  }

  /** Interprets a line or frame of the agent's; returns for each message what the client has to do. */
  received(line: readonly Incoming[], atMs: number): readonly (ClientTask | null)[] {
    this.#receivingAtMs = atMs
    this.#interpreter.setTime(atMs)
    this.#interpreter.frameBegan()
    const tasks = line.map((incoming) => this.#interpret(incoming))
    this.#dispatchAll()
    return tasks
  }

  sent(message: Message): void {
    this.#interpreter.sent(message)
  }

  /** Records and dispatches something that the client did and that no message shows; without a time, it was done now. */
  readonly note = (event: ClientEvent): void => {
    this.#interpreter.noted({ atMs: this.nowMs(), ...event })
    for (const noted of this.#interpreter.takeEvents()) this.#options.dispatch(noted)
  }

  /** A remark for the user. */
  readonly remark = (text: string): void => {
    this.note({ type: 'remarked', text })
  }

  /** The connection is over. */
  disconnected(): void {
    this.#receivingAtMs = null
  }

  #interpret(incoming: Incoming): ClientTask | null {
    if (incoming.type === 'message') return this.#interpreter.received(incoming.message)
    this.#interpreter.problemFound(incoming.problem)
    return null
  }

  /**
   * The order of events is that of a recording: first what the line itself shows, however many messages it holds,
   * then what is recorded as notes.
   */
  #dispatchAll(): void {
    const { dispatch, onMessageEvent } = this.#options
    const events = this.#interpreter.takeEvents()
    let hasEnded = false
    for (const event of events) if (!isNoted(event)) dispatch(event)
    for (const event of events) {
      if (isNoted(event)) dispatch(event)
      onMessageEvent(event)
      if (event.type !== 'turn-ended') continue
      this.#interpreter.turnTold(event.sessionId)
      hasEnded = true
    }
    if (hasEnded) for (const event of this.#interpreter.takeEvents()) dispatch(event)
  }
}
