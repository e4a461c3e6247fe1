import type { ElicitationAnswer } from '../../app/state/elicitation.ts'
import type { ClientTask, QuestionTask } from '../../app/exchange/requests/request-kind.ts'
import {
  isAllowed,
  policyAnswer,
  type PermissionAnswer,
  type PermissionPolicy,
  type Unseen,
} from '../../app/state/permission.ts'
import { unseenIn } from '../../app/proposals/match-proposal.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { familyOf } from '../../app/state/session-map.ts'
import type { Clock } from '../../lib/clock.ts'
import { unseenWords } from '../../app/words/question.ts'
import { maxQuestions } from '../../app/state/question.ts'
import { rpcCodes } from '../../protocol/wire/message.ts'
import { FileAccess } from './file-access.ts'
import {
  cancelled,
  OpenQuestions,
  type AnsweredQuestion,
  type ElicitationQuestion,
  type PermissionQuestion,
} from './open-questions.ts'
import type { PeerRequest } from '../connection/peer.ts'
import type { AnswerLog, LiveExchange } from '../live-exchange.ts'
import type { Sessions } from '../sessions/sessions.ts'

export interface QuestionsOptions {
  readonly policy: PermissionPolicy
  /** False: no user can be asked. */
  readonly canAsk: boolean
  /** The folder whose files the agent may read and write; null: none. */
  readonly offersFiles: string | null
  readonly clock: Pick<Clock, 'after'>
  readonly exchange: AnswerLog & Pick<LiveExchange, 'remark'>
  readonly sessions: Pick<Sessions, 'isCancelling' | 'promptFirst'>
  readonly state: () => AppState
  /** A plan was approved, and its agent may wait for a prompt to continue. */
  readonly onApproved: (sessionId: string) => void
  /** A question was opened or settled. */
  readonly onChanged: () => void
}

/** What a policy might allow may be shown so much later: the details of its call come after it, and files are read. */
const lookEveryMs = 50
const looksAgain = 20

/**
 * The most that a policy answers without a word of the user's in between, and the most plans of these whose approval leads to a prompt
 * of ours: an agent may ask in every turn, and has another one then.
 */
export const mostAlone = { answers: 2000, prompts: 10 } as const

/**
 * Answers the agent's requests: by the policy, by the user's choice, or at once. Every request gets exactly one answer.
 * https://agentclientprotocol.com/protocol/tool-calls#requesting-permission https://agentclientprotocol.com/protocol/elicitation
 */
export class Questions {
  readonly #options: QuestionsOptions
  readonly #open = new OpenQuestions()
  readonly #files: FileAccess | null
  /** Since the user's last word. */
  #alone = { answers: 0, prompts: 0 }

  constructor(options: QuestionsOptions) {
    this.#options = options
    const { offersFiles: root, exchange } = options
    this.#files = root === null ? null : new FileAccess({ root, exchange })
  }

  /** A user is being asked. */
  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /** To be called before each line or frame is interpreted. */
  onLine(): void {
    this.#open.onLine()
  }

