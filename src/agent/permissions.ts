import {
  policyAnswer,
  type PermissionAnswer,
  type PermissionOption,
  type PermissionPolicy,
  type PermissionRequest,
} from '../app/permission.ts'
import type { AskedOfUs, AskingOptions } from './agent-requests.ts'
import { readPermission } from '../app/exchange/read-permission.ts'
import { rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

export interface PermissionsOptions extends AskingOptions {
  readonly policy: PermissionPolicy
}

/** The option that a user took, and the session that it was offered in. */
export interface AnsweredOption {
  readonly sessionId: string
  readonly option: PermissionOption
}

interface OpenRequest {
  readonly request: PermissionRequest
  readonly answer: (outcome: RpcOutcome) => void
}

/** What the policy says about a request: a choice of its own, no choice, or that a person is to be asked. */
type Verdict =
  { readonly type: 'ask' } | { readonly type: 'choose'; readonly option: PermissionOption | null }

/** The agent's open questions. Keys count on for the whole run: an agent's own ids may repeat after a restart. */
export class Permissions {
  readonly #options: PermissionsOptions
  readonly #open = new Map<number, OpenRequest>()
  #nextKey = 1

  constructor(options: PermissionsOptions) {
    this.#options = options
  }

  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /** Shows the request and answers it now or later; every request gets exactly one answer. */
  ask(asked: AskedOfUs): void {
    const { dispatch } = this.#options
    const { atMs } = asked
    const read = readPermission(asked.params)
    if (!read.ok) {
      dispatch({
        type: 'problem-found',
        atMs,
        sessionId: this.#options.currentSessionId(),
        problem: read.problem,
      })
      asked.answer({ ok: false, error: { code: rpcCodes.invalidParams, message: read.problem.text } })
      return
    }
    // A request for no session at all can only mean the one there is.
    const sessionId = read.value.sessionId ?? this.#options.currentSessionId() ?? ''
    for (const problem of read.value.problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const key = this.#nextKey++
    const request: PermissionRequest = { key, sessionId, ...read.value.request, askedAtMs: atMs }
    this.#open.set(key, { request, answer: asked.answer })
    dispatch({ type: 'permission-asked', atMs, request })
    if (asked.signal.aborted || this.#options.isCancelling(sessionId)) {
      this.#settle(key, { type: 'cancelled' })
      return
    }
    const verdict = this.#judge(request.options)
    if (verdict.type === 'choose') {
      this.#settle(
        key,
        verdict.option === null ? { type: 'cancelled' } : selected(verdict.option.id, 'policy'),
      )
      return
    }
    asked.signal.addEventListener('abort', () => this.#settle(key, { type: 'cancelled' }), { once: true })
    this.#options.onChanged()
  }

  /** Answers for the user; keys that are not open and options that were not offered are ignored, and give null. */
  answer(key: number, optionId: string): AnsweredOption | null {
    const request = this.#open.get(key)?.request
    const option = request?.options.find(({ id }) => id === optionId)
    if (request === undefined || option === undefined) return null
    this.#settle(key, selected(optionId, 'user'))
    return { sessionId: request.sessionId, option }
  }

  /** Answers all of a session's open questions with `cancelled`. */
  cancel(sessionId: string): void {
    for (const [key, { request }] of this.#open) {
      if (request.sessionId === sessionId) this.#settle(key, { type: 'cancelled' })
    }
  }

  cancelAll(): void {
    for (const key of this.#open.keys()) this.#settle(key, { type: 'cancelled' })
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.clear()
  }

  #judge(options: readonly PermissionOption[]): Verdict {
    const { policy, canAsk } = this.#options
    const option = policyAnswer(policy, options)
    if (option !== null) return { type: 'choose', option }
    // No option fits, or the policy asks: a person decides where there is one, else nothing is allowed.
    return canAsk && policy !== 'deny'
      ? { type: 'ask' }
      : { type: 'choose', option: policyAnswer('deny', options) }
  }

  #settle(key: number, answer: PermissionAnswer): void {
    const open = this.#open.get(key)
    if (open === undefined) return
    this.#open.delete(key)
    open.answer({ ok: true, value: { outcome: outcomeOf(answer) } })
    this.#options.dispatch({ type: 'permission-answered', atMs: this.#options.nowMs(), key, answer })
    this.#options.onChanged()
  }
}

function selected(optionId: string, by: 'user' | 'policy'): PermissionAnswer {
  return { type: 'selected', optionId, by }
}

function outcomeOf(answer: PermissionAnswer): object {
  return answer.type === 'cancelled'
    ? { outcome: 'cancelled' }
    : { outcome: 'selected', optionId: answer.optionId }
}
