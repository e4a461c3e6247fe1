import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { Todo } from '../../protocol/plans/tool-todos.ts'
import type { Decider } from '../history/plan-history.ts'
import { dangerOfOption, type Danger } from '../risk/danger.ts'

/** A `session/request_permission`. Strings are raw. */
export interface PermissionRequest {
  /** The client's own key, unique in a run: the agent's request ids may repeat after a restart. */
  readonly key: number
  readonly sessionId: string
  readonly title: string
  /** The id of the tool call; absent if the request has none. */
  readonly callId?: string
  /** How the call has ended, with the question still open; absent: it has not. */
  readonly callEnd?: 'completed' | 'failed'
  /** `edit`, `execute`, `switch_mode` … or null. */
  readonly toolKind: string | null
  readonly detail: RequestDetail
  readonly options: readonly PermissionOption[]
  /** A log told it without its options: `options` is empty, and an answer's `optionId` is `approved` or `rejected`. */
  readonly hasUntoldOptions?: true
  /** The plan in question, or null. It is shown as a separate plan. */
  readonly plan: ProposedContent | null
  /** The agent sent only the beginning of the plan, and the rest is not known. */
  readonly isPlanCut?: true
  /** The to-dos beside the plan; absent if the kind of request has none. */
  readonly todos?: readonly Todo[]
  /** The to-do list that it asks to write; absent: it asks about something else. */
  readonly todoList?: readonly PlanEntry[]
  /** It says that it is about a plan, even if no plan came with it; see `isPlanApproval`. */
  readonly isAboutPlan?: true
  /** Nothing says what it is about: no title, kind or detail. */
  readonly isBlank?: true
  /** The key of an open question about the same call that it takes the place of, and that is not answered any more; absent: none. */
  readonly replaces?: number
  readonly askedAtMs: number
}

/** The request asks to approve a plan or to leave planning, whether or not the plan came with it. */
export function isPlanApproval({ plan, toolKind, isAboutPlan }: PermissionRequest): boolean {
  return plan !== null || toolKind === 'switch_mode' || isAboutPlan === true
}

/** The plan in a permission request: its text, or the file that holds it. */
export type ProposedContent = Extract<PlanContent, { type: 'markdown' | 'file' }>

export interface PermissionOption {
  readonly id: string
  readonly name: string
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, any other word, or '' if missing. */
  readonly kind: string
}

export type Answerer = Exclude<Decider, 'agent'>

export type PermissionAnswer =
  | {
      readonly type: 'selected'
      readonly optionId: string
      readonly by: Answerer
      /** Sent in the same answer, or as the next prompt. Absent if there is none. */
      readonly feedback?: string
      /** Why the policy did not allow it. Absent if it was no reason. */
      readonly unseen?: Unseen
    }
  | { readonly type: 'cancelled'; readonly unseen?: Unseen }

type Offered = Pick<PermissionRequest, 'options' | 'hasUntoldOptions'>

/** The option that an answer chose; undefined: it is none of the request's. */
export function chosenOption({ options }: Offered, answer: PermissionAnswer): PermissionOption | undefined {
  return answer.type === 'selected' ? options.find(({ id }) => id === answer.optionId) : undefined
}

/** Only a kind that says so rejects: an option without a kind counts as an approval. */
export function isRejected(request: Offered, answer: PermissionAnswer): boolean {
  if (request.hasUntoldOptions === true) return answer.type === 'selected' && answer.optionId === 'rejected'
  return chosenOption(request, answer)?.kind.startsWith('reject') === true
}

/** Whether the last answer about a call rejected it: agents say of such a call that it failed. */
export function isCallRejected(
  answered: readonly { readonly request: PermissionRequest; readonly answer: PermissionAnswer }[],
  callId: string,
): boolean {
  const last = answered.findLast(({ request }) => request.callId === callId)
  return last !== undefined && isRejected(last.request, last.answer)
}

