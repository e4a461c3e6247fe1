import type { Result } from '../../../lib/result.ts'
import {
  given,
  isObject,
  type JsonObject,
  type RpcOutcome,
  sessionIdIn,
  stringAt,
} from '../../../protocol/wire/message.ts'
import type { Todo } from '../../../protocol/plans/tool-todos.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { ElicitationAnswer, ElicitationContent, ElicitationRequest } from '../../state/elicitation.ts'
import type { PermissionAnswer, PermissionRequest } from '../../state/permission.ts'
import type { SentCall } from '../sent-calls.ts'
import type { ParsedElicitation } from '../read/read-elicitation.ts'
import type { ParsedPermission } from '../read/read-permission.ts'
import { badRequest } from '../exchange-problems.ts'
import { noPlanText } from '../../words/question.ts'

/** A request that this client answers, of the protocol or of a vendor: how to read it, and how to answer it. */
export type RequestKind = PermissionKind | ElicitationKind | TodosKind

interface AnyKind {
  /** May have an underscore before it, as extensions do. */
  readonly method: string
}

/** Asks the user to choose an option; may hold a plan. */
export interface PermissionKind extends AnyKind {
  readonly type: 'permission'
  /** What it says of its tool call, which is merged into the call as sent; absent: it needs nothing of the call. */
  readonly callIn?: (params: unknown) => JsonObject | null
  /** It is asked in a notification, and answered by this request of ours; absent: by the response. */
  readonly answeredBy?: string
  /** It may ask about one call several times, as different questions; absent: then it is the same question again. */
  readonly mayAskAgain?: true
  /** `call`: its tool call, merged; null: it names none. A problem if nothing of it can be shown or chosen. Never throws. */
  readonly read: (params: unknown, call: SentCall | null) => Result<ParsedPermission, WireProblem>
  /** `params`: the request's. */
  readonly answer: (answer: PermissionAnswer, params: unknown) => object
  /** Reads the answer of any client. Never throws. */
  readonly readAnswer: (result: JsonObject, params: unknown) => PermissionAnswer
  /** The answer to an unreadable request; absent: the error “invalid params”. */
  readonly unreadable?: object
  /** Feedback can go with the answer; else it is the next prompt. */
  readonly takesFeedback?: boolean
  /** The agent may end its turn when its plan is approved, and waits for a prompt to continue. */
  readonly waitsForPrompt?: boolean
}

/** Asks the user to fill in a form, or to open a page. */
export interface ElicitationKind extends AnyKind {
  readonly type: 'elicitation'
  /** A problem if nothing of it can be asked. Never throws. */
  readonly read: (params: unknown) => Result<ParsedElicitation, WireProblem>
  readonly answer: (answer: ElicitationAnswer, asked: SentForm) => object
  readonly readAnswer: (result: JsonObject) => ElicitationAnswer
  readonly unreadable?: object
}

export interface SentForm {
  readonly mode: ElicitationContent
  readonly params: unknown
}

/** Reports a to-do list; may be a notification, too. */
export interface TodosKind extends AnyKind {
  readonly type: 'todos'
  readonly read: (params: unknown) => Result<ParsedTodoList, WireProblem>
  readonly answer: object
}

export interface ParsedTodoList extends RequestOwner {
  readonly todos: readonly Todo[]
  readonly isMerge: boolean
  readonly problems: readonly WireProblem[]
}

/** What a request belongs to; null if it does not say. */
export interface RequestOwner {
  readonly sessionId: string | null
  readonly toolCallId: string | null
}

/** The params of a vendor's request, which some agents wrap in another object; null if they are no object. */
export function vendorParams(params: unknown): JsonObject | null {
  if (!isObject(params)) return null
  return isObject(params['params']) ? params['params'] : params
}

export function ownerOf(params: JsonObject): RequestOwner {
  return {
    sessionId: sessionIdIn(params),
    toolCallId: stringAt(params, 'toolCallId') ?? null,
  }
}

/** A vendor's request to approve a plan; null: it has none. A plan that is sent under the id of its call is the one that it asks about. */
export function planToApprove(
  params: JsonObject,
  asked: Pick<PermissionRequest, 'title' | 'options' | 'plan' | 'todos'>,
  problems: readonly WireProblem[],
): ParsedPermission {
  const owner = ownerOf(params)
  const about = { ...given('callId', owner.toolCallId ?? undefined), toolKind: 'switch_mode' }
  const detail = asked.plan === null ? [noPlanText] : []
  return { ...owner, request: { ...about, detail, ...asked }, problems }
}

/** The text at a key; '' for none, and a problem for anything else. */
export function textAt(params: JsonObject, key: string, problems: WireProblem[]): string {
  const value = params[key]
  if (typeof value === 'string') return value
  if (value !== undefined && value !== null)
    problems.push(badRequest(`${key} is no text, and is left out`, `params.${key}`, params))
  return ''
}

/** The answer with an option, as read from the answer of any client; `feedback`: the words that were sent with it. */
export function selected(optionId: string, feedback?: string): PermissionAnswer {
  return { type: 'selected', optionId, by: 'client', ...given('feedback', feedback) }
}

/** A question for the user; `params` are the request's. Each type counts its keys over the whole run. */
export type QuestionTask = { readonly key: number; readonly params: unknown } & (
  | { readonly type: 'permission'; readonly kind: PermissionKind; readonly request: PermissionRequest }
  | { readonly type: 'elicitation'; readonly kind: ElicitationKind; readonly request: ElicitationRequest }
)

/** What the client has to do for a request or notification of the agent's, once its events were dispatched. */
export type ClientTask =
  | QuestionTask
  /** Repeats a question that was open when the line arrived: it gets the same answer. */
  | { readonly type: 'repeated'; readonly question: QuestionTask }
  /** Nothing to decide: this is the answer. */
  | { readonly type: 'answered'; readonly outcome: RpcOutcome }
  /** Only if the client offers files. */
  | { readonly type: 'file' }
  /** A notification: the user has finished what the page of this elicitation was opened for. */
  | { readonly type: 'completed'; readonly elicitationId: string }
  /** A notification: the turn of a prompt is over, which was not answered yet. */
  | { readonly type: 'turn-said'; readonly sessionId: string; readonly stopReason: string }
