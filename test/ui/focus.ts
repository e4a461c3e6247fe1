import type { AppState } from '../../src/app/state/app-state.ts'
import type { Question } from '../../src/app/state/question.ts'
import { openLayers } from '../../src/ui/state/open-layers.ts'
import type { UiState, Writing } from '../../src/ui/state/ui-state.ts'

/** What receives the keys, in a word: the kind of what is written or asked, a list, or the plan. */
export function focusOf(
  ui: UiState,
  state: AppState,
): Writing['kind'] | Question['kind'] | 'picker' | 'plan' {
  const { writing, question, picker } = openLayers(ui, state)
  return writing?.kind ?? question?.kind ?? (picker === null ? 'plan' : 'picker')
}
