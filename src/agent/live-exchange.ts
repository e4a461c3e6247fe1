import type { AppEvent } from '../app/app-event.ts'
import type { AskedOfClient } from '../app/exchange/asked-of-client.ts'
import { ExchangeInterpreter } from '../app/exchange/exchange-interpreter.ts'
import type { Message } from '../protocol/message.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'

export interface LiveExchangeOptions {
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  /** The same, for those who act on what messages tell: after it was dispatched. */
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
  get known(): Omit<ExchangeInterpreter, 'begin' | 'received' | 'sent' | 'found' | 'noted' | 'takeEvents'> {
    return this.#interpreter
  }

  /** When the line or frame arrived that is being received, or was the last to be. */
  get receivingAtMs(): number {
    return this.#receivingAtMs ?? this.#options.nowMs()
  }

  /** Another line or frame of the agent's begins to have its effect. */
  begin(atMs: number): void {
    this.#receivingAtMs = atMs
    this.#interpreter.begin(atMs, true)
  }

  received(message: Message): AskedOfClient | null {
    const asked = this.#interpreter.received(message)
    this.#tell()
    return asked
  }

  found(problem: WireProblem): void {
    this.#interpreter.found(problem)
    this.#tell()
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

  #tell(): void {
    const { dispatch, onTold } = this.#options
    for (const event of this.#interpreter.takeEvents()) {
      dispatch(event)
      onTold(event)
    }
  }
}
