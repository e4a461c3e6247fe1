import type { RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { ElicitationRequest } from '../state/elicitation.ts'
import type { PermissionRequest } from '../state/permission.ts'
import type { ElicitationKind, PermissionKind } from './requests/request-kind.ts'

/** A question that was put to the user; `params` are the request's. Keys count on for the whole run, each type its own. */
export type AskedQuestion =
  | {
      readonly type: 'permission'
      readonly key: number
      readonly kind: PermissionKind
      readonly request: PermissionRequest
      readonly params: unknown
    }
  | {
      readonly type: 'elicitation'
      readonly key: number
      readonly kind: ElicitationKind
      readonly request: ElicitationRequest
      readonly params: unknown
    }

/** What a request of the agent's, or a notification, wants of its client, once what it tells has become events. */
export type AskedOfClient =
  | AskedQuestion
  /** The same as a question that had no answer when the line came: it gets that answer. */
  | { readonly type: 'repeated'; readonly question: AskedQuestion }
  /** There is nothing to decide: this is the answer. */
  | { readonly type: 'answered'; readonly outcome: RpcOutcome }
  /** Only where files are offered. */
  | { readonly type: 'file' }
  /** A notification: the user has done on the page of this elicitation what the agent waits for. */
  | { readonly type: 'completed'; readonly elicitationId: string }