  /** To be called after the events of the message were dispatched. `request` is null for a notification. */
  onTask(task: Exclude<ClientTask, { type: 'turn-said' }>, request: PeerRequest | null): void {
    if (task.type === 'completed') return this.#completed(task.elicitationId)
    if (request === null) return
    switch (task.type) {
      case 'answered':
        return request.answer(task.outcome)
      case 'file':
        if (this.#files !== null) return this.#files.ask(request)
        return request.answer({ ok: false, error: { code: rpcCodes.methodNotFound, message: 'not offered' } })
      case 'repeated':
        this.#open.join(task.question, request)
        return this.#onWithdrawn(task.question, request)
      case 'permission':
      case 'elicitation':
        this.#open.open(task, request)
        return this.#decide(task, request)
    }
  }

  /**
   * The user's answer; unknown keys and options are ignored. Feedback goes with the answer if the request takes it;
   * else, after a rejection, it is the next prompt of the session.
   */
  answerPermission(key: number, optionId: string, feedback = ''): void {
    const question = this.#open.permissions.find((each) => each.key === key)
    const option = question?.request.options.find(({ id }) => id === optionId)
    if (question === undefined || option === undefined) return
    this.onUser()
    const isInAnswer = question.kind.takesFeedback === true
    const hasFeedback = feedback.trim() !== '' && (isInAnswer || !option.kind.startsWith('allow'))
    const answer = { ...selected(optionId, 'user'), ...(hasFeedback ? { feedback } : {}) }
    this.#settle({ type: 'permission', question, answer })
    if (hasFeedback && !isInAnswer) this.#options.sessions.promptFirst(question.request.sessionId, feedback)
  }

  /** To be called when a prompt or an answer of the user's is sent. */
  onUser(): void {
    this.#alone = { answers: 0, prompts: 0 }
  }

  /** The user's answer; unknown keys are ignored. */
  answerElicitation(key: number, answer: ElicitationAnswer): void {
    const question = this.#open.elicitations.find((each) => each.key === key)
    if (question === undefined) return
    this.onUser()
    this.#settle({ type: 'elicitation', question, answer })
  }

  /** Answers the open questions of a session and of its sub-agents' sessions with `cancelled`. */
  cancel(sessionId: string): void {
    if (this.#open.size === 0) return
    for (const id of familyOf(this.#options.state().sessions, sessionId))
      this.#cancelEach((question) => question.request.sessionId === id)
  }

  /** Answers all open questions with `cancelled`. */
  cancelAll(): void {
    this.#cancelEach(() => true)
  }

  #cancelEach(isMeant: (question: QuestionTask) => boolean): void {
    const { permissions, elicitations } = this.#open
    for (const question of [...permissions, ...elicitations].filter(isMeant))
      this.#settle(cancelled(question))
  }

  /** The agent is gone: no answer can be sent. */
  forget(): void {
    this.#open.forget()
  }

  /** Answers at once what needs no user. */
  #decide(question: QuestionTask, request: PeerRequest): void {
    const { sessionId } = question.request
    const { permissions, elicitations } = this.#open
    const ofType = question.type === 'permission' ? permissions : elicitations
    const isTooMany = ofType.length > maxQuestions
    const isCancelling = sessionId !== null && this.#options.sessions.isCancelling(sessionId)
    const answered =
      isTooMany || request.signal.aborted || isCancelling
        ? cancelled(question)
        : question.type === 'permission'
          ? this.#byPolicy(question)
          : this.#declined(question)
    if (answered !== null) return this.#settle(answered)
    this.#onWithdrawn(question, request)
    this.#options.onChanged()
  }

  /** The policy's answer; null: the user decides, or the policy looks again. */
  #byPolicy(question: PermissionQuestion, looksLeft = looksAgain): AnsweredQuestion | null {
    const { policy, canAsk, clock } = this.#options
    const { options } = question.request
    const wanted = policyAnswer(policy, options)
    const isTooOften = this.#isTooOften(question.kind.waitsForPrompt)
    const notShown = policy === 'allow' && !isTooOften ? this.#unseenIn(question) : null
    if (notShown !== null && looksLeft > 0 && wanted !== null) {
      clock.after(lookEveryMs, () => this.#lookAgain(question, looksLeft - 1), 'alive')
      return null
    }
    const noOption = policy === 'allow' && wanted === null ? 'option' : null
    const unseen = isTooOften ? 'user' : (notShown ?? noOption)
    const chosen = unseen === null ? wanted : null
    // No option fits, or the policy asks: the user decides if there is one; else nothing is allowed.
    if (chosen === null && canAsk && (policy !== 'deny' || isTooOften)) {
      const what = policy === 'deny' ? 'Not denied' : 'Not allowed'
      if (unseen !== null) this.#options.exchange.remark(`${what} without you: ${unseenWords[unseen]}.`)
      return null
    }
    const option = chosen ?? policyAnswer('deny', options)
    this.#countAlone(chosen !== null && question.kind.waitsForPrompt === true)
    const reason = unseen === null ? {} : { unseen }
    const answer = option === null ? { type: 'cancelled' as const } : selected(option.id, 'policy')
    return { type: 'permission', question, answer: { ...answer, ...reason } }
  }

  #isTooOften(leadsToPrompt = false): boolean {
    const { answers, prompts } = this.#alone
    return answers >= mostAlone.answers || (leadsToPrompt && prompts >= mostAlone.prompts)
  }

  #countAlone(leadsToPrompt: boolean): void {
    const { answers, prompts } = this.#alone
    this.#alone = { answers: answers + 1, prompts: prompts + (leadsToPrompt ? 1 : 0) }
  }

  #lookAgain(question: PermissionQuestion, looksLeft: number): void {
    const isOpen = this.#open.permissions.includes(question)
    const answered = isOpen ? this.#byPolicy(question, looksLeft) : null
    if (answered !== null) this.#settle(answered)
  }

  #unseenIn({ key, request: { sessionId } }: PermissionQuestion): Unseen | null {
    const { permissions, sessions } = this.#options.state()
    // More of its call may have come since.
    const request = permissions.find((open) => open.key === key)
    return request === undefined ? 'action' : unseenIn(sessions.get(sessionId), request)
  }

  /** After `decline` agents continue without the answer; after `cancel` they give up, or ask again. */
  #declined(question: ElicitationQuestion): AnsweredQuestion | null {
    if (this.#options.canAsk) return null
    const declined = { type: 'declined', by: 'policy' } as const
    this.#countAlone(false)
    const answer = this.#isTooOften() ? ({ ...declined, unseen: 'user' } as const) : declined
    return { type: 'elicitation', question, answer }
  }

  /** Unknown ids are ignored, as the specification requires. */
  #completed(elicitationId: string): void {
    for (const question of this.#open.elicitations) {
      const { mode } = question.request
      if (mode.type === 'url' && mode.elicitationId === elicitationId)
        this.#settle({ type: 'elicitation', question, answer: { type: 'accepted', content: {} } })
    }
  }

  #onWithdrawn(question: QuestionTask, request: PeerRequest): void {
    this.#open.onWithdrawn(question, request, () => this.#settle(cancelled(question)))
  }

  #settle(answered: AnsweredQuestion): void {
    if (!this.#open.settle(answered)) return
    const { exchange, onApproved, onChanged } = this.#options
    const { key } = answered.question
    if (answered.type === 'elicitation')
      exchange.note({ type: 'elicitation-answered', key, answer: answered.answer })
    else {
      const { answer, question } = answered
      exchange.note({ type: 'permission-answered', key, answer })
      if (question.kind.waitsForPrompt === true && isAllowed(question.request, answer))
        onApproved(question.request.sessionId)
    }
    onChanged()
  }
}

function selected(optionId: string, by: 'user' | 'policy'): Extract<PermissionAnswer, { type: 'selected' }> {
  return { type: 'selected', optionId, by }
}
