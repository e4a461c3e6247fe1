import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../app/app-event.ts'
import { notificationProblem, strayResponse, updateOfNoSession } from '../app/exchange/exchange-problems.ts'
import type { Message, MessageId } from '../protocol/message.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import { readSessionUpdate } from '../protocol/session-update.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import { WireReader, type Incoming, type WirePart } from '../protocol/wire-reader.ts'

type Response = Extract<Message, { kind: 'result' | 'error' }>

/** Who may be waiting for a response. */
export interface ReceiverOptions {
  readonly own: { isWaitingFor(id: MessageId): boolean; receive(response: Response): void }
  readonly peer: {
    receive(message: Extract<Message, { kind: 'request' }>): void
    cancelRequest(params: unknown): void
  }
  readonly dispatch: (event: AppEvent) => void
  /** The session that updates belong to which name none. */
  readonly currentSessionId: () => string | null
  /** A session's update, after its event was dispatched. */
  readonly onUpdated: (sessionId: string, update: SessionEvent) => void
  /** A notification that is no update, with params that make sense. */
  readonly onNotified: (method: string, params: unknown) => void
  /** A line or a frame begins to have its effect. */
  readonly onLine: () => void
  /** Sees each line or frame, when it arrived, right before it has its effect. */
  readonly onPart: ((part: WirePart, atMs: number, isMessage: boolean) => void) | undefined
  /** Everything that the agent wrote has been received. */
  readonly onEnd: () => void
}

/**
 * Bytes in, events out, in the order in which they came: chunk, line, message, event, without a promise between, so that
 * nothing overtakes what came before it. Never writes anything.
 */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #reader = new WireReader()
  #isStopped = false
  #receivingAtMs = 0

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  /** When the message arrived that is being received now. */
  get receivingAtMs(): number {
    return this.#receivingAtMs
  }

  push(chunk: Buffer, atMs: number): void {
    this.#receive(this.#reader.cut(chunk), atMs)
  }

  pushFrame(frame: Buffer, kind: 'text' | 'binary', atMs: number): void {
    this.#receive([this.#reader.frame(frame, kind)], atMs)
  }

  end(atMs: number): void {
    this.#receive(this.#reader.cutEnd(), atMs)
    if (!this.#isStopped) this.#options.onEnd()
  }

  /** Nothing more is received, not even the rest of a chunk. */
  stop(): void {
    this.#isStopped = true
  }

  #receive(parts: readonly WirePart[], atMs: number): void {
    for (const part of parts) if (!this.#isStopped) this.#receivePart(part, atMs)
  }

  #receivePart(part: WirePart, atMs: number): void {
    this.#receivingAtMs = atMs
    const incoming = this.#reader.read(part)
    this.#options.onPart?.(part, atMs, incoming.length === 1 && incoming[0]?.type === 'message')
    this.#options.onLine()
    for (const one of incoming) if (!this.#isStopped) this.#receiveOne(one)
  }

  #receiveOne(incoming: Incoming): void {
    if (incoming.type === 'problem') {
      this.#problem(incoming.problem, null)
      return
    }
    const { message } = incoming
    switch (message.kind) {
      case 'notification':
        this.#notified(message.method, message.params)
        return
      case 'request':
        this.#options.peer.receive(message)
        return
      case 'result':
      case 'error':
        this.#answered(message)
    }
  }

  #notified(method: string, params: unknown): void {
    if (method === 'session/update') this.#updated(params)
    else if (method === '$/cancel_request') this.#options.peer.cancelRequest(params)
    else {
      // Others are extensions of the agent's own, which a client may leave alone.
      const problem = notificationProblem(method, params)
      if (problem !== null) this.#problem(problem, null)
      else this.#options.onNotified(method, params)
    }
  }

  #updated(params: unknown): void {
    const { dispatch, onUpdated } = this.#options
    const atMs = this.#receivingAtMs
    const read = readSessionUpdate(params)
    const sessionId = read.sessionId ?? this.#options.currentSessionId()
    for (const problem of read.problems) this.#problem(problem, sessionId)
    if (read.events.length === 0) return
    if (read.sessionId === null) this.#problem(updateOfNoSession(sessionId, params), sessionId)
    if (sessionId === null) return
    for (const update of read.events) {
      dispatch({ type: 'session-updated', atMs, sessionId, update })
      onUpdated(sessionId, update)
    }
  }

  #answered(response: Response): void {
    const { own } = this.#options
    if (own.isWaitingFor(response.id)) own.receive(response)
    else this.#problem(strayResponse(response), null)
  }

  #problem(problem: WireProblem, sessionId: string | null): void {
    this.#options.dispatch({ type: 'problem-found', atMs: this.#receivingAtMs, sessionId, problem })
  }
}
