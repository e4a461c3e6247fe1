import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../app/app-event.ts'
import {
  notificationProblem,
  requestProblem,
  strayResponse,
  updateOfNoSession,
} from '../app/exchange/exchange-problems.ts'
import type { Message, MessageId } from '../protocol/message.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import { readSessionUpdate } from '../protocol/session-update.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import { WireReader, type Incoming, type WirePart } from '../protocol/wire-reader.ts'

type Response = Extract<Message, { kind: 'result' | 'error' }>
type Request = Extract<Message, { kind: 'request' }>

/** Who may be waiting for a response. */
export interface ReceiverOptions {
  readonly own: { isWaitingFor(id: MessageId): boolean; receive(response: Response): void }
  readonly peer: {
    receive(message: Request): void
    cancelRequest(params: unknown): void
  }
  readonly dispatch: (event: AppEvent) => void
  /** The session that updates belong to which name none. */
  readonly currentSessionId: () => string | null
  /** A session's update, after its event was dispatched. */
  readonly onUpdated: (sessionId: string, update: SessionEvent) => void
  /** A notification that is no update, with params that make sense. */
  readonly onNotified: (method: string, params: unknown) => void
  /** Sees each line or frame, when it arrived, right before it has its effect. */
  readonly onPart: ((part: WirePart, atMs: number, isMessage: boolean) => void) | undefined
  /** Everything that the agent wrote has been received. */
  readonly onEnd: () => void
}

interface Held {
  readonly part: WirePart
  readonly atMs: number
}

/**
 * Bytes in, events out, in the order in which they came. Updates take the short way: chunk, line, event, without a promise
 * between. A message for the peer has its effect a little later, so what follows it is held until then: an update
 * behind the answer to a prompt must not overtake it. Never writes anything.
 */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #reader = new WireReader()
  /** The rest of the part that is being received. */
  #rest: readonly Incoming[] = []
  #restDone = 0
  #held: Held[] = []
  /** How many of the held were received: cheaper than taking them off the front, when an agent sends a flood. */
  #heldDone = 0
  #isHolding = false
  #hasEnded = false
  #isStopped = false
  #receivingAtMs = 0
  /** The part that is being received, while nobody was shown it. */
  #unannounced: WirePart | null = null

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
    this.#hasEnded = true
    if (!this.#isHolding) this.#ended()
  }

  /** Nothing more is received, not even the rest of a chunk. */
  stop(): void {
    this.#isStopped = true
    this.#startRest([])
    this.#held = []
    this.#heldDone = 0
  }

  /** What is received now has its effect. */
  announce(): void {
    const part = this.#unannounced
    this.#unannounced = null
    if (part === null) return
    const isMessage = this.#rest.length === 1 && this.#rest[0]?.type === 'message'
    this.#options.onPart?.(part, this.#receivingAtMs, isMessage)
  }

  /** The peer is through with the last message. */
  goOn(): void {
    if (!this.#isHolding) return
    this.#isHolding = false
    this.#receiveRest()
    while (!this.#isHolding) {
      const next = this.#held[this.#heldDone]
      if (next === undefined) break
      this.#heldDone++
      this.#receivePart(next)
    }
    if (this.#heldDone === this.#held.length) {
      this.#held = []
      this.#heldDone = 0
    }
    if (this.#hasEnded && !this.#isHolding) this.#ended()
  }

  #ended(): void {
    if (!this.#isStopped) this.#options.onEnd()
  }

  #receive(parts: readonly WirePart[], atMs: number): void {
    for (const part of parts) {
      if (this.#isHolding) this.#held.push({ part, atMs })
      else this.#receivePart({ part, atMs })
    }
  }

  #receivePart({ part, atMs }: Held): void {
    if (this.#isStopped) return
    this.#receivingAtMs = atMs
    this.#unannounced = part
    this.#startRest(this.#reader.read(part))
    this.#receiveRest()
  }

  #startRest(rest: readonly Incoming[]): void {
    this.#rest = rest
    this.#restDone = 0
  }

  #receiveRest(): void {
    while (!this.#isHolding) {
      const next = this.#rest[this.#restDone]
      if (next === undefined) break
      this.#restDone++
      this.#receiveOne(next)
    }
    // A blank line has no effect, and was there all the same.
    if (!this.#isHolding && !this.#isStopped) this.announce()
  }

  #receiveOne(incoming: Incoming): void {
    if (incoming.type === 'problem') {
      this.announce()
      this.#problem(incoming.problem, null)
      return
    }
    const { message } = incoming
    switch (message.kind) {
      case 'notification':
        this.announce()
        this.#notified(message.method, message.params)
        return
      case 'request':
        this.#asked(message)
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

  #asked(request: Request): void {
    const problem = requestProblem(request)
    if (problem !== null) {
      this.announce()
      this.#problem(problem, null)
      return
    }
    this.#isHolding = true
    this.#options.peer.receive(request)
  }

  #answered(response: Response): void {
    const { own } = this.#options
    if (own.isWaitingFor(response.id)) {
      this.announce()
      own.receive(response)
    } else {
      this.announce()
      this.#problem(strayResponse(response), null)
    }
  }

  #problem(problem: WireProblem, sessionId: string | null): void {
    this.#options.dispatch({ type: 'problem-found', atMs: this.#receivingAtMs, sessionId, problem })
  }
}
