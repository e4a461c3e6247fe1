import type { AppEvent } from '../../app/app-event.ts'
import type { ElicitationAnswer } from '../../app/state/elicitation.ts'
import type { AskedOfClient, AskedQuestion } from '../../app/exchange/asked-of-client.ts'
import {
  policyAnswer,
  type PermissionAnswer,
  type PermissionPolicy,
  type PermissionRequest,
} from '../../app/state/permission.ts'
import { questionsKept } from '../../app/state/question.ts'
import { rpcCodes } from '../../protocol/wire/rpc-line.ts'
import { FileAccess } from './file-access.ts'
import {
  cancelled,
  OpenQuestions,
  type AnsweredQuestion,
  type ElicitationQuestion,
  type PermissionQuestion,
} from './open-questions.ts'
import type { PeerRequest } from '../connection/peer.ts'

export interface QuestionsOptions {
  readonly policy: PermissionPolicy
  /** False: nobody is there who could be asked. */
  readonly canAsk: boolean
  /** The folder whose files the agent may read and write; null: none. */
  readonly offersFiles: string | null
  readonly nowMs: () => number
  /** Something that we have done. */
  readonly note: (event: AppEvent) => void
  /** The session that prompts go to, for requests that name none. */
  readonly currentSessionId: () => string | null
  /** The session's turn was cancelled and has not ended: nothing is asked or allowed any more. */
  readonly isCancelling: (sessionId: string) => boolean
  /** A session and those that work for it. */
  readonly familyOf: (sessionId: string) => readonly string[]
  /** What was said to a question and did not go with the answer: the next prompt of the session. */
  readonly promptNext: (sessionId: string, text: string) => void
  /** A plan was approved whose agent may wait for a prompt to go on. */
  readonly onApproved: (sessionId: string) => void
  /** A question was opened or settled. */
  readonly onChanged: () => void
}

/**
 * How the agent's requests are answered: by the policy, by the user, or at once. Every request gets exactly one answer.
 * https://agentclientprotocol.com/protocol/tool-calls#requesting-permission https://agentclientprotocol.com/protocol/elicitation
 */
export class Questions {
  readonly #options: QuestionsOptions
  readonly #open = new OpenQuestions()
  readonly #files: FileAccess | null

  constructor(options: QuestionsOptions) {
    this.#options = options
    const { offersFiles: root, nowMs, note, currentSessionId } = options
    this.#files = root === null ? null : new FileAccess({ root, nowMs, note, currentSessionId })
  }

  /** A person is being asked. */
  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /** To be called before what the agent says in one line, or one frame. */
  lineBegins(): void {
    this.#open.lineBegins()
  }

  /** To be called when what the message tells has become events. `request` is null for a notification. */
  asked(asked: AskedOfClient, request: PeerRequest | null): void {
    if (asked.type === 'completed') return this.#completed(asked.elicitationId)
    if (request === null) return
    switch (asked.type) {
      case 'answered':
        return request.answer(asked.outcome)
      case 'file':
        if (this.#files !== null) return this.#files.ask(request)
        return request.answer({ ok: false, error: { code: rpcCodes.methodNotFound, message: 'not offered' } })
      case 'repeated':
        this.#open.join(asked.question, request)
        return this.#hearTakenBack(asked.question, request)
      case 'permission':
      case 'elicitation':
        this.#open.open(asked, request)
        return this.#decide(asked, request)
    }
  }

  /**
   * Answers for the user; keys that are not open and options that were not offered are ignored. What is said with a rejection goes
   * with the answer where that takes words; else it is the next prompt of the session. What allows says no more than that.
   */
  answerPermission(key: number, optionId: string, feedback = ''): void {
    const question = this.#open.permission(key)
    const option = question?.request.options.find(({ id }) => id === optionId)
    if (question === undefined || option === undefined) return
    const goesAlong = question.kind.takesFeedback
    const isSaid = feedback.trim() !== '' && (goesAlong || !option.kind.startsWith('allow'))
    const answer = { ...selected(optionId, 'user'), ...(isSaid ? { feedback } : {}) }
    this.#settle({ type: 'permission', question, answer })
    if (isSaid && !goesAlong) this.#options.promptNext(question.request.sessionId, feedback)
  }

  /** Answers for the user; keys that are not open are ignored. */
  answerElicitation(key: number, answer: ElicitationAnswer): void {
    const question = this.#open.elicitation(key)
    if (question !== undefined) this.#settle({ type: 'elicitation', question, answer })
  }

  /** Answers with `cancelled` what is open of a session and of those that work for it. */
  cancel(sessionId: string): void {
    const open = this.#open.all()
    if (open.length === 0) return
    for (const id of this.#options.familyOf(sessionId))
      for (const question of open) if (question.request.sessionId === id) this.#settle(cancelled(question))
  }

  /** Answers all that is open with `cancelled`: nobody is asked any more. */
  cancelAll(): void {
    for (const question of this.#open.all()) this.#settle(cancelled(question))
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#open.forget()
  }

  /** What needs no user is answered at once. */
  #decide(question: AskedQuestion, request: PeerRequest): void {
    const { sessionId } = question.request
    const isTooMany = this.#open.sizeOf(question.type) > questionsKept
    const isCancelling = sessionId !== null && this.#options.isCancelling(sessionId)
    const answered =
      isTooMany || request.signal.aborted || isCancelling
        ? cancelled(question)
        : question.type === 'permission'
          ? this.#judged(question)
          : this.#declined(question)
    if (answered !== null) return this.#settle(answered)
    this.#hearTakenBack(question, request)
    this.#options.onChanged()
  }

  /** What the policy says; null: a person is to be asked. */
  #judged(question: PermissionQuestion): AnsweredQuestion | null {
    const { policy, canAsk } = this.#options
    const { options } = question.request
    const chosen = policyAnswer(policy, options)
    // No option fits, or the policy asks: a person decides where there is one, else nothing is allowed.
    if (chosen === null && canAsk && policy !== 'deny') return null
    const option = chosen ?? policyAnswer('deny', options)
    if (option === null) return cancelled(question)
    return { type: 'permission', question, answer: selected(option.id, 'policy') }
  }

  /** Agents go on without an answer after this; after `cancel` they give the work up, or ask again. */
  #declined(question: ElicitationQuestion): AnsweredQuestion | null {
    if (this.#options.canAsk) return null
    return { type: 'elicitation', question, answer: { type: 'declined', by: 'policy' } }
  }

  /** Ids that no open question has are ignored, as the specification wants it. */
  #completed(elicitationId: string): void {
    for (const question of this.#open.all()) {
      if (question.type !== 'elicitation') continue
      const { asks } = question.request
      if (asks.type === 'url' && asks.elicitationId === elicitationId)
        this.#settle({ type: 'elicitation', question, answer: { type: 'accepted', content: {} } })
    }
  }

  #hearTakenBack(question: AskedQuestion, request: PeerRequest): void {
    this.#open.whenTakenBack(question, request, () => this.#settle(cancelled(question)))
  }

  #settle(answered: AnsweredQuestion): void {
    if (!this.#open.settle(answered)) return
    const { nowMs, note, onApproved, onChanged } = this.#options
    const atMs = nowMs()
    const { key } = answered.question
    if (answered.type === 'elicitation')
      note({ type: 'elicitation-answered', atMs, key, answer: answered.answer })
    else {
      const { answer, question } = answered
      note({ type: 'permission-answered', atMs, key, answer })
      if (question.kind.waitsForPrompt && isApproval(question.request, answer))
        onApproved(question.request.sessionId)
    }
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
