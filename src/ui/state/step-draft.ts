import type { AppState } from '../../app/state/app-state.ts'
import { lastPrompt } from './asked-steps.ts'
import { nothingSelected } from './step-selection.ts'
import { withSteps, type UiState } from './ui-state.ts'

/** The screen after a text was sent: the steps that it was written for are asked for, and no longer selected. */
export function withDraftSent(
  ui: UiState,
  { text, into, sessionId }: SentText,
  { sessions }: AppState,
): UiState {
  const { stepDraft } = ui
  if (stepDraft === null || stepDraft.into !== into) return ui
  const rest: UiState = { ...ui, stepDraft: null }
  const planSteps = ui.steps.get(stepDraft.tab)
  const session = sessionId === null ? undefined : sessions.get(sessionId)
  if (planSteps === undefined || session === undefined) return rest
  const { request, keys } = stepDraft
  const asked = {
    request,
    keys,
    sessionId: session.id,
    text,
    state: 'given',
    lastPrompt: lastPrompt(session),
  } as const
  return withSteps(rest, stepDraft.tab, { ...planSteps, selection: nothingSelected, asked })
}

interface SentText {
  readonly text: string
  readonly into: 'prompt' | 'feedback'
  readonly sessionId: string | null
}

/** A draft that the user has deleted asks for nothing. */
export function withoutDeletedDraft(ui: UiState): UiState {
  const { stepDraft, prompt, feedback } = ui
  if (stepDraft === null) return ui
  const text = stepDraft.into === 'prompt' ? prompt.line.text : (feedback?.line.text ?? '')
  return text === '' && prompt.historyAt === null ? { ...ui, stepDraft: null } : ui
}
