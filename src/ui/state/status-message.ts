import { fileMessageMs, messageMs } from './timing.ts'
import type { UiState } from './ui-state.ts'

/** The screen with a message in the status line, for `messageMs`. */
export function withMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + messageMs } }
}

/** The screen with a message that names a file: for `fileMessageMs`, and never cut. */
export function withFileMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + fileMessageMs, isWhole: true } }
}
