import type { Message, MessageId } from '../protocol/message.ts'
import { rpcLine, type RpcOutcome } from '../protocol/rpc-line.ts'

/** Sends a request; `onAnswer` is called once, or never when the connection is over before. */
export type Ask = (method: string, params: object, onAnswer: (outcome: RpcOutcome) => void) => void

export interface OwnRequestsOptions {
  readonly nextId: () => number
  readonly write: (line: string) => void
}

/**
 * Our requests, which do without the SDK: importing it takes longer than most agents need to answer, and what the user has
 * sent would wait for it, even longer than for the key that cancels it. They go out in the order that they are asked in. An
 * answer has its effect at once, before the next message is received.
 */
export class OwnRequests {
  readonly #options: OwnRequestsOptions
  readonly #waiting = new Map<MessageId, (outcome: RpcOutcome) => void>()

  constructor(options: OwnRequestsOptions) {
    this.#options = options
  }

  readonly ask: Ask = (method, params, onAnswer) => {
    const id = this.#options.nextId()
    this.#waiting.set(id, onAnswer)
    this.#options.write(rpcLine({ jsonrpc: '2.0', id, method, params }))
  }

  isWaitingFor(id: MessageId): boolean {
    return this.#waiting.has(id)
  }

  /** Only for responses that this is waiting for. */
  receive(response: Extract<Message, { kind: 'result' | 'error' }>): void {
    const onAnswer = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    onAnswer?.(
      response.kind === 'result'
        ? { ok: true, value: response.result }
        : { ok: false, error: response.error },
    )
  }

  /** Nobody is told of any answer any more. */
  close(): void {
    this.#waiting.clear()
  }
}
