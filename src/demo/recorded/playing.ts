import type { MessageId } from '../../protocol/wire/message.ts'
import type { Exchange } from './recording.ts'

/** An exchange that is being played. */
export class Playing {
  readonly exchange: Exchange
  /** The client's request; null: what was left out before is caught up with, and nobody waits for its answer. */
  readonly requestId: MessageId | null
  /** The moment that comes next. */
  at = 0
  isAnswered = false
  /** Nothing more is played. */
  isOver = false
  /** Nothing is waited for any more. */
  isHurried = false
  /** The agent's requests that the client has not answered: recorded ids, and those that were sent. */
  readonly open = new Map<MessageId, MessageId>()
  #cutting = new AbortController()
  #waiting: readonly (() => void)[] = []

  constructor(exchange: Exchange, requestId: MessageId | null) {
    this.exchange = exchange
    this.requestId = requestId
    this.isHurried = requestId === null
  }

  /** Aborts when a pause is over before its time. */
  get signal(): AbortSignal {
    return this.#cutting.signal
  }

  /** The turn that a prompt began goes on. */
  get isTurn(): boolean {
    const { method, turnEnd } = this.exchange
    return method === 'session/prompt' && !this.isOver && (turnEnd < 0 || this.at <= turnEnd)
  }

  /** Goes on at another moment, without what lies between. */
  skipTo(at: number): void {
    this.at = at
    this.open.clear()
    this.#cut()
  }

  hurry(): void {
    this.isHurried = true
    this.#cut()
  }

  stop(): void {
    this.isOver = true
    this.#cut()
  }

  /** Something has come to be that somebody may wait for. */
  wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  /** Settles with the next `wake`. */
  async woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting = [...this.#waiting, resolve]
    })
  }

  #cut(): void {
    this.#cutting.abort()
    this.#cutting = new AbortController()
    this.wake()
  }
}
