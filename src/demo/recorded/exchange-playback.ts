import type { MessageId } from '../../protocol/wire/message.ts'
import type { Exchange } from './recording.ts'

/** The state of an exchange that is being played. */
export class ExchangePlayback {
  readonly exchange: Exchange
  /** The client's request; null: an exchange that the client has skipped, whose answer is not sent. */
  readonly requestId: MessageId | null
  /** The index of the next moment. */
  at = 0
  isAnswered = false
  /** No more moments are played. */
  isOver = false
  /** The rest is played without waits. */
  isHurried = false
  /** The agent's requests that the client has not answered: recorded ids with the ids that were sent. */
  readonly open = new Map<MessageId, MessageId>()
  #pause = new AbortController()
  #waiting: readonly (() => void)[] = []

  constructor(exchange: Exchange, requestId: MessageId | null) {
    this.exchange = exchange
    this.requestId = requestId
    this.isHurried = requestId === null
  }

  /** Aborts when the current wait is cut short. */
  get signal(): AbortSignal {
    return this.#pause.signal
  }

  /** It is a prompt whose turn is running. */
  get isTurn(): boolean {
    const { method, turnEnd } = this.exchange
    return method === 'session/prompt' && !this.isOver && (turnEnd < 0 || this.at <= turnEnd)
  }

  /** Continues with another moment. */
  skipTo(at: number): void {
    this.at = at
    this.open.clear()
    this.#endPause()
  }

  hurry(): void {
    this.isHurried = true
    this.#endPause()
  }

  stop(): void {
    this.isOver = true
    this.#endPause()
  }

  /** Settles all promises of `woken`. */
  wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  /** Settles with the next `wake`. */
  async woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting = [...this.#waiting, resolve]
    })
  }

  #endPause(): void {
    this.#pause.abort()
    this.#pause = new AbortController()
    this.wake()
  }
}
