import type { AppEvent } from '../app/app-event.ts'
import type { AskedOfClient } from '../app/exchange/asked-of-client.ts'
import { ExchangeInterpreter } from '../app/exchange/exchange-interpreter.ts'
import { isNoted } from '../app/notes/noted-events.ts'
import type { Message } from '../protocol/wire/message.ts'
import type { Incoming } from '../protocol/wire/wire-reader.ts'

/** What can be asked of an interpreter; nothing of it changes anything. */
export type KnownExchange = Pick<
  ExchangeInterpreter,
  'link' | 'currentSessionId' | 'isOpen' | 'settingsOf' | 'greeting' | 'authMethods' | 'isListing' | 'listing'
>

export interface LiveExchangeOptions {
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  /** The same, for those who act on what messages tell: after all that the line tells was dispatched. */
  readonly onTold: (event: AppEvent) => void
}

/** The exchange of a run, over all its connections: what passes is interpreted, and what comes of it dispatched, within each call. */
export class LiveExchange {
  readonly #options: LiveExchangeOptions
  readonly #interpreter: ExchangeInterpreter
  #receivingAtMs: number | null = null

  constructor(options: LiveExchangeOptions) {
    this.#options = options
    this.#interpreter = new ExchangeInterpreter({ fallbackName: options.fallbackName, teller: 'client' })
  }

  /** What is known from the messages so far. */
  get known(): KnownExchange {
    return this.#interpreter
  }

  /** When the line or frame arrived that is being received, or was the last to be. */
  get receivingAtMs(): number {
    return this.#receivingAtMs ?? this.#options.nowMs()
  }

  /** What a line or frame of the agent's holds; gives what each message of it wants of its client. */
  received(line: readonly Incoming[], atMs: number): readonly (AskedOfClient | null)[] {
    this.#receivingAtMs = atMs
    this.#interpreter.begin(atMs)
    const asked = line.map((incoming) => this.#interpret(incoming))
    this.#tell()
    return asked
  }

  sent(message: Message): void {
    this.#interpreter.sent(message)
  }

  /** Something that we have done, and that no message tells. */
  readonly note = (event: AppEvent): void => {
    this.#interpreter.noted(event)
    for (const noted of this.#interpreter.takeEvents()) this.#options.dispatch(noted)
  }

  /** Something to say to the user. */
  readonly remark = (text: string): void => {
    this.note({ type: 'remarked', atMs: this.#options.nowMs(), text })
  }

  /** The connection is over, and nothing of it is received any more. */
  disconnected(): void {
    this.#receivingAtMs = null
  }

  #interpret(incoming: Incoming): AskedOfClient | null {
    if (incoming.type === 'message') return this.#interpreter.received(incoming.message)
    this.#interpreter.found(incoming.problem)
    return null
  }

  /** In the order of a recording: what the line itself tells, however many messages it holds, and then what is noted of it. */
  #tell(): void {
    const { dispatch, onTold } = this.#options
    const events = this.#interpreter.takeEvents()
    for (const event of events) if (!isNoted(event)) dispatch(event)
    for (const event of events) {
      if (isNoted(event)) dispatch(event)
      onTold(event)
    }
  }
}
