import type { PermissionRequest } from '../../app/permission.ts'
import type { UiState } from './ui-state.ts'

/** Where the user stands in one question of the agent's. */
export interface PermissionChoice {
  /** The question: what was chosen in one says nothing about another. */
  readonly requestKey: number
  /** The selected option, the safest being 0. */
  readonly option: number
  /** The selected option is a dangerous one and was asked for once already. */
  readonly isArmed: boolean
}

/** The user's choice in this question; its safest option, not asked for, as long as nothing was chosen in it. */
export function choiceIn(ui: UiState, request: PermissionRequest): PermissionChoice {
  return ui.choice?.requestKey === request.key
    ? ui.choice
    : { requestKey: request.key, option: 0, isArmed: false }
}
