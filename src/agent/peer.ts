import { writeJson } from '../lib/json/write-json.ts'
import { isObject, type Message, type MessageId } from '../protocol/message.ts'
import { answerLine, rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

/** A request of the agent's. `answer` is to be called once, now or later; what is said after that is not sent. */
export interface PeerRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted when the agent takes the request back, and when the peer is closed. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

export interface PeerOptions {
  readonly write: (line: string) => void
  readonly onRequest: (request: PeerRequest) => void
}

type Request = Extract<Message, { kind: 'request' }>

interface Open {
  readonly id: MessageId
  /** As it goes into the answer. */
  readonly idText: string
  readonly abort: AbortController
}

/**
 * The requests of the agent that have no answer yet. Each is answered exactly once, under the id that it came with, whatever
 * that is and whoever else has it: ids are told apart by nobody but the agent. An answer is written within the call that gives
 * it, so that what is sent next does not overtake it.
 */
export class Peer {
  readonly #options: PeerOptions
  readonly #open = new Set<Open>()

  constructor(options: PeerOptions) {
    this.#options = options
  }

  /** It has its effect within the call. */
  receive({ id, idText, method, params }: Request): void {
    const open: Open = { id, idText: idText ?? writeJson(id), abort: new AbortController() }
    this.#open.add(open)
    const answer = (outcome: RpcOutcome): void => this.#answer(open, named(outcome, method))
    this.#options.onRequest({ method, params, signal: open.abort.signal, answer })
  }

  /** The agent takes a request of its own back. https://agentclientprotocol.com/rfds/request-cancellation */
  cancelRequest(params: unknown): void {
    const id = isObject(params) ? params['requestId'] : undefined
    for (const open of this.#open) if (open.id === id) open.abort.abort()
  }

  /** Refuses all that is open, where the agent is still there to hear it; nothing is written after that. */
  close({ isHeard }: { readonly isHeard: boolean }): void {
    const error = { code: rpcCodes.requestCancelled, message: 'the client ends the connection' }
    const left = [...this.#open]
    if (isHeard) for (const open of left) this.#answer(open, { ok: false, error })
    this.#open.clear()
    for (const { abort } of left) abort.abort()
  }

  #answer(open: Open, outcome: RpcOutcome): void {
    if (this.#open.delete(open)) this.#options.write(answerLine(open.idText, outcome))
  }
}

/** Agents look for the method in the error as the SDK words it. */
function named(outcome: RpcOutcome, method: string): RpcOutcome {
  if (outcome.ok || outcome.error.code !== rpcCodes.methodNotFound) return outcome
  const message = `"Method not found": ${method}`
  return { ok: false, error: { code: rpcCodes.methodNotFound, message, data: { method } } }
}
