import type { AppState } from '../../app/state/app-state.ts'
import type { Intent } from '../state/intent.ts'
import type { Shown } from '../state/shown.ts'
import { withMessage } from '../state/status-message.ts'
import type { UiState } from '../state/ui-state.ts'

/** The result of a key press: the screen's next state, and the intents to carry out, in order. */
export interface KeyResult {
  readonly ui: UiState
  readonly intents: readonly Intent[]
}

/** Everything besides the screen's state that the meaning of a key depends on. */
export interface KeyContext {
  readonly state: AppState
  /** What the frame showed that was painted last: the user reacted to that, not to a newer state. */
  readonly shown: Shown
  readonly nowMs: number
  /** The key belongs to a text that is being typed, or is known to be followed by none; absent: undecided yet. */
  readonly typing?: 'in-text' | 'alone'
}

/** A result without intents. */
export function screenOnly(ui: UiState): KeyResult {
  return { ui, intents: [] }
}

/** A key that does nothing but say why. */
export function messageOnly(ui: UiState, text: string, { nowMs }: KeyContext): KeyResult {
  return screenOnly(withMessage(ui, text, nowMs))
}
