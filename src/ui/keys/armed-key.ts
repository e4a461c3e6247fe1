import type { ArmedKey, UiState } from '../state/ui-state.ts'

/** The screen that waits for a key to be pressed again, and says so for as long. */
export function armed(ui: UiState, key: ArmedKey, words: string): UiState {
  return { ...ui, armed: key, message: { text: words, untilMs: key.untilMs } }
}

/** The key was pressed right before, and in time. */
export function isArmedBy({ armed: before }: UiState, key: string, nowMs: number): boolean {
  return before !== null && before.key === key && nowMs < before.untilMs
}

/** The screen after another key: nothing waits for a second one any more, and nothing says so. */
export function disarmed(ui: UiState): UiState {
  const { armed: before, message } = ui
  if (before === null) return ui
  return { ...ui, armed: null, message: message?.untilMs === before.untilMs ? null : message }
}
