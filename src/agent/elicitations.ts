import type { ElicitationAnswer, ElicitationRequest } from '../app/elicitation.ts'
import type { AskedOfUs, AskingOptions } from './agent-requests.ts'
import { readCompleted } from '../app/exchange/exchange-problems.ts'
import { readElicitation } from '../app/exchange/read-elicitation.ts'
import { rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

interface OpenRequest {
  readonly request: ElicitationRequest
  readonly answer: (outcome: RpcOutcome) => void
}

/** The forms and pages that the agent waits for. Keys count on for the whole run. https://agentclientprotocol.com/protocol/elicitation */
export class Elicitations {
  readonly #options: AskingOptions
  readonly #open = new Map<number, OpenRequest>()
  #nextKey = 1

  constructor(options: AskingOptions) {
    this.#options = options
  }

  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /**
   * Shows the request and answers it later, or now where nobody can be asked: every request gets exactly one answer. What
   * cannot be shown is answered with an error, as the specification wants it, and is a problem.
   */
  ask(asked: AskedOfUs): void {
    const { canAsk, dispatch, currentSessionId, isCancelling, onChanged } = this.#options
    const { atMs, signal } = asked
    const read = readElicitation(asked.params)
    if (!read.ok) {
      dispatch({ type: 'problem-found', atMs, sessionId: currentSessionId(), problem: read.problem })
      asked.answer({ ok: false, error: { code: rpcCodes.invalidParams, message: read.problem.text } })
      return
    }
    const { message, asks, problems } = read.value
    const sessionId = read.value.sessionId === undefined ? currentSessionId() : read.value.sessionId
    for (const problem of problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const key = this.#nextKey++
    const request: ElicitationRequest = { key, sessionId, message, asks, askedAtMs: atMs }
    this.#open.set(key, { request, answer: asked.answer })
    dispatch({ type: 'elicitation-asked', atMs, request })
    if (signal.aborted || (sessionId !== null && isCancelling(sessionId))) {
      this.#settle(key, { type: 'cancelled' })
      return
    }
    if (!canAsk) {
      // Agents go on without an answer after this; after `cancel` they give the work up, or ask again.
      this.#settle(key, { type: 'declined', by: 'policy' })
      return
    }
    signal.addEventListener('abort', () => this.#settle(key, { type: 'cancelled' }), { once: true })
    onChanged()
  }

  /** Answers for the user; keys that are not open are ignored. */
  answer(key: number, answer: ElicitationAnswer): void {
    this.#settle(key, answer)
  }

  /** Answers all of a session's open questions with `cancel`. */
  cancel(sessionId: string): void {
    for (const [key, { request }] of this.#open) {
      if (request.sessionId === sessionId) this.#settle(key, { type: 'cancelled' })
    }
  }

  cancelAll(): void {
    for (const key of this.#open.keys()) this.#settle(key, { type: 'cancelled' })
  }

  /**
   * `elicitation/complete`: the user has done on the page what the agent waits for, so the question about it is answered
   * with `accept`. Ids that no open question has are ignored, as the specification wants it.
   */
  completed(params: unknown, atMs: number): void {
    const id = readCompleted(params)
    if (typeof id !== 'string') {
      this.#options.dispatch({ type: 'problem-found', atMs, sessionId: null, problem: id })
      return
    }
    for (const [key, { request }] of this.#open) {
      if (request.asks.type === 'url' && request.asks.elicitationId === id)
        this.#settle(key, { type: 'accepted', content: {} })
    }
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.clear()
  }

  #settle(key: number, answer: ElicitationAnswer): void {
    const open = this.#open.get(key)
    if (open === undefined) return
    this.#open.delete(key)
    open.answer({ ok: true, value: responseOf(open.request, answer) })
    this.#options.dispatch({ type: 'elicitation-answered', atMs: this.#options.nowMs(), key, answer })
    this.#options.onChanged()
  }
}

function responseOf(request: ElicitationRequest, answer: ElicitationAnswer): object {
  switch (answer.type) {
    case 'accepted':
      // That a page was opened has no content.
      return request.asks.type === 'form'
        ? { action: 'accept', content: answer.content }
        : { action: 'accept' }
    case 'declined':
      return { action: 'decline' }
    case 'cancelled':
      return { action: 'cancel' }
  }
}
