import type { AppEvent } from '../app/app-event.ts'
import type { ElicitationAnswer } from '../app/elicitation.ts'
import { elicitationCompleteMethod, readFileMethod, writeFileMethod } from '../app/exchange/agent-methods.ts'
import { todosOfNoSession } from '../app/exchange/exchange-problems.ts'
import type { TodosKind } from '../app/exchange/requests/request-kind.ts'
import { requestKind } from '../app/exchange/requests/request-kinds.ts'
import { ToolCallSessions } from '../app/exchange/tool-call-sessions.ts'
import type { PermissionPolicy } from '../app/permission.ts'
import { rpcCodes } from '../protocol/rpc-line.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import { handleRequest, type AskedOfUs, type RequestHandler } from './agent-requests.ts'
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
  readonly #files: FileAccess | null
  readonly #toolCalls = new ToolCallSessions()

  constructor(options: QuestionsOptions) {
    this.#options = options
    const { sessions, proposals, policy, canAsk, offersFiles, nowMs, dispatch, onChanged } = options
    const currentSessionId = (): string | null => sessions.currentId
    const asking = {
      canAsk,
      nowMs,
      dispatch,
      currentSessionId,
      sessionOfCall: (toolCallId: string | null) => this.#toolCalls.of(toolCallId),
      isCancelling: (sessionId: string) => sessions.isCancelling(sessionId),
      onChanged,
    }
    const onApproved = (sessionId: string): void => proposals.approved(sessionId)
    this.#permissions = new Permissions({ ...asking, policy, onApproved })
    this.#elicitations = new Elicitations(asking)
    this.#files =
      offersFiles === null ? null : new FileAccess({ root: offersFiles, nowMs, dispatch, currentSessionId })
  }

  /** A person is being asked. */
  get hasOpen(): boolean {
    return this.#permissions.hasOpen || this.#elicitations.hasOpen
  }

  /** To be called before what the agent says in one line, or one frame. */
  lineBegins(): void {
    this.#permissions.lineBegins()
    this.#elicitations.lineBegins()
  }

  asked(request: PeerRequest, atMs: number): void {
    const { dispatch } = this.#options
    handleRequest((method) => this.#handlerOf(method), request, { atMs, dispatch })
  }

  notified(method: string, params: unknown, atMs: number): void {
    const kind = requestKind(method)
    if (kind?.asks === 'nothing') this.#told(kind, { method, params, atMs })
    else if (method === elicitationCompleteMethod) this.#elicitations.completed(params, atMs)
  }

  /** To be called after each event that was dispatched: it remembers in which session the agent calls its tools. */
  observe(event: AppEvent): void {
    if (event.type === 'session-updated') this.#toolCalls.heard(event.sessionId, event.update)
  }

  /** What is said with a rejection goes with the answer where that takes words; else it is the next prompt of the session. */
  answerPermission(key: number, optionId: string, feedback = ''): void {
    const answered = this.#permissions.answer(key, optionId, feedback)
    if (answered === null || answered.unsent === null) return
    this.#options.sessions.promptNext(answered.sessionId, answered.unsent)
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
    this.#toolCalls.clear()
  }

  #handlerOf(method: string): RequestHandler | null {
    const files = this.#files
    if (files !== null && (method === readFileMethod || method === writeFileMethod))
      return (asked) => files.ask({ ...asked, method })
    const kind = requestKind(method)
    switch (kind?.asks) {
      case 'permission':
        return (asked) => this.#permissions.ask(kind, asked)
      case 'elicitation':
        return (asked) => this.#elicitations.ask(kind, asked)
      case 'nothing':
        return (asked) => this.#toldOnRequest(kind, asked)
      case undefined:
        return null
    }
  }

  #toldOnRequest(kind: TodosKind, asked: AskedOfUs): void {
    const problem = this.#told(kind, asked)
    asked.answer(
      problem === null
        ? { ok: true, value: kind.answer }
        : { ok: false, error: { code: rpcCodes.invalidParams, message: problem.text } },
    )
  }

  /** Gives the problem of a list that cannot be shown at all. */
  #told(
    kind: TodosKind,
    { method, params, atMs }: Pick<AskedOfUs, 'method' | 'params' | 'atMs'>,
  ): WireProblem | null {
    const { dispatch, sessions } = this.#options
    const found = (problem: WireProblem, sessionId: string | null): void =>
      dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const read = kind.read(params)
    if (!read.ok) {
      found(read.problem, sessions.currentId)
      return read.problem
    }
    const { todos, isMerge, problems, toolCallId } = read.value
    const sessionId = read.value.sessionId ?? this.#toolCalls.of(toolCallId) ?? sessions.currentId
    for (const problem of problems) found(problem, sessionId)
    if (sessionId === null) {
      const problem = todosOfNoSession(method, params)
      found(problem, null)
      return problem
    }
    dispatch({ type: 'session-updated', atMs, sessionId, update: { type: 'todos', todos, isMerge } })
    return null
  }
}
