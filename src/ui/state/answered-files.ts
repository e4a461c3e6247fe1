import type { AppState } from '../../app/state/app-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import { planUi, tabId, withPlanUi, type AnsweredFile, type TabId, type UiState } from './ui-state.ts'

/** Keeps the texts of answered proposals that are files: the agent often overwrites the file with its next proposal. */
export function withAnsweredFiles(
  ui: UiState,
  state: AppState,
  documentOf: (uri: string) => PlanDocument,
): UiState {
  let next = ui
  for (const { id, proposal, plans } of state.sessions.values()) {
    if (proposal === null || proposal.outcome === null) continue
    const { planKey, proposedAtMs } = proposal
    const body = plans.get(planKey)?.body
    const tab = tabId(id, planKey)
    const last = planUi(next, tab).answered
    const uri = body === undefined ? null : documentUri(body)
    if (uri === null || last?.proposedAtMs === proposedAtMs) continue
    const document = documentOf(uri)
    if (document.state !== 'shown') continue
    const answered: AnsweredFile = { proposedAtMs, text: document.text, before: last?.text ?? null }
    next = withPlanUi(next, tab, { answered })
  }
  return next
}

/** The text of the proposal before that of a tab; null if there was none, or its file was never read. */
export function textBefore(ui: UiState, tab: TabId, proposal: Proposal): string | null {
  if (proposal.previousText !== null) return proposal.previousText
  const { answered } = planUi(ui, tab)
  if (answered === null) return null
  return answered.proposedAtMs === proposal.proposedAtMs ? answered.before : answered.text
}
