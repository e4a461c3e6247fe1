import type { Result } from '../../../lib/result.ts'
import type { JsonObject } from '../../../protocol/wire/message.ts'
import type { Todo } from '../../../protocol/plans/todo-list.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { ElicitationAnswer, ElicitationAsks } from '../../state/elicitation.ts'
import type { PermissionAnswer } from '../../state/permission.ts'
import type { ReadElicitation } from '../read/read-elicitation.ts'
import type { ReadPermission } from '../read/read-permission.ts'

/** A request of the agent's that this client answers, the protocol's own or a vendor's: how it is read, and how it is answered. */
export type RequestKind = PermissionKind | ElicitationKind | TodosKind

interface AnyKind {
  /** Its methods; each may also come with an underscore before it, as extensions are called. */
  readonly methods: readonly string[]
}

/** It asks the user to choose one of some options; a plan may stand in it. */
export interface PermissionKind extends AnyKind {
  readonly asks: 'permission'
  /** A problem where nothing of it could be shown or chosen. Never throws. */
  readonly read: (params: unknown) => Result<ReadPermission, WireProblem>
  readonly answer: (answer: PermissionAnswer) => object
  /** What a client has answered, whichever it was. Never throws. */
  readonly readAnswer: (result: JsonObject) => PermissionAnswer
  /** The answer to what cannot be read; null: the error “invalid params”. */
  readonly unreadable: object | null
  /** Words can go with the answer; else they are the next prompt. */
  readonly takesFeedback: boolean
  /** The agent may end its turn when its plan is approved: it waits for a prompt to go on. */
  readonly waitsForPrompt: boolean
}

/** It asks for what a form holds, or for a page to be opened. */
export interface ElicitationKind extends AnyKind {
  readonly asks: 'elicitation'
  /** A problem where nothing of it could be asked. Never throws. */
  readonly read: (params: unknown) => Result<ReadElicitation, WireProblem>
  readonly answer: (answer: ElicitationAnswer, asked: AskedForm) => object
  readonly readAnswer: (result: JsonObject) => ElicitationAnswer
  readonly unreadable: object | null
}

export interface AskedForm {
  readonly asks: ElicitationAsks
  readonly params: unknown
}

/** It tells a to-do list; it may be a notification too. */
export interface TodosKind extends AnyKind {
  readonly asks: 'nothing'
  readonly read: (params: unknown) => Result<ReadTodoList, WireProblem>
  readonly answer: object
}

export interface ReadTodoList extends ReadPlace {
  readonly todos: readonly Todo[]
  readonly isMerge: boolean
  readonly problems: readonly WireProblem[]
}

/** Where a request belongs to; null when it does not say. */
export interface ReadPlace {
  readonly sessionId: string | null
  readonly toolCallId: string | null
}
