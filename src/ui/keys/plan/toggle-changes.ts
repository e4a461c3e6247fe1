import type { AppState } from '../../../app/state/app-state.ts'
import { textBefore } from '../../state/answered-files.ts'
import { shownProposal } from '../../state/plan-questions.ts'
import { startOfPane, withScroll, type UiState } from '../../state/ui-state.ts'
import { withMessage } from '../key-result.ts'

/** The changes of the proposal that is shown, or its text again, from the beginning. */
export function toggledChanges(ui: UiState, state: AppState, nowMs: number): UiState {
  const proposal = shownProposal(ui, state)
  if (proposal === null || ui.tab === null)
    return withMessage(ui, 'This is no plan that was proposed.', nowMs)
  if (textBefore(ui, ui.tab, proposal) === null)
    return withMessage(ui, 'This is the first proposal: there is nothing to compare it with.', nowMs)
  return withScroll({ ...ui, showsChanges: !ui.showsChanges }, ui.tab, startOfPane)
}
