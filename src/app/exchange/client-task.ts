import type { RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { ElicitationRequest } from '../state/elicitation.ts'
import type { PermissionRequest } from '../state/permission.ts'
import type { ElicitationKind, PermissionKind } from './requests/request-kind.ts'

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
