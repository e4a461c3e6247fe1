import type { AppEvent } from '../app/app-event.ts'
import type { ElicitationAnswer } from '../app/elicitation.ts'
import {
  elicitationCompleteMethod,
  elicitationMethod,
  permissionMethod,
  readFileMethod,
  writeFileMethod,
} from '../app/exchange/agent-methods.ts'
import type { PermissionPolicy } from '../app/permission.ts'
import { handleRequest, type RequestHandler, type RequestHandlers } from './agent-requests.ts'
import { Elicitations } from './elicitations.ts'
import { FileAccess } from './file-access.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { PeerRequest } from './peer.ts'
import { Permissions } from './permissions.ts'
import type { Proposals } from './proposals.ts'

export interface QuestionsOptions {
  readonly sessions: OpenSessions
  readonly proposals: Proposals
  readonly policy: PermissionPolicy
  /** The folder whose files the agent may read and write; null: none. */
  readonly offersFiles: string | null
  /** False: nobody is there who could be asked. */
  readonly canAsk: boolean
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  /** A question was opened or settled. */
  readonly onChanged: () => void
}

/** What the agent asks of us, and the answers of the user. Every request is answered once. */
export class Questions {
  readonly #options: QuestionsOptions
  readonly #permissions: Permissions
  readonly #elicitations: Elicitations
  readonly #handlers: RequestHandlers

  constructor(options: QuestionsOptions) {
    this.#options = options
    const { sessions, policy, canAsk, offersFiles, nowMs, dispatch, onChanged } = options
    const currentSessionId = (): string | null => sessions.currentId
    const asking = {
      canAsk,
      nowMs,
      dispatch,
      currentSessionId,
      isCancelling: (sessionId: string) => sessions.isCancelling(sessionId),
      onChanged,
    }
    this.#permissions = new Permissions({ ...asking, policy })
    this.#elicitations = new Elicitations(asking)
    const handlers: [string, RequestHandler][] = [
      [permissionMethod, (asked) => this.#permissions.ask(asked)],
      [elicitationMethod, (asked) => this.#elicitations.ask(asked)],
    ]
    if (offersFiles !== null) {
      const files = new FileAccess({ root: offersFiles, nowMs, dispatch, currentSessionId })
      for (const method of [readFileMethod, writeFileMethod])
        handlers.push([method, (asked) => files.ask({ ...asked, method })])
    }
    this.#handlers = new Map(handlers)
  }

  /** A person is being asked. */
  get hasOpen(): boolean {
    return this.#permissions.hasOpen || this.#elicitations.hasOpen
  }

  asked(request: PeerRequest, atMs: number): void {
    handleRequest(this.#handlers, request, { atMs, dispatch: this.#options.dispatch })
  }

  notified(method: string, params: unknown, atMs: number): void {
    if (method === elicitationCompleteMethod) this.#elicitations.completed(params, atMs)
  }

  /** What is said with a rejection is the next prompt of the session. */
  answerPermission(key: number, optionId: string, feedback = ''): void {
    const answered = this.#permissions.answer(key, optionId)
    if (answered === null || feedback.trim() === '' || answered.option.kind.startsWith('allow')) return
    this.#options.proposals.answeredWith(key, feedback)
    this.#options.sessions.promptNext(answered.sessionId, feedback)
  }

  answerElicitation(key: number, answer: ElicitationAnswer): void {
    this.#elicitations.answer(key, answer)
  }

  /** Answers with `cancelled` what is open of a session and of those that work for it. */
  cancel(sessionId: string): void {
    for (const id of this.#options.sessions.familyOf(sessionId)) {
      this.#permissions.cancel(id)
      this.#elicitations.cancel(id)
    }
  }

  /** Answers all that is open with `cancelled`: nobody is asked any more. */
  cancelAll(): void {
    this.#permissions.cancelAll()
    this.#elicitations.cancelAll()
  }

  /** The agent is gone: nobody waits for an answer any more. */
  forget(): void {
    this.#permissions.forget()
    this.#elicitations.forget()
  }
}
