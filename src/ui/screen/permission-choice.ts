import type { PermissionRequest } from '../../app/permission.ts'

/** Where the user stands in one question of the agent's. */
export interface PermissionChoice {
  /** The question: what was chosen in one says nothing about another. */
  readonly requestKey: number
  /** The selected option, the safest being 0. */
  readonly option: number
  /** The selected option is a dangerous one and was asked for once already. */
  readonly isArmed: boolean
}

/** What was chosen last, if it was in this question; else its safest option, not asked for. */
export function choiceIn(request: PermissionRequest, last: PermissionChoice | null): PermissionChoice {
  return last?.requestKey === request.key ? last : { requestKey: request.key, option: 0, isArmed: false }
}
