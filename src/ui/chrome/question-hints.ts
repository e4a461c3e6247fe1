import type { AppState } from '../../app/state/app-state.ts'
import { policyAnswer } from '../../app/state/permission.ts'
import { openQuestion } from '../../app/state/question.ts'
import { textBefore } from '../state/answered-files.ts'
import { shownProposal } from '../state/plan-questions.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Hint } from './hint.ts'
import { panelHint } from './panel-hints.ts'

/** The keys of a question with options. */
export function questionHints(ui: UiState, state: AppState): readonly Hint[] {
  return [
    { key: 'enter', does: 'choose' },
    { key: '↑↓', does: 'options' },
    { key: 'f', does: 'feedback' },
    ...changesHint(ui, state),
    { key: 'esc', does: 'later' },
    { key: 'PgDn', does: 'scroll' },
    { key: 'tab', does: 'plans' },
    panelHint('help'),
    { key: 'q', does: 'quit' },
  ]
}

/** The keys of the line for what goes with a rejection. */
export function feedbackHints(state: AppState): readonly Hint[] {
  const question = openQuestion(state)
  const canReject = question?.kind === 'permission' && policyAnswer('deny', question.request.options) !== null
  const does =
    question?.kind === 'proposal' ? 'refine it' : canReject ? 'reject and send' : 'cancel the turn and send'
  return [
    { key: 'enter', does },
    { key: 'esc', does: 'back' },
    { key: 'alt-enter', does: 'new line' },
  ]
}

/** Where a revised proposal is shown. */
export function changesHint(ui: UiState, state: AppState): readonly Hint[] {
  const proposal = shownProposal(ui, state)
  if (proposal === null || !proposal.isWhole || ui.tab === null || textBefore(ui, ui.tab, proposal) === null)
    return []
  return [{ key: 'd', does: ui.showsChanges ? 'the plan' : 'changes' }]
}
