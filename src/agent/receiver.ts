import type { Buffer } from 'node:buffer'
import type { AppEvent } from '../app/app-event.ts'
import type { Message, MessageId } from '../protocol/message.ts'
import { readSessionUpdate } from '../protocol/session-update.ts'
import { excerptOf, type WireProblem } from '../protocol/wire-problem.ts'
import { WireReader, type Incoming } from '../protocol/wire-reader.ts'

type Response = Extract<Message, { kind: 'result' | 'error' }>
type Request = Extract<Message, { kind: 'request' }>

/** Who may be waiting for a response. */
interface Waiting {
  isWaitingFor(id: MessageId): boolean
}

export interface ReceiverOptions {
  readonly opening: Waiting & { receive(response: Response): void }
  readonly peer: Waiting & {
    receive(message: Request | Response): void
    cancelRequest(params: unknown): void
  }
  readonly dispatch: (event: AppEvent) => void
  /** The session that updates belong to which name none. */
  readonly currentSessionId: () => string | null
  /** A `state_update` of v2, after its event was dispatched. */
  readonly onState: (sessionId: string, state: string) => void
  /** Everything that the agent wrote has been received. */
  readonly onEnd: () => void
}

interface Held {
  readonly incoming: Incoming
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
  #held: Held[] = []
  /** How many of the held were received: cheaper than taking them off the front, when an agent sends a flood. */
  #heldDone = 0
  #isHolding = false
  #hasEnded = false
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
    this.#receive(this.#reader.push(chunk), atMs)
  }

  end(atMs: number): void {
    this.#receive(this.#reader.end(), atMs)
    this.#hasEnded = true
    if (!this.#isHolding) this.#ended()
  }

  /** Nothing more is received, not even the rest of a chunk. */
  stop(): void {
    this.#isStopped = true
    this.#held = []
    this.#heldDone = 0
  }

  /** The peer is through with the last message. */
  goOn(): void {
    if (!this.#isHolding) return
    this.#isHolding = false
    while (!this.#isHolding) {
      const next = this.#held[this.#heldDone]
      if (next === undefined) break
      this.#heldDone++
      this.#receiveOne(next.incoming, next.atMs)
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

  #receive(all: readonly Incoming[], atMs: number): void {
    for (const incoming of all) {
      if (this.#isHolding) this.#held.push({ incoming, atMs })
      else this.#receiveOne(incoming, atMs)
    }
  }

  #receiveOne(incoming: Incoming, atMs: number): void {
    if (this.#isStopped) return
    this.#receivingAtMs = atMs
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
    // Others are extensions of the agent's own, which a client may leave alone.
    else if (params !== undefined && (typeof params !== 'object' || params === null)) {
      const text = `the notification ${method} has params that are neither an object nor a list`
      this.#problem(
        { code: 'not-a-message', text, path: 'params', weight: 'noted', excerpt: excerptOf(params) },
        null,
      )
    }
  }

  #updated(params: unknown): void {
    const { dispatch, onState } = this.#options
    const atMs = this.#receivingAtMs
    const read = readSessionUpdate(params)
    const sessionId = read.sessionId ?? this.#options.currentSessionId()
    for (const problem of read.problems) this.#problem(problem, sessionId)
    if (read.events.length === 0) return
    if (read.sessionId === null) this.#problem(noSession(sessionId, params), sessionId)
    if (sessionId === null) return
    for (const update of read.events) {
      dispatch({ type: 'session-updated', atMs, sessionId, update })
      if (update.type === 'state') onState(sessionId, update.state)
    }
  }

  #asked(request: Request): void {
    // JSON has numbers that are none (1e999), and an answer could not name them.
    if (typeof request.id === 'number' && !Number.isFinite(request.id)) {
      const text = `the request ${request.method} has an id that no answer can name`
      this.#problem({ code: 'bad-request', text, path: 'id', weight: 'rejected' }, null)
      return
    }
    this.#isHolding = true
    this.#options.peer.receive(request)
  }

  #answered(response: Response): void {
    const { opening, peer } = this.#options
    if (opening.isWaitingFor(response.id)) opening.receive(response)
    else if (peer.isWaitingFor(response.id)) {
      this.#isHolding = true
      peer.receive(response)
    } else this.#problem(stray(response), null)
  }

  #problem(problem: WireProblem, sessionId: string | null): void {
    this.#options.dispatch({ type: 'problem-found', atMs: this.#receivingAtMs, sessionId, problem })
  }
}

function noSession(sessionId: string | null, params: unknown): WireProblem {
  const taken =
    sessionId === null ? 'there is no session that it could belong to' : 'the open session is taken'
  return {
    code: 'bad-update',
    text: `session/update without a sessionId: ${taken}`,
    path: 'params.sessionId',
    weight: sessionId === null ? 'rejected' : 'noted',
    excerpt: excerptOf(params),
  }
}

function stray(response: Response): WireProblem {
  const what =
    response.kind === 'error' ? `an error (${response.error.code}: ${response.error.message})` : 'a response'
  const id = response.id === null ? 'without an id' : `to the request ${JSON.stringify(response.id)}`
  return {
    code: 'stray-response',
    text: `${what} ${id}, which nobody is waiting for`,
    path: 'id',
    weight: 'noted',
    excerpt: excerptOf(contentOf(response)),
  }
}

function contentOf(response: Response): unknown {
  return response.kind === 'error' ? response.error : response.result
}
