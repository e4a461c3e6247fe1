import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { Todo } from '../../protocol/plans/todo-list.ts'
import { lateRegExp } from '../../lib/late-regexp.ts'
import type { RequestDetail } from './request-detail.ts'

/** A `session/request_permission`. Strings are raw. */
export interface PermissionRequest {
  /** The client's own key, unique in a run: the agent's request ids may repeat after a restart. */
  readonly key: number
  readonly sessionId: string
  readonly title: string
  /** The id of the tool call; absent if the request has none. */
  readonly callId?: string
  /** `edit`, `execute`, `switch_mode` … or null. */
  readonly toolKind: string | null
  readonly detail: RequestDetail
  readonly options: readonly PermissionOption[]
  /** The plan in question, or null. It is shown as a separate plan. */
  readonly plan: ProposedContent | null
  /** The to-dos beside the plan; absent if the kind of request has none. */
  readonly todos?: readonly Todo[]
  /** The to-do list that it asks to write; absent: it asks about something else. */
  readonly todoList?: readonly PlanEntry[]
  readonly askedAtMs: number
}

/** The plan in a permission request: its text, or the file that holds it. */
export type ProposedContent = Extract<PlanContent, { type: 'markdown' | 'file' }>

export interface PermissionOption {
  readonly id: string
  readonly name: string
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, any other word, or '' if missing. */
  readonly kind: string
}

export type PermissionAnswer =
  | {
      readonly type: 'selected'
      readonly optionId: string
      readonly by: 'user' | 'policy'
      /** Sent in the same answer, or as the next prompt. Absent if there is none. */
      readonly feedback?: string
    }
  | { readonly type: 'cancelled' }

/** `ask` the user; `allow` once if there is such an option; `deny`. */
export type PermissionPolicy = 'ask' | 'allow' | 'deny'

const repeated = /don['’]?t ask|without asking|always|skip|auto-?accept/i
const everything = /bypass|all permissions|yolo|full[\s_-]?access|unrestricted|dangerously/i
// Invisible and full-width characters must not hide a word from these checks that a reader would see.
const invisible = lateRegExp(String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}]`, 'gu')

/** What an option allows beyond the request: more than this once, or everything. */
export type Danger = 'more-than-once' | 'everything'

/** Dangerous options are marked, and need a second key. */
export function dangerOf({ id, kind, name }: PermissionOption): Danger | null {
  if (kind.startsWith('reject')) return null
  const words = plain(name)
  if (everything.test(words) || everything.test(plain(id))) return 'everything'
  return kind === 'allow_always' || repeated.test(words) ? 'more-than-once' : null
}

function plain(text: string): string {
  return text.slice(0, 1000).normalize('NFKC').replace(invisible(), '')
}

/** The options sorted by risk: reject once, reject always, allow once, the rest, dangerous ones. */
export function safestFirst(options: readonly PermissionOption[]): readonly PermissionOption[] {
  // Computed once for each: there may be thousands, with long names.
  return options
    .map((option) => ({ option, risk: risk(option) }))
    .toSorted((one, other) => one.risk - other.risk)
    .map(({ option }) => option)
}

function risk(option: PermissionOption): number {
  const danger = dangerOf(option)
  if (danger !== null) return danger === 'everything' ? 5 : 4
  switch (option.kind) {
    case 'reject_once':
      return 0
    case 'reject_always':
      return 1
    case 'allow_once':
      return 2
    default:
      return 3
  }
}

/**
 * The policy's option: `allow` takes an `allow_once` that is not dangerous, never an `allow_always`; `deny` takes a
 * `reject_once`, else a `reject_always`. null: the policy asks, or no option fits.
 */
export function policyAnswer(
  policy: PermissionPolicy,
  options: readonly PermissionOption[],
): PermissionOption | null {
  switch (policy) {
    case 'ask':
      return null
    case 'allow':
      return options.find((option) => option.kind === 'allow_once' && dangerOf(option) === null) ?? null
    case 'deny':
      return rejectOption(options)
  }
}

export function rejectOption(options: readonly PermissionOption[]): PermissionOption | null {
  return (
    options.find((option) => option.kind === 'reject_once') ??
    options.find((option) => option.kind === 'reject_always') ??
    null
  )
}
