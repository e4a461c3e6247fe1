import type { AppState } from '../../app/state/app-state.ts'
import { openQuestion, questionKey, type ChoiceQuestion } from '../../app/state/question.ts'
import { withMessage } from './status-message.ts'
import type { UiState } from './ui-state.ts'

/** The question that the feedback answers, while it is the open one. */
export function feedbackQuestion(ui: UiState, state: AppState): ChoiceQuestion | null {
  const question = openQuestion(state)
  return question !== null &&
    question.kind !== 'elicitation' &&
    questionKey(question) === ui.feedback?.questionKey
    ? question
    : null
}

/** Moves the feedback into the prompt when its question has closed meanwhile, so that no text is lost. */
export function withoutLostFeedback(ui: UiState, state: AppState, nowMs: number): UiState {
  if (ui.writing?.kind !== 'feedback' || feedbackQuestion(ui, state) !== null) return ui
  const text = [ui.prompt.line.text, ui.feedback?.line.text ?? ''].filter((part) => part !== '').join('\n')
  const closed: UiState = { ...ui, feedback: null, writing: text === '' ? null : { kind: 'prompt' } }
  if (text === '') return closed
  const prompt = { ...ui.prompt, line: { text, cursor: text.length } }
  const stepDraft = ui.stepDraft === null ? null : { ...ui.stepDraft, into: 'prompt' as const }
  return withMessage({ ...closed, prompt, stepDraft }, 'The question is gone: this is a prompt now.', nowMs)
}
