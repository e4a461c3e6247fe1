import { reachable } from './list-state.ts'
import { choiceIn } from './question-choice.ts'
import type { ShownQuestion } from './shown.ts'
import type { UiState } from './ui-state.ts'

/**
 * The screen with the long text of the shown question scrolled by lines or by a page; null: all of it is visible. Several steps may
 * come before the next frame: each begins where the one before has led.
 */
export function withDetailScrolled(
  ui: UiState,
  shown: ShownQuestion | null,
  step: -1 | 1,
  lines: number | 'page',
): UiState | null {
  if (shown === null || shown.detail === null) return null
  const choice = choiceIn(shown.key, ui.choice)
  const by = lines === 'page' ? Math.max(1, shown.detail.visible - 1) : lines
  const detailTop = reachable(reachable(choice.detailTop, shown.detail) + step * by, shown.detail)
  return { ...ui, choice: { ...choice, detailTop } }
}
