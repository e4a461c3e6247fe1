import type { AppState } from '../../app/app-state.ts'
import type { PlanDocument } from '../../app/plan-document.ts'
import { planKey } from '../../plans/plan.ts'
import { proposedPlan } from '../../protocol/plan-content.ts'
import type { AnsweredFile, UiState } from './ui-state.ts'

const proposedKey = planKey(proposedPlan)

/** The file of a proposal is often written anew for the next one: what an answered one said is kept to compare that with. */
export function withAnsweredFiles(
  ui: UiState,
  state: AppState,
  documentOf: (uri: string) => PlanDocument,
): UiState {
  let answeredFiles = ui.answeredFiles
  for (const { id, proposal, plans } of state.sessions.values()) {
    if (proposal === null || proposal.outcome === null) continue
    const { proposedAtMs } = proposal
    const body = plans.get(proposedKey)?.body
    const last = answeredFiles.get(id)
    if (body?.type !== 'file' || last?.proposedAtMs === proposedAtMs) continue
    const document = documentOf(body.uri)
    if (document.state !== 'shown') continue
    const answered: AnsweredFile = { proposedAtMs, text: document.text, before: last?.text ?? null }
    answeredFiles = new Map(answeredFiles).set(id, answered)
  }
  return answeredFiles === ui.answeredFiles ? ui : { ...ui, answeredFiles }
}

/** The text of the proposal before a session's present one; null where there was none, or nobody saw its file. */
export function textBefore(ui: UiState, state: AppState, sessionId: string): string | null {
  const proposal = state.sessions.get(sessionId)?.proposal ?? null
  if (proposal === null || proposal.previousText !== null) return proposal?.previousText ?? null
  const answered = ui.answeredFiles.get(sessionId)
  if (answered === undefined) return null
  return answered.proposedAtMs === proposal.proposedAtMs ? answered.before : answered.text
}
