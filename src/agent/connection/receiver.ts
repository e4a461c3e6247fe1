import type { Buffer } from 'node:buffer'
import type { ClientTask } from '../../app/exchange/requests/request-kind.ts'
import type { StreamSession } from '../../app/ports/transport.ts'
import { isObject, type Message, rpcErrorText, type RpcOutcome } from '../../protocol/wire/message.ts'
import { type Incoming, WireReader, type WirePart } from '../../protocol/wire/wire-reader.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Peer, PeerRequest } from './peer.ts'

export interface ReceiverOptions {
  readonly exchange: LiveExchange
  readonly peer: Peer
  /** A line or a frame is about to be interpreted. */
  readonly onLine: () => void
  /** A line or a frame held at least one message. */
  readonly onMessage: () => void
  /** A line has more than `endlessLineBytes`, and no end. Called for each chunk of it. */
  readonly onEndless: () => void
  /** `request` is null for a notification. */
  readonly onTask: (task: ClientTask, request: PeerRequest | null) => void
  /** Called for each line or frame, with its time of arrival, right before it is interpreted. */
  readonly onPart: ((part: WirePart, atMs: number, isMessage: boolean) => void) | undefined
  /** Everything that the agent wrote has been received. */
  readonly onEnd: () => void
}

const openingBrace = 0x7b

/** The same limit as for a message of the other transports. */
const endlessLineBytes = 64 * 1024 * 1024

interface Arrived {
  readonly part: WirePart
  readonly atMs: number
  readonly from: StreamSession
}

/**
 * Interprets what the agent writes in order, and each line completely before the next one: after a line that settles
 * a promise, the awaiting code runs before the next line is read. Never writes.
 */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #reader = new WireReader()
  /** What has arrived and was not read yet, while awaiting code runs. */
  #waiting: Arrived[] = []
  #isWaiting = false
  #hasEnded = false
  #isStopped = false
  #hasToldUnended = false

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  push(chunk: Buffer, atMs: number): void {
    this.#arrivedInStream(this.#reader.cut(chunk), atMs)
    if (this.#reader.unfinishedBytes > endlessLineBytes && !this.#isStopped) this.#options.onEndless()
  }

  pushFrame(frame: Buffer, kind: 'text' | 'binary', { atMs, from }: Omit<Arrived, 'part'>): void {
    this.#arrived([{ part: this.#reader.frame(frame, kind), atMs, from }])
  }

  end(atMs: number): void {
    this.#hasEnded = true
    this.#arrivedInStream(this.#reader.cutEnd(), atMs)
  }

  /** Interprets a line that was begun, except for a piece of a message. To be called once, before the end. */
  readRest(atMs: number): void {
    const rest = this.#reader
      .cutEnd()
      .filter((part) => part.type === 'line' && part.bytes[0] !== openingBrace)
    this.#arrivedInStream(rest, atMs)
  }

  /** A line was begun. */
  get hasBegun(): boolean {
    return this.#reader.unfinishedBytes > 0
  }

  /**
   * Interprets a line that was begun, if it is a text, since a program that asks something there waits for its user, or whole messages:
   * many a first agent forgets the end of the line.
   */
  readRested(atMs: number, { text }: { readonly text: boolean }): void {
    const { begun } = this.#reader
    if (begun === 'messages') this.#tellUnended()
    if (begun === 'messages' || (begun === 'text' && text)) this.#arrivedInStream(this.#reader.cutEnd(), atMs)
  }

  #tellUnended(): void {
    if (this.#hasToldUnended) return
    this.#hasToldUnended = true
    this.#options.exchange.remark(
      'The agent does not end its messages: each is read when nothing has followed for 2 s. ACP has one message a line: write a line feed after each.',
    )
  }

  /** Interprets what has arrived without waiting for awaiting code. */
  flush(): void {
    while (this.#isWaiting) this.#resume()
  }

  /** Drops everything that arrives, and the rest of the current chunk. */
  stop(): void {
    this.#isStopped = true
    this.#waiting = []
  }

  #arrivedInStream(parts: readonly WirePart[], atMs: number): void {
    this.#arrived(parts.map((part) => ({ part, atMs, from: null })))
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
      if (this.#receive(one)) return this.#resumeLater(arrived.slice(count))
    }
    if (this.#hasEnded && !this.#isStopped) this.#options.onEnd()
  }

  /** Once all settled promises have run their continuations. */
  #resumeLater(rest: readonly Arrived[]): void {
    this.#isWaiting = true
    this.#waiting = [...rest]
    setImmediate(() => this.#resume())
  }

  #resume(): void {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    const waiting = this.#waiting
    this.#waiting = []
    this.#receiveAll(waiting)
  }

  /** True: the line settled a promise. */
  #receive({ part, atMs, from }: Arrived): boolean {
    const { exchange, onPart, onLine, onMessage } = this.#options
    const line = this.#reader.read(part)
    onPart?.(part, atMs, line.length === 1 && line[0]?.type === 'message')
    onLine()
    if (line.some(isMessage)) onMessage()
    const tasks = exchange.received(line, atMs)
    let isAwaited = false
    // By index: it runs for each line, and is compiled again and again with an iterator.
    for (let index = 0; index < line.length; index++) {
      const incoming = line[index]
      if (this.#isStopped || incoming?.type !== 'message') continue
      if (this.#handle(incoming.message, tasks[index] ?? null, from)) isAwaited = true
    }
    return isAwaited
  }

  /** A question in a notification gets its answer by a request of ours. */
  #answeredByRequest(task: ClientTask): PeerRequest | null {
    const method = task.type === 'permission' ? task.kind.answeredBy : undefined
    if (task.type !== 'permission' || method === undefined) return null
    const { exchange, peer } = this.#options
    const answer = async (outcome: RpcOutcome): Promise<void> => {
      if (!outcome.ok || !isObject(outcome.value)) return
      const taken = await peer.ask(method, outcome.value)
      if (!taken.ok) exchange.remark(`The agent did not take the answer: ${rpcErrorText(taken.error)}`)
    }
    const { signal } = new AbortController()
    return { method, params: task.params, signal, answer: (outcome) => void answer(outcome) }
  }

  #handle(message: Message, task: ClientTask | null, from: StreamSession): boolean {
    const { peer, onTask } = this.#options
    switch (message.kind) {
      case 'notification':
        if (message.method === '$/cancel_request') peer.onCancelRequest(message.params)
        if (task !== null) onTask(task, this.#answeredByRequest(task))
        return false
      case 'request':
        if (task !== null) onTask(task, peer.onRequest(message, from))
        return false
      case 'result':
      case 'error':
        return peer.onResponse(message)
    }
  }
}

function isMessage({ type }: Incoming): boolean {
  return type === 'message'
}
