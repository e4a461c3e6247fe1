import type { Buffer } from 'node:buffer'
import type { AskedOfClient } from '../../app/exchange/asked-of-client.ts'
import type { StreamSession } from '../../app/ports/transport.ts'
import type { Message } from '../../protocol/wire/message.ts'
import { WireReader, type WirePart } from '../../protocol/wire/wire-reader.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Peer, PeerRequest } from './peer.ts'

export interface ReceiverOptions {
  readonly exchange: LiveExchange
  readonly peer: Peer
  /** A line or a frame begins to have its effect. */
  readonly onLine: () => void
  /** `request` is null for a notification. */
  readonly onAsked: (asked: AskedOfClient, request: PeerRequest | null) => void
  /** Sees each line or frame, when it arrived, right before it has its effect. */
  readonly onPart: ((part: WirePart, atMs: number, isMessage: boolean) => void) | undefined
  /** Everything that the agent wrote has been received. */
  readonly onEnd: () => void
}

interface Arrived {
  readonly part: WirePart
  readonly atMs: number
  readonly from: StreamSession
}

/**
 * What the agent writes has its effect in the order in which it came, and each line before the next one is read: where it holds
 * an answer that somebody waits for, what they do then comes first too. Never writes anything.
 */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #reader = new WireReader()
  /** What has arrived and was not read yet: those who wait for an answer go on first. */
  #waiting: Arrived[] = []
  #isWaiting = false
  #hasEnded = false
  #isStopped = false

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  push(chunk: Buffer, atMs: number): void {
    this.#arrived(this.#reader.cut(chunk).map((part) => ({ part, atMs, from: null })))
  }

  pushFrame(frame: Buffer, kind: 'text' | 'binary', { atMs, from }: Omit<Arrived, 'part'>): void {
    this.#arrived([{ part: this.#reader.frame(frame, kind), atMs, from }])
  }

  end(atMs: number): void {
    this.#hasEnded = true
    this.#arrived(this.#reader.cutEnd().map((part) => ({ part, atMs, from: null })))
  }

  /** What has arrived has its effect now, whoever still waits for an answer. */
  flush(): void {
    while (this.#isWaiting) this.#goOn()
  }

  /** Nothing more is received, not even the rest of a chunk. */
  stop(): void {
    this.#isStopped = true
    this.#waiting = []
  }

  #arrived(arrived: readonly Arrived[]): void {
    if (this.#isWaiting) this.#waiting = this.#waiting.concat(arrived)
    else this.#receiveAll(arrived)
  }

  #receiveAll(arrived: readonly Arrived[]): void {
    let count = 0
    for (const one of arrived) {
      if (this.#isStopped) return
      count++
      if (this.#receive(one)) return this.#goOnLater(arrived.slice(count))
    }
    if (this.#hasEnded && !this.#isStopped) this.#options.onEnd()
  }

  /** Once all that waits for a promise has gone on. */
  #goOnLater(rest: readonly Arrived[]): void {
    this.#isWaiting = true
    this.#waiting = [...rest]
    setImmediate(() => this.#goOn())
  }

  #goOn(): void {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    const waiting = this.#waiting
    this.#waiting = []
    this.#receiveAll(waiting)
  }

  /** True: somebody has waited for an answer in it. */
  #receive({ part, atMs, from }: Arrived): boolean {
    const { exchange, onPart, onLine } = this.#options
    const line = this.#reader.read(part)
    onPart?.(part, atMs, line.length === 1 && line[0]?.type === 'message')
    onLine()
    const asked = exchange.received(line, atMs)
    let isAwaited = false
    for (const [index, incoming] of line.entries()) {
      if (this.#isStopped || incoming.type === 'problem') continue
      if (this.#handle(incoming.message, asked[index] ?? null, from)) isAwaited = true
    }
    return isAwaited
  }

  #handle(message: Message, asked: AskedOfClient | null, from: StreamSession): boolean {
    const { peer, onAsked } = this.#options
    switch (message.kind) {
      case 'notification':
        if (message.method === '$/cancel_request') peer.cancelled(message.params)
        if (asked !== null) onAsked(asked, null)
        return false
      case 'request':
        if (asked !== null) onAsked(asked, peer.asked(message, from))
        return false
      case 'result':
      case 'error':
        return peer.answered(message)
    }
  }
}
