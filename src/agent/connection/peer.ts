import type { StreamSession } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import {
  answerLine,
  askedId,
  type Message,
  type MessageId,
  rpcCodes,
  rpcLine,
  type RpcOutcome,
  objectIn,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import type { AgentOffers } from '../../app/state/link.ts'

type Request = Extract<Message, { kind: 'request' }>
type Response = Extract<Message, { kind: 'result' | 'error' }>

/** A request of the agent's. `answer` sends once; later calls do nothing. */
export interface PeerRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted when the agent cancels the request, and when the peer is closed. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

/**
 * Sends a request synchronously. The promise never rejects. It never settles once the connection is over, even if the
 * answer has just arrived: its awaiter has nothing left to do.
 */
export type Ask = (method: string, params: object) => Promise<RpcOutcome>

export interface PeerOptions {
  /** Writes a message as this line; answers go to the stream of their request. */
  readonly write: (message: Message, line: string, to: StreamSession) => void
  readonly clock: Clock
  /** `pendingMethod` may have changed. */
  readonly onChanged: () => void
  /** A request that counts for `pendingMethod` has been pending for `afterMs`. Called once for each request. */
  readonly onLate: (method: string, afterMs: number) => void
}

interface AwaitedRequest {
  readonly method: string
  readonly resolve: (outcome: RpcOutcome) => void
  readonly cancelTimer: () => void
}

interface ReceivedRequest {
  readonly id: MessageId
  /** The id as JSON text, for the answer. */
  readonly idText: string
  readonly from: StreamSession
  readonly abort: AbortController
}

/** A prompt is answered when the work is done, a login when the user has logged in: there is no upper limit. */
const untimed: ReadonlySet<string> = new Set(['session/prompt', 'authenticate', 'auth/login'])
const lateAfterMs = 60_000

/**
 * The client's end of a connection's JSON-RPC. Each request of the agent's is answered exactly once, under the id
 * that it came with: ids may repeat, and only the agent can tell them apart. Everything is written synchronously, so
 * messages keep the order of the calls. https://www.jsonrpc.org/specification
 */
export class Peer {
  readonly #options: PeerOptions
  readonly #sent = new Map<MessageId, AwaitedRequest>()
  readonly #received = new Set<ReceivedRequest>()
  #nextId = 0
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
  }

  readonly ask: Ask = async (method, params) => {
    if (this.#isClosed) return await never()
    const { clock, onChanged, onLate } = this.#options
    const id = this.#nextId++
    const cancelTimer = untimed.has(method)
      ? () => undefined
      : clock.after(lateAfterMs, () => onLate(method, lateAfterMs))
    const answered = new Promise<RpcOutcome>((resolve) => {
      this.#sent.set(id, { method, resolve, cancelTimer })
    })
    this.#write({ kind: 'request', id, method, params }, rpcLine({ jsonrpc: '2.0', id, method, params }))
    onChanged()
    const outcome = await answered
    return this.#isClosed ? await never() : outcome
  }

  readonly notify = (method: string, params: object): void => {
    this.#write({ kind: 'notification', method, params }, rpcLine({ jsonrpc: '2.0', method, params }))
  }

  /** The method of the oldest request that should have been answered by now; null: none. Prompts and logins do not count. */
  get pendingMethod(): string | null {
    for (const { method } of this.#sent.values()) if (!untimed.has(method)) return method
    return null
  }

  /** Settles the request of a response: its awaiter continues after this call. False: no request has this id. */
  onResponse(response: Response): boolean {
    const id = askedId(response.id, this.#sent)
    const waiting = this.#sent.get(id)
    if (waiting === undefined) return false
    this.#sent.delete(id)
    waiting.cancelTimer()
    waiting.resolve(outcomeOf(response))
    this.#options.onChanged()
    return true
  }

  /** The agent sent a request, in the stream of session `from`. */
  onRequest({ id, idText, method, params }: Request, from: StreamSession): PeerRequest {
    const open: ReceivedRequest = { id, idText: idText ?? writeJson(id), from, abort: new AbortController() }
    this.#received.add(open)
    const answer = (outcome: RpcOutcome): void => this.#answer(open, named(outcome, method))
    return { method, params, signal: open.abort.signal, answer }
  }

  /** The agent cancels one of its requests. https://agentclientprotocol.com/rfds/request-cancellation */
  onCancelRequest(params: unknown): void {
    const id = objectIn(params)['requestId']
    for (const open of this.#received) if (open.id === id) open.abort.abort()
  }

  /** Answers all open requests with an error if the agent can still read it; writes nothing afterwards. */
  close({ canAnswer }: { readonly canAnswer: boolean }): void {
    for (const { cancelTimer } of this.#sent.values()) cancelTimer()
    this.#sent.clear()
    const error = { code: rpcCodes.requestCancelled, message: 'the client ends the connection' }
    const left = [...this.#received]
    if (canAnswer) for (const open of left) this.#answer(open, { ok: false, error })
    this.#isClosed = true
    this.#received.clear()
    for (const { abort } of left) abort.abort()
  }

  #answer(open: ReceivedRequest, outcome: RpcOutcome): void {
    if (!this.#received.delete(open)) return
    const { id, idText, from } = open
    const message: Message = outcome.ok
      ? { kind: 'result', id, result: outcome.value }
      : { kind: 'error', id, error: outcome.error }
    this.#write(message, answerLine(idText, outcome), from)
  }

  #write(message: Message, line: string, to: StreamSession = null): void {
    if (!this.#isClosed) this.#options.write(message, line, to)
  }
}

async function never(): Promise<never> {
  return await new Promise(() => undefined)
}

function outcomeOf(response: Response): RpcOutcome {
  return response.kind === 'result'
    ? { ok: true, value: response.result }
    : { ok: false, error: response.error }
}

/** Agents look for the method in the error as the SDK words it. */
function named(outcome: RpcOutcome, method: string): RpcOutcome {
  if (outcome.ok || outcome.error.code !== rpcCodes.methodNotFound) return outcome
  const message = `"Method not found": ${method}`
  return { ok: false, error: { code: rpcCodes.methodNotFound, message, data: { method } } }
}

/** How to send requests to an agent that has answered `initialize`, and what it offers. */
export interface AgentWire {
  readonly version: ProtocolVersion
  readonly offers: AgentOffers
  readonly ask: Ask
  readonly notify: (method: string, params: object) => void
}
