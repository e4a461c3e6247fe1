/** A `session/request_permission` as the screen needs it. Strings are raw. */
export interface PermissionRequest {
  /** Ours, unique in a run: the agent's own request ids may repeat after a restart. */
  readonly key: number
  readonly sessionId: string
  readonly title: string
  /** `edit`, `execute`, `switch_mode` … or null. */
  readonly toolKind: string | null
  /** What the agent shows with it: text, a diff as text, a command. May be long. */
  readonly detail: string
  readonly options: readonly PermissionOption[]
  readonly askedAtMs: number
}

export interface PermissionOption {
  readonly id: string
  readonly name: string
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, the agent's own word, or '' when missing. */
  readonly kind: string
}

export type PermissionAnswer =
  | { readonly type: 'selected'; readonly optionId: string; readonly by: 'user' | 'policy' }
  | { readonly type: 'cancelled' }

/** `ask` the user; `allow` once where such an option is there; `deny`. */
export type PermissionPolicy = 'ask' | 'allow' | 'deny'

const bypasses = /bypass|all permissions|don'?t ask|always|skip|yolo/i

/** An option that allows more than this once: it is marked, and needs a second key. */
export function isDangerous(option: PermissionOption): boolean {
  return option.kind === 'allow_always' || (!option.kind.startsWith('reject') && bypasses.test(option.name))
}

/** The options with the safest first: rejections once, rejections always, allowing once, the rest, the dangerous. */
export function safestFirst(options: readonly PermissionOption[]): readonly PermissionOption[] {
  return options.toSorted((one, other) => risk(one) - risk(other))
}

function risk(option: PermissionOption): number {
  if (isDangerous(option)) return 4
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
      return options.find((option) => option.kind === 'allow_once' && !isDangerous(option)) ?? null
    case 'deny':
      return (
        options.find((option) => option.kind === 'reject_once') ??
        options.find((option) => option.kind === 'reject_always') ??
        null
      )
  }
}
