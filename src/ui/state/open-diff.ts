import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import { planOfTab } from './plan-of-tab.ts'
import { withMessage } from './status-message.ts'
import { planUi, type UiState } from './ui-state.ts'

interface ReadAt {
  readonly nowMs: number
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
}

/** Closes the diff view of a present plan whose file cannot be read any more, and says so. */
export function withoutUnreadableDiff(ui: UiState, state: AppState, { nowMs, documentOf }: ReadAt): UiState {
  const { diff } = ui
  // A past revision has the text that was read then.
  if (diff === null || planUi(ui, diff.tab).past !== null) return ui
  const plan = planOfTab(state, diff.tab)?.plan
  const uri = plan === undefined ? null : documentUri(plan.body)
  if (uri === null || documentOf(uri).state !== 'unavailable') return ui
  const closed: UiState = { ...ui, diff: null }
  return diff.tab !== ui.tab
    ? closed
    : withMessage(closed, 'The file cannot be read: there is nothing to compare.', nowMs)
}
