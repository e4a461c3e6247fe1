import { questionsKept } from '../app/question.ts'
import { isSameJson } from '../lib/json/same-json.ts'
import type { RpcOutcome } from '../protocol/rpc-line.ts'
import type { AskedOfUs } from './agent-requests.ts'

/** Requests that wait for the answer to one question: agents repeat what they think was lost, and none does so as often. */
export const askersKept = 100

/** What an agent waits for an answer to. `A`: the answers that there are. */
export interface OpenQuestion<R, A> {
  readonly request: R
  /** The result that an answer is. */
  readonly resultOf: (answer: A) => object
  /** Tells it from others: the same kind of request, for the same call, with the same params; null: it is like no other. */
  readonly identity: QuestionIdentity | null
}

export interface QuestionIdentity {
  readonly kind: object
  readonly toolCallId: string
  readonly params: unknown
}

interface Opened<R, A> extends OpenQuestion<R, A> {
  /** One, or more where the agent has asked the same again. */
  readonly askers: Set<(outcome: RpcOutcome) => void>
}

/** A question that was answered, as far as another request can still ask it. */
interface Answered {
  readonly key: number
  readonly identity: QuestionIdentity
  readonly outcome: RpcOutcome
}

/** The questions that wait for an answer, by keys. Each request of the agent's is answered exactly once. */
export class OpenQuestions<R extends { readonly sessionId: string | null }, A> {
  readonly #open = new Map<number, Opened<R, A>>()
  /**
   * Since the line began that is being received. A recording has that line and then the answers: who asks the same again on it
   * asks before the answer, for who replays it, so that it has to be so here.
   */
  #answered: Answered[] = []
  #nextKey = 1

  get size(): number {
    return this.#open.size
  }

  /** Keys count on for the whole run: an agent's own ids may repeat after a restart. */
  nextKey(): number {
    return this.#nextKey++
  }

  get(key: number): OpenQuestion<R, A> | undefined {
    return this.#open.get(key)
  }

  open(key: number, question: OpenQuestion<R, A>, asked: AskedOfUs): void {
    this.#open.set(key, { ...question, askers: new Set([asked.answer]) })
  }

  /** A line begins: what was answered before is over. */
  lineBegins(): void {
    if (this.#answered.length > 0) this.#answered = []
  }

  /**
   * The key of the question that is asked once more, which answers this request too, now or later; null: it is a new one. Where too
   * many wait for that answer already, this one is given `beyond` at once.
   */
  join(identity: QuestionIdentity | null, asked: AskedOfUs, beyond: A): number | null {
    if (identity === null) return null
    for (const [key, open] of this.#open) {
      if (open.identity === null || !isSame(open.identity, identity)) continue
      if (open.askers.size < askersKept) open.askers.add(asked.answer)
      else asked.answer({ ok: true, value: open.resultOf(beyond) })
      return key
    }
    const answered = this.#answered.find((before) => isSame(before.identity, identity))
    if (answered === undefined) return null
    asked.answer(answered.outcome)
    return answered.key
  }

  /** Answers all who have asked. False: it is not open. */
  settle(key: number, answer: A): boolean {
    const open = this.#open.get(key)
    if (open === undefined) return false
    this.#open.delete(key)
    const outcome: RpcOutcome = { ok: true, value: open.resultOf(answer) }
    for (const tell of open.askers) tell(outcome)
    const { identity } = open
    if (identity !== null && this.#answered.length < questionsKept)
      this.#answered.push({ key, identity, outcome })
    return true
  }

  /** Who has asked may take that back, and is given the answer then; with the last of them the question is to be settled. */
  hearTakenBack(
    key: number,
    { signal, answer: tell }: AskedOfUs,
    { answer, settle }: { readonly answer: A; readonly settle: () => void },
  ): void {
    const takeBack = (): void => {
      const open = this.#open.get(key)
      if (open === undefined || !open.askers.has(tell)) return
      if (open.askers.size === 1) return settle()
      open.askers.delete(tell)
      tell({ ok: true, value: open.resultOf(answer) })
    }
    if (signal.aborted) takeBack()
    else signal.addEventListener('abort', takeBack, { once: true })
  }

  keys(): readonly number[] {
    return [...this.#open.keys()]
  }

  /** The keys of a session's questions. */
  keysOf(sessionId: string): readonly number[] {
    return [...this.#open].filter(([, { request }]) => request.sessionId === sessionId).map(([key]) => key)
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.clear()
    this.#answered = []
  }
}

function isSame(one: QuestionIdentity, other: QuestionIdentity): boolean {
  return (
    one.kind === other.kind && one.toolCallId === other.toolCallId && isSameJson(one.params, other.params)
  )
}
