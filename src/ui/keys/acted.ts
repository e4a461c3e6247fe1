import type { AppState } from '../../app/app-state.ts'
import type { DrawnFacts } from '../screen/drawn-facts.ts'
import { messageMs } from '../screen/timing.ts'
import type { UiState } from '../screen/ui-state.ts'

/** What a key asks of the world outside of the screen. */
export type Intent =
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'cancel-turn' }
  | { readonly type: 'answer'; readonly key: number; readonly optionId: string }
  | { readonly type: 'restart' }
  | { readonly type: 'fetch'; readonly uri: string }
  | { readonly type: 'redraw' }
  | { readonly type: 'quit'; readonly reason: 'quit' | 'interrupted' }

/** What became of a key. */
export interface Acted {
  readonly ui: UiState
  readonly intents: readonly Intent[]
}

/** What a key means depends on. */
export interface ActContext {
  readonly state: AppState
  readonly facts: DrawnFacts
  readonly nowMs: number
}

/** A key that asks nothing of the world. */
export function only(ui: UiState): Acted {
  return { ui, intents: [] }
}

/** The screen with something to say to the user for a while. */
export function withMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + messageMs } }
}
