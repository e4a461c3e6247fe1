import type { QuestionTask } from '../../app/exchange/requests/request-kind.ts'
import type { ElicitationAnswer } from '../../app/state/elicitation.ts'
import type { PermissionAnswer } from '../../app/state/permission.ts'
import { maxQuestions } from '../../app/state/question.ts'
import type { RpcOutcome } from '../../protocol/wire/message.ts'
import type { PeerRequest } from '../connection/peer.ts'

/** Requests that share the answer to one question: agents repeat requests that they believe lost, but none so often. */
export const maxRequests = 100

export type PermissionQuestion = Extract<QuestionTask, { type: 'permission' }>
export type ElicitationQuestion = Extract<QuestionTask, { type: 'elicitation' }>

export type AnsweredQuestion =
  | {
      readonly type: 'permission'
      readonly question: PermissionQuestion
      readonly answer: PermissionAnswer
    }
  | {
      readonly type: 'elicitation'
      readonly question: ElicitationQuestion
      readonly answer: ElicitationAnswer
    }

/** The questions without an answer. Each request of the agent's is answered exactly once. */
export class OpenQuestions {
  /** With their requests: more than one if the agent has repeated the request. */
  readonly #open = new Map<QuestionTask, Set<PeerRequest>>()
  /** Questions answered since the current line began: a repetition on the same line gets the same answer. */
  #answered: { readonly question: QuestionTask; readonly outcome: RpcOutcome }[] = []

  get size(): number {
    return this.#open.size
  }

  get permissions(): readonly PermissionQuestion[] {
    return [...this.#open.keys()].filter((question) => question.type === 'permission')
  }

  get elicitations(): readonly ElicitationQuestion[] {
    return [...this.#open.keys()].filter((question) => question.type === 'elicitation')
  }

  /** One that it takes the place of is not answered. */
  open(question: QuestionTask, request: PeerRequest): void {
    const replaced = question.type === 'permission' ? question.request.replaces : undefined
    const before = this.permissions.find(({ key }) => key === replaced)
    if (before !== undefined) this.#open.delete(before)
    this.#open.set(question, new Set([request]))
  }

  /** A line is about to be interpreted. */
  onLine(): void {
    if (this.#answered.length > 0) this.#answered = []
  }

  /** Adds a repeated request to its question. Refused at once if too many share that answer already. */
  join(question: QuestionTask, request: PeerRequest): void {
    const requests = this.#open.get(question)
    if (requests !== undefined && requests.size < maxRequests) requests.add(request)
    else {
      const answered = this.#answered.find((before) => before.question === question)
      request.answer(answered?.outcome ?? cancelledOutcome(question))
    }
  }

  /** Answers all requests of a question. False: it is not open. */
  settle(answered: AnsweredQuestion): boolean {
    const { question } = answered
    const requests = this.#open.get(question)
    if (requests === undefined) return false
    this.#open.delete(question)
    const outcome = outcomeOf(answered)
    for (const request of requests) request.answer(outcome)
    if (this.#answered.length < maxQuestions) this.#answered.push({ question, outcome })
    return true
  }

  /** Handles the cancellation of a request; `settle` is called for the last one of a question. */
  onWithdrawn(question: QuestionTask, request: PeerRequest, settle: () => void): void {
    const withdraw = (): void => {
      const requests = this.#open.get(question)
      if (requests?.has(request) !== true) return
      if (requests.size === 1) return settle()
      requests.delete(request)
      request.answer(cancelledOutcome(question))
    }
    if (request.signal.aborted) withdraw()
    else request.signal.addEventListener('abort', withdraw, { once: true })
  }

  /** The agent is gone: no answer can be sent. */
  forget(): void {
    this.#open.clear()
    this.#answered = []
  }
}

/** The answer to a question that nobody answers any more. */
export function cancelled(question: QuestionTask): AnsweredQuestion {
  const answer = { type: 'cancelled' } as const
  return question.type === 'permission'
    ? { type: question.type, question, answer }
    : { type: question.type, question, answer }
}

function cancelledOutcome(question: QuestionTask): RpcOutcome {
  return outcomeOf(cancelled(question))
}

function outcomeOf(answered: AnsweredQuestion): RpcOutcome {
  if (answered.type === 'permission')
    return { ok: true, value: answered.question.kind.answer(answered.answer, answered.question.params) }
  const { kind, request, params } = answered.question
  return { ok: true, value: kind.answer(answered.answer, { mode: request.mode, params }) }
}
