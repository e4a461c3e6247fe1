import type { Clock } from '../lib/clock.ts'
import type { Message, MessageId } from '../protocol/message.ts'
import { rpcLine, type RpcOutcome } from '../protocol/rpc-line.ts'

/** Sends a request; `onAnswer` is called once, or never when the connection is over before. */
export type Ask = (method: string, params: object, onAnswer: (outcome: RpcOutcome) => void) => void

export interface OwnRequestsOptions {
  readonly nextId: () => number
  readonly write: (line: string) => void
  readonly clock: Clock
  /** `owed` may have changed. */
  readonly onChanged: () => void
  /** A request that counts for `owed` was not answered for so long. Called once for each. */
  readonly onLate: (method: string, afterMs: number) => void
}

interface Waiting {
  readonly method: string
  readonly onAnswer: (outcome: RpcOutcome) => void
  readonly stopTimer: () => void
}

/** A prompt is answered when the work is done, and a login when the user has logged in: nobody can say how long that takes. */
const unhurried: ReadonlySet<string> = new Set(['session/prompt', 'authenticate', 'auth/login'])
const lateAfterMs = 60_000

/**
 * Our requests, which do without the SDK: importing it takes longer than most agents need to answer, and what the user has
 * sent would wait for it, even longer than for the key that cancels it. They go out in the order that they are asked in. An
 * answer has its effect at once, before the next message is received.
 */
export class OwnRequests {
  readonly #options: OwnRequestsOptions
  readonly #waiting = new Map<MessageId, Waiting>()

  constructor(options: OwnRequestsOptions) {
    this.#options = options
  }

  readonly ask: Ask = (method, params, onAnswer) => {
    const { nextId, write, clock, onChanged, onLate } = this.#options
    const id = nextId()
    const stopTimer = unhurried.has(method)
      ? () => undefined
      : clock.after(lateAfterMs, () => onLate(method, lateAfterMs))
    this.#waiting.set(id, { method, onAnswer, stopTimer })
    write(rpcLine({ jsonrpc: '2.0', id, method, params }))
    onChanged()
  }

  /** The method of the oldest request that should have been answered by now; null: none. Prompts and logins take their time. */
  get owed(): string | null {
    for (const { method } of this.#waiting.values()) if (!unhurried.has(method)) return method
    return null
  }

  isWaitingFor(id: MessageId): boolean {
    return this.#waiting.has(id)
  }

  /** Only for responses that this is waiting for. */
  receive(response: Extract<Message, { kind: 'result' | 'error' }>): void {
    const waiting = this.#waiting.get(response.id)
    if (waiting === undefined) return
    this.#waiting.delete(response.id)
    waiting.stopTimer()
    waiting.onAnswer(
      response.kind === 'result'
        ? { ok: true, value: response.result }
        : { ok: false, error: response.error },
    )
    this.#options.onChanged()
  }

  /** Nobody is told of any answer any more. */
  close(): void {
    for (const { stopTimer } of this.#waiting.values()) stopTimer()
    this.#waiting.clear()
  }
}
