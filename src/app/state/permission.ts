import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { Todo } from '../../protocol/plans/todo-list.ts'

/** A `session/request_permission` as the screen needs it. Strings are raw. */
export interface PermissionRequest {
  /** Ours, unique in a run: the agent's own request ids may repeat after a restart. */
  readonly key: number
  readonly sessionId: string
  readonly title: string
  /** The tool call that it is about, by the agent's id; absent where it names none. */
  readonly callId?: string
  /** `edit`, `execute`, `switch_mode` … or null. */
  readonly toolKind: string | null
  /** What the agent shows with it: text, a diff as text, a command. May be long. */
  readonly detail: string
  readonly options: readonly PermissionOption[]
  /** The plan that it asks about, or null: it opens as a plan of its own. */
  readonly plan: ProposedContent | null
  /** The to-dos that stand beside the plan; absent where the request knows none. */
  readonly todos?: readonly Todo[]
  readonly askedAtMs: number
}

/** The plan in a permission request: its text, or the file that it stands in. */
export type ProposedContent = Extract<PlanContent, { type: 'markdown' | 'file' }>

export interface PermissionOption {
  readonly id: string
  readonly name: string
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, the agent's own word, or '' when missing. */
  readonly kind: string
}

export type PermissionAnswer =
  | {
      readonly type: 'selected'
      readonly optionId: string
      readonly by: 'user' | 'policy'
      /** Words that were said with it: they go in the same answer, or as the next prompt. Absent where there were none. */
      readonly feedback?: string
    }
  | { readonly type: 'cancelled' }

/** `ask` the user; `allow` once where such an option is there; `deny`. */
export type PermissionPolicy = 'ask' | 'allow' | 'deny'

const repeated = /don['’]?t ask|without asking|always|skip|auto-?accept/i
const everything = /bypass|all permissions|yolo|full[\s_-]?access|unrestricted|dangerously/i
// What shows nothing, and letters in another width, hide no word from us that a reader sees.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What an option allows beyond what is asked for: more than this once, or whatever the agent will do. */
export type Danger = 'more-than-once' | 'everything'

/** One that is dangerous is marked, and needs a second key. */
export function dangerOf({ id, kind, name }: PermissionOption): Danger | null {
  if (kind.startsWith('reject')) return null
  const words = plain(name)
  if (everything.test(words) || everything.test(plain(id))) return 'everything'
  return kind === 'allow_always' || repeated.test(words) ? 'more-than-once' : null
}

function plain(text: string): string {
  return text.slice(0, 1000).normalize('NFKC').replace(invisible, '')
}

/** The options with the safest first: rejections once, rejections always, allowing once, the rest, the dangerous. */
export function safestFirst(options: readonly PermissionOption[]): readonly PermissionOption[] {
  // Weighed once each: there may be thousands, and their names are long texts.
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
 * What a policy answers: `allow` takes an option of kind `allow_once` that is not dangerous, never `allow_always`;
 * `deny` takes a `reject_once`, else a `reject_always`. null: the policy asks, or no option fits.
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
      return (
        options.find((option) => option.kind === 'reject_once') ??
        options.find((option) => option.kind === 'reject_always') ??
        null
      )
  }
}
