import {
  policyAnswer,
  type PermissionAnswer,
  type PermissionOption,
  type PermissionPolicy,
  type PermissionRequest,
} from '../app/permission.ts'
import { askedTwice } from '../app/exchange/exchange-problems.ts'
import { questionsKept } from '../app/question.ts'
import type { PermissionKind } from '../app/exchange/requests/request-kind.ts'
import { answerUnreadable, type AskedOfUs, type AskingOptions } from './agent-requests.ts'
import { OpenQuestions } from './open-questions.ts'

export interface PermissionsOptions extends AskingOptions {
  readonly policy: PermissionPolicy
  /** A plan was approved whose agent may wait for a prompt to go on. */
  readonly onApproved: (sessionId: string) => void
}

/** The session in which a user took an option. */
export interface AnsweredOption {
  readonly sessionId: string
  /** What was said with it, which did not go with the answer; null: nothing. */
  readonly unsent: string | null
}

/** What the policy says about a request: a choice of its own, no choice, or that a person is to be asked. */
type Verdict =
  { readonly type: 'ask' } | { readonly type: 'choose'; readonly option: PermissionOption | null }

/** The agent's open questions with options to choose from. */
export class Permissions {
  readonly #options: PermissionsOptions
  readonly #open = new OpenQuestions<PermissionRequest, PermissionAnswer>()
  /** What each open one is. */
  readonly #kinds = new Map<number, PermissionKind>()

  constructor(options: PermissionsOptions) {
    this.#options = options
  }

  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /** Shows the request and answers it now or later; every request gets exactly one answer. */
  ask(kind: PermissionKind, asked: AskedOfUs): void {
    const { dispatch, sessionOfCall, currentSessionId } = this.#options
    const { atMs, method, params } = asked
    const read = kind.read(params)
    if (!read.ok) return answerUnreadable(asked, { ...this.#options, ...kind, problem: read.problem })
    const { toolCallId = null, problems } = read.value
    // A request for no session at all can only mean the one there is.
    const sessionId = read.value.sessionId ?? sessionOfCall(toolCallId) ?? currentSessionId() ?? ''
    const identity = toolCallId === null ? null : { kind, toolCallId, params }
    const joined = this.#open.join(identity, asked, { type: 'cancelled' })
    if (joined !== null && toolCallId !== null) {
      dispatch({ type: 'problem-found', atMs, sessionId, problem: askedTwice(method, toolCallId) })
      return this.#hearTakenBack(joined, asked)
    }
    for (const problem of problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const key = this.#open.nextKey()
    const request: PermissionRequest = { key, sessionId, ...read.value.request, askedAtMs: atMs }
    this.#open.open(key, { request, resultOf: kind.answer, identity }, asked)
    this.#kinds.set(key, kind)
    dispatch({ type: 'permission-asked', atMs, request })
    const isTooMany = this.#open.size > questionsKept
    if (isTooMany || asked.signal.aborted || this.#options.isCancelling(sessionId)) {
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
    this.#hearTakenBack(key, asked)
    this.#options.onChanged()
  }

  lineBegins(): void {
    this.#open.lineBegins()
  }

  /**
   * Answers for the user; keys that are not open and options that were not offered are ignored, and give null. The words are
   * told with the answer, and go with it where the request takes any; what allows says no more than that.
   */
  answer(key: number, optionId: string, feedback = ''): AnsweredOption | null {
    const request = this.#open.get(key)?.request
    const option = request?.options.find(({ id }) => id === optionId)
    if (request === undefined || option === undefined) return null
    const goesAlong = this.#kinds.get(key)?.takesFeedback === true
    const isSaid = feedback.trim() !== '' && (goesAlong || !option.kind.startsWith('allow'))
    this.#settle(key, { ...selected(optionId, 'user'), ...(isSaid ? { feedback } : {}) })
    return { sessionId: request.sessionId, unsent: isSaid && !goesAlong ? feedback : null }
  }

  /** Answers all of a session's open questions with `cancelled`. */
  cancel(sessionId: string): void {
    for (const key of this.#open.keysOf(sessionId)) this.#settle(key, { type: 'cancelled' })
  }

  cancelAll(): void {
    for (const key of this.#open.keys()) this.#settle(key, { type: 'cancelled' })
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.forget()
    this.#kinds.clear()
  }

  #hearTakenBack(key: number, asked: AskedOfUs): void {
    const answer = { type: 'cancelled' } as const
    this.#open.hearTakenBack(key, asked, { answer, settle: () => this.#settle(key, answer) })
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
    const request = this.#open.get(key)?.request
    if (request === undefined || !this.#open.settle(key, answer)) return
    const { nowMs, dispatch, onApproved, onChanged } = this.#options
    const kind = this.#kinds.get(key)
    this.#kinds.delete(key)
    dispatch({ type: 'permission-answered', atMs: nowMs(), key, answer })
    if (kind?.waitsForPrompt === true && isApproval(request, answer)) onApproved(request.sessionId)
    onChanged()
  }
}

function selected(optionId: string, by: 'user' | 'policy'): Extract<PermissionAnswer, { type: 'selected' }> {
  return { type: 'selected', optionId, by }
}

function isApproval({ options }: PermissionRequest, answer: PermissionAnswer): boolean {
  if (answer.type === 'cancelled') return false
  return options.some(({ id, kind }) => id === answer.optionId && kind.startsWith('allow'))
}
