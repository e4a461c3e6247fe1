import type { AskedQuestion } from '../../app/exchange/asked-of-client.ts'
import type { ElicitationAnswer } from '../../app/state/elicitation.ts'
import type { PermissionAnswer } from '../../app/state/permission.ts'
import { questionsKept } from '../../app/state/question.ts'
import type { RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { PeerRequest } from '../connection/peer.ts'

/** Requests that wait for the answer to one question: agents repeat what they think was lost, and none does so as often. */
export const askersKept = 100

export type QuestionType = AskedQuestion['type']
export type PermissionQuestion = Extract<AskedQuestion, { type: 'permission' }>
export type ElicitationQuestion = Extract<AskedQuestion, { type: 'elicitation' }>

/** A question with the answer to it. */
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

interface Open<Q extends AskedQuestion = AskedQuestion> {
  readonly question: Q
  /** One, or more where the agent has asked the same again. */
  readonly askers: Set<PeerRequest>
}

/** The questions that wait for an answer. Each request of the agent's is answered exactly once. */
export class OpenQuestions {
  readonly #permissions = new Map<number, Open<PermissionQuestion>>()
  readonly #elicitations = new Map<number, Open<ElicitationQuestion>>()
  /** What was answered since the line came: who asks it again on that line gets the same. */
  #answered: { readonly question: AskedQuestion; readonly outcome: RpcOutcome }[] = []

  get size(): number {
    return this.#permissions.size + this.#elicitations.size
  }

  sizeOf(type: QuestionType): number {
    return this.#openOf(type).size
  }

  permission(key: number): PermissionQuestion | undefined {
    return this.#permissions.get(key)?.question
  }

  elicitation(key: number): ElicitationQuestion | undefined {
    return this.#elicitations.get(key)?.question
  }

  all(): readonly AskedQuestion[] {
    return [...this.#permissions.values(), ...this.#elicitations.values()].map(({ question }) => question)
  }

  open(question: AskedQuestion, request: PeerRequest): void {
    const askers = new Set([request])
    if (question.type === 'permission') this.#permissions.set(question.key, { question, askers })
    else this.#elicitations.set(question.key, { question, askers })
  }

  /** A line begins: what was answered before is over. */
  lineBegins(): void {
    if (this.#answered.length > 0) this.#answered = []
  }

  /** A request asks the same once more. Where too many wait for that answer already, this one is refused at once. */
  join(question: AskedQuestion, request: PeerRequest): void {
    const open = this.#openOf(question.type).get(question.key)
    if (open !== undefined && open.askers.size < askersKept) open.askers.add(request)
    else {
      const answered = this.#answered.find((before) => before.question === question)
      request.answer(answered?.outcome ?? cancelledOutcome(question))
    }
  }

  /** Answers all who have asked. False: it is not open. */
  settle(answered: AnsweredQuestion): boolean {
    const { question } = answered
    const openOfType = this.#openOf(question.type)
    const open = openOfType.get(question.key)
    if (open === undefined) return false
    openOfType.delete(question.key)
    const outcome = outcomeOf(answered)
    for (const request of open.askers) request.answer(outcome)
    if (this.#answered.length < questionsKept) this.#answered.push({ question, outcome })
    return true
  }

  /** Who has asked may take that back, and is told so then; with the last of them the question is to be settled. */
  whenTakenBack(question: AskedQuestion, request: PeerRequest, settle: () => void): void {
    const takeBack = (): void => {
      const open = this.#openOf(question.type).get(question.key)
      if (open === undefined || !open.askers.has(request)) return
      if (open.askers.size === 1) return settle()
      open.askers.delete(request)
      request.answer(cancelledOutcome(question))
    }
    if (request.signal.aborted) takeBack()
    else request.signal.addEventListener('abort', takeBack, { once: true })
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#permissions.clear()
    this.#elicitations.clear()
    this.#answered = []
  }

  #openOf(type: QuestionType): Map<number, Open> {
    return type === 'permission' ? this.#permissions : this.#elicitations
  }
}

/** What takes a question back. */
export function cancelled(question: AskedQuestion): AnsweredQuestion {
  const answer = { type: 'cancelled' } as const
  return question.type === 'permission'
    ? { type: question.type, question, answer }
    : { type: question.type, question, answer }
}

function cancelledOutcome(question: AskedQuestion): RpcOutcome {
  return outcomeOf(cancelled(question))
}

function outcomeOf(answered: AnsweredQuestion): RpcOutcome {
  if (answered.type === 'permission')
    return { ok: true, value: answered.question.kind.answer(answered.answer) }
  const { kind, request, params } = answered.question
  return { ok: true, value: kind.answer(answered.answer, { asks: request.asks, params }) }
}
