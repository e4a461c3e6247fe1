import type { ElicitationAnswer, ElicitationRequest } from '../app/elicitation.ts'
import { askedTwice, readCompleted } from '../app/exchange/exchange-problems.ts'
import { questionsKept } from '../app/question.ts'
import type { ElicitationKind } from '../app/exchange/requests/request-kind.ts'
import { answerUnreadable, type AskedOfUs, type AskingOptions } from './agent-requests.ts'
import { OpenQuestions } from './open-questions.ts'

/** The forms and pages that the agent waits for. https://agentclientprotocol.com/protocol/elicitation */
export class Elicitations {
  readonly #options: AskingOptions
  readonly #open = new OpenQuestions<ElicitationRequest, ElicitationAnswer>()

  constructor(options: AskingOptions) {
    this.#options = options
  }

  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /**
   * Shows the request and answers it later, or now where nobody can be asked: every request gets exactly one answer. What
   * cannot be shown is a problem, and answered with an error, as the specification wants it, or as its vendor does.
   */
  ask(kind: ElicitationKind, asked: AskedOfUs): void {
    const { canAsk, dispatch, currentSessionId, sessionOfCall, isCancelling, onChanged } = this.#options
    const { atMs, method, params, signal } = asked
    const read = kind.read(params)
    if (!read.ok) return answerUnreadable(asked, { ...this.#options, ...kind, problem: read.problem })
    const { message, asks, problems, toolCallId = null } = read.value
    const sessionId =
      read.value.sessionId === undefined
        ? (sessionOfCall(toolCallId) ?? currentSessionId())
        : read.value.sessionId
    const identity = toolCallId === null ? null : { kind, toolCallId, params }
    const joined = this.#open.join(identity, asked, { type: 'cancelled' })
    if (joined !== null && toolCallId !== null) {
      dispatch({ type: 'problem-found', atMs, sessionId, problem: askedTwice(method, toolCallId) })
      return this.#hearTakenBack(joined, asked)
    }
    for (const problem of problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const key = this.#open.nextKey()
    const request: ElicitationRequest = { key, sessionId, message, asks, askedAtMs: atMs }
    const resultOf = (answer: ElicitationAnswer): object => kind.answer(answer, { asks, params })
    this.#open.open(key, { request, resultOf, identity }, asked)
    dispatch({ type: 'elicitation-asked', atMs, request })
    const isTooMany = this.#open.size > questionsKept
    if (isTooMany || signal.aborted || (sessionId !== null && isCancelling(sessionId))) {
      this.#settle(key, { type: 'cancelled' })
      return
    }
    if (!canAsk) {
      // Agents go on without an answer after this; after `cancel` they give the work up, or ask again.
      this.#settle(key, { type: 'declined', by: 'policy' })
      return
    }
    this.#hearTakenBack(key, asked)
    onChanged()
  }

  lineBegins(): void {
    this.#open.lineBegins()
  }

  /** Answers for the user; keys that are not open are ignored. */
  answer(key: number, answer: ElicitationAnswer): void {
    this.#settle(key, answer)
  }

  /** Answers all of a session's open questions with `cancel`. */
  cancel(sessionId: string): void {
    for (const key of this.#open.keysOf(sessionId)) this.#settle(key, { type: 'cancelled' })
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
    for (const key of this.#open.keys()) {
      const asks = this.#open.get(key)?.request.asks
      if (asks?.type === 'url' && asks.elicitationId === id)
        this.#settle(key, { type: 'accepted', content: {} })
    }
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.forget()
  }

  #hearTakenBack(key: number, asked: AskedOfUs): void {
    const answer = { type: 'cancelled' } as const
    this.#open.hearTakenBack(key, asked, { answer, settle: () => this.#settle(key, answer) })
  }

  #settle(key: number, answer: ElicitationAnswer): void {
    if (!this.#open.settle(key, answer)) return
    this.#options.dispatch({ type: 'elicitation-answered', atMs: this.#options.nowMs(), key, answer })
    this.#options.onChanged()
  }
}
