import type { StreamSession } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, type Message, type MessageId } from '../../protocol/wire/message.ts'
import { answerLine, rpcCodes, rpcLine, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'

type Request = Extract<Message, { kind: 'request' }>
type Response = Extract<Message, { kind: 'result' | 'error' }>

/** A request of the agent's. `answer` is to be called once, now or later; what is said after that is not sent. */
export interface PeerRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted when the agent takes the request back, and when the peer is closed. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

/**
 * Sends a request, within the call. The promise is never rejected, and never settles once the connection is over, even where the
 * answer has just come: whoever waits for it has nothing left to do then.
 */
export type Ask = (method: string, params: object) => Promise<RpcOutcome>

export interface PeerOptions {
  /** A message goes out, as this line; an answer to where its request came from. */
  readonly write: (message: Message, line: string, to: StreamSession) => void
  readonly clock: Clock
  /** `owed` may have changed. */
  readonly onChanged: () => void
  /** A request that counts for `owed` was not answered for so long. Called once for each. */
  readonly onLate: (method: string, afterMs: number) => void
}

/** A request of ours. */
interface Waiting {
  readonly method: string
  readonly resolve: (outcome: RpcOutcome) => void
  readonly cancelTimer: () => void
}

/** A request of the agent's. */
interface Open {
  readonly id: MessageId
  /** As it goes into the answer. */
  readonly idText: string
  readonly from: StreamSession
  readonly abort: AbortController
}

/** A prompt is answered when the work is done, and a login when the user has logged in: nobody can say how long that takes. */
const unhurried: ReadonlySet<string> = new Set(['session/prompt', 'authenticate', 'auth/login'])
const lateAfterMs = 60_000

/**
 * Our end of a connection's JSON-RPC: our requests and what they are answered with, and the agent's, of which each is answered
 * exactly once, under the id that it came with, whatever that is and whoever else has it: those ids are told apart by nobody but
 * the agent. Everything is written within the call that says it, so that nothing that is sent overtakes what was sent before.
 * https://www.jsonrpc.org/specification
 */
export class Peer {
  readonly #options: PeerOptions
  readonly #waiting = new Map<MessageId, Waiting>()
  readonly #open = new Set<Open>()
  #nextId = 0
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
  }

  readonly ask: Ask = async (method, params) => {
    if (this.#isClosed) return await never()
    const { clock, onChanged, onLate } = this.#options
    const id = this.#nextId++
    const cancelTimer = unhurried.has(method)
      ? () => undefined
      : clock.after(lateAfterMs, () => onLate(method, lateAfterMs))
    const answered = new Promise<RpcOutcome>((resolve) => {
      this.#waiting.set(id, { method, resolve, cancelTimer })
    })
    this.#write({ kind: 'request', id, method, params }, rpcLine({ jsonrpc: '2.0', id, method, params }))
    onChanged()
    const outcome = await answered
    return this.#isClosed ? await never() : outcome
  }

  readonly notify = (method: string, params: object): void => {
    this.#write({ kind: 'notification', method, params }, rpcLine({ jsonrpc: '2.0', method, params }))
  }

  /** The method of the oldest request of ours that should have been answered by now; null: none. Prompts and logins take their time. */
  get owed(): string | null {
    for (const { method } of this.#waiting.values()) if (!unhurried.has(method)) return method
    return null
  }

  /** An answer to a request of ours: who waits for it goes on after this call. False: nobody does. */
  answered(response: Response): boolean {
    const waiting = this.#waiting.get(response.id)
    if (waiting === undefined) return false
    this.#waiting.delete(response.id)
    waiting.cancelTimer()
    waiting.resolve(outcomeOf(response))
    this.#options.onChanged()
    return true
  }

  /** The agent asks for something, in the stream of that session. */
  asked({ id, idText, method, params }: Request, from: StreamSession): PeerRequest {
    const open: Open = { id, idText: idText ?? writeJson(id), from, abort: new AbortController() }
    this.#open.add(open)
    const answer = (outcome: RpcOutcome): void => this.#answer(open, named(outcome, method))
    return { method, params, signal: open.abort.signal, answer }
  }

  /** The agent takes a request of its own back. https://agentclientprotocol.com/rfds/request-cancellation */
  cancelled(params: unknown): void {
    const id = isObject(params) ? params['requestId'] : undefined
    for (const open of this.#open) if (open.id === id) open.abort.abort()
  }

  /** Refuses all that is open, where the agent is still there to hear it; nothing is written after that. */
  close({ isHeard }: { readonly isHeard: boolean }): void {
    for (const { cancelTimer } of this.#waiting.values()) cancelTimer()
    this.#waiting.clear()
    const error = { code: rpcCodes.requestCancelled, message: 'the client ends the connection' }
    const left = [...this.#open]
    if (isHeard) for (const open of left) this.#answer(open, { ok: false, error })
    this.#isClosed = true
    this.#open.clear()
    for (const { abort } of left) abort.abort()
  }

  #answer(open: Open, outcome: RpcOutcome): void {
    if (!this.#open.delete(open)) return
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