/** Whether an answer chose an option of the request that is no rejection. */
export function isAllowed(request: Offered, answer: PermissionAnswer): boolean {
  if (answer.type === 'cancelled' || isRejected(request, answer)) return false
  return request.hasUntoldOptions === true || chosenOption(request, answer) !== undefined
}

/**
 * What a policy needs and has not seen: the whole text of the plan to approve, the file that holds it, anything at all of what is asked,
 * an option that allows only this once, or a word of the user's after so many answers.
 */
export type Unseen = 'plan' | 'file' | 'action' | 'option' | 'user'

/** `ask` the user; `allow` once if there is such an option; `deny`. */
export type PermissionPolicy = 'ask' | 'allow' | 'deny'

/**
 * The options sorted by risk: reject once, reject always, a rejection that changes the mode, allow once, the rest, dangerous ones; the
 * least danger first.
 */
export function safestFirst(options: readonly PermissionOption[]): readonly PermissionOption[] {
  // Computed once for each: there may be thousands, with long names.
  return options
    .map((option) => ({ option, risk: risk(option) }))
    .toSorted((one, other) => one.risk - other.risk)
    .map(({ option }) => option)
}

const risks: Readonly<Record<Danger, number>> = { 'changes-mode': 5, 'more-than-once': 6, everything: 7 }

function risk(option: PermissionOption): number {
  const danger = dangerOfOption(option)
  if (danger !== null) return option.kind.startsWith('reject') ? 2 : risks[danger]
  switch (option.kind) {
    case 'reject_once':
      return 0
    case 'reject_always':
      return 1
    case 'allow_once':
      return 3
    default:
      return 4
  }
}

/**
 * The policy's option, never one that changes the mode or is dangerous otherwise: `allow` takes an `allow_once`, never an
 * `allow_always`, and none of several where no option rejects: such a request asks for a choice, not for a permission; `deny` takes a
 * `reject_once`, else a `reject_always`. null: the policy asks, or no option fits.
 */
export function policyAnswer(
  policy: PermissionPolicy,
  options: readonly PermissionOption[],
): PermissionOption | null {
  if (policy === 'ask' || (policy === 'allow' && isChoice(options))) return null
  return policy === 'allow' ? plainOption(options, 'allow_once') : rejectOption(options)
}

/** Pi sends the questions of its extensions so: every answer allows. */
function isChoice(options: readonly PermissionOption[]): boolean {
  return options.length > 1 && options.every(({ kind }) => kind === 'allow_once')
}

/** The option that only rejects; null: there is none. */
export function rejectOption(options: readonly PermissionOption[]): PermissionOption | null {
  return plainOption(options, 'reject_once') ?? plainOption(options, 'reject_always')
}

function plainOption(options: readonly PermissionOption[], kind: string): PermissionOption | null {
  return options.find((option) => option.kind === kind && dangerOfOption(option) === null) ?? null
}

/** What an agent shows with a question, in its order. Texts are raw. May be long. */
export type RequestDetail = readonly DetailPart[]

/** `words`: of the agent, in markdown. */
export type DetailPart = { readonly type: 'words'; readonly text: string } | DetailCode

/** What has to be shown as it is: a command, changes of a file, data, an address. */
export interface DetailCode {
  readonly type: 'code'
  /** `console`: a command after its `$`; `diff`: lines with `+` and `-`; null: unknown. */
  readonly language: 'console' | 'diff' | 'json' | null
  readonly text: string
  readonly file?: string
  readonly folder?: string
}

/** A detail as one plain text, for outputs without a markdown renderer. */
export function detailText(detail: RequestDetail): string {
  return detail.map(partText).join('\n\n')
}

export function partText(part: DetailPart): string {
  if (part.type === 'words') return part.text
  const { text, file, folder } = part
  const lines = [file, text, folder === undefined ? undefined : `(in ${folder})`]
  return lines.filter((line) => line !== undefined && line !== '').join('\n')
}
