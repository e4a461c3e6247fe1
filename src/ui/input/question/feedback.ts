import { feedbackQuestion, withoutLostFeedback, planTabOf } from '../../state/plan-questions.ts'
import type { AppState } from '../../../app/state/app-state.ts'
import { rejectOption } from '../../../app/state/permission.ts'
import { questionKey, type ChoiceQuestion } from '../../../app/state/question.ts'
import type { Intent } from '../../state/intent.ts'
import { backToNow } from '../../state/looking-back.ts'
import { optionsOf } from '../../state/question-options.ts'
import { commentsPart, unsentWords, withDraftSent, withPart } from '../../state/step-draft.ts'
import { type TabId, type UiState, withMessage } from '../../state/ui-state.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { editText, movedLine, sentPrompt } from '../lines/edit-line.ts'
import { cancelOf } from '../plan/leave.ts'
import { choiceIn } from '../../state/question-state.ts'
import { emptyLine, labelColumns, writtenColumns } from '../../state/line-edit.ts'

/**
 * Opens the line for the feedback sent with a rejection, below the plan as it is now, and selects the option that rejects. Earlier
 * text for this question is kept; an empty line is filled with the comments on the plan that were not sent yet.
 */
export function openedFeedback(
  ui: UiState,
  question: ChoiceQuestion,
  { state, nowMs }: Pick<KeyContext, 'state' | 'nowMs'>,
): UiState {
  const key = questionKey(question)
  const feedback = ui.feedback?.questionKey === key ? ui.feedback : { questionKey: key, line: emptyLine }
  const rejection = rejectionOf(question)
  const opened = withComments(
    { ...backToNow(ui, ui.tab), writing: { kind: 'feedback' }, feedback },
    question,
    state,
  )
  if (rejection === null)
    return withMessage(opened, 'No option rejects: enter cancels the turn and sends this as a prompt.', nowMs)
  const option = optionsOf(question).findIndex(({ answer }) => isSameAnswer(answer, rejection))
  return { ...opened, choice: { ...choiceIn(key, ui.choice), option, isArmed: false } }
}

function withComments(ui: UiState, question: ChoiceQuestion, state: AppState): UiState {
  const tab = planTabOf(question, state)
  const part = tab === null || ui.feedback?.line.text !== '' ? null : commentsPart(ui, tab, true)
  return part === null ? ui : withPart(ui, part, 'feedback')
}

/** A key while the feedback line has the focus. */
export function actInFeedback(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const question = feedbackQuestion(ui, context.state)
  const { feedback } = ui
  if (question === null || feedback === null)
    return screenOnly(withoutLostFeedback(ui, context.state, context.nowMs))
  if (press.name === 'escape') return screenOnly({ ...ui, writing: null })
  if (press.name === 'enter')
    return feedback.line.text.trim() === ''
      ? screenOnly({ ...ui, writing: null })
      : rejected(ui, question, { ...context, text: feedback.line.text })
  if (press.name === 'ctrl-g')
    return { ui, intents: [{ type: 'edit-text', into: 'feedback', text: feedback.line.text }] }
  const line =
    press.name === 'up' || press.name === 'down'
      ? movedLine(
          feedback.line,
          press.name === 'up' ? -1 : 1,
          writtenColumns(ui.columns, labelColumns.feedback),
        )
      : editText(feedback.line, press)
  return screenOnly(line === null ? ui : { ...ui, feedback: { ...feedback, line } })
}

/** The answer that rejects, or continues planning; null where the question offers none. */
function rejectionOf(question: ChoiceQuestion): Intent | null {
  if (question.kind === 'proposal') return { type: 'decide-proposal', decision: 'refine' }
  const { key, options } = question.request
  const rejection = rejectOption(options)
  return rejection === null ? null : { type: 'answer', key, optionId: rejection.id }
}

function isSameAnswer(one: Intent, other: Intent): boolean {
  if (one.type === 'answer' && other.type === 'answer') return one.optionId === other.optionId
  return one.type === 'decide-proposal' && other.type === 'decide-proposal' && one.decision === other.decision
}

function rejected(
  ui: UiState,
  question: ChoiceQuestion,
  { text, state, nowMs }: KeyContext & { readonly text: string },
): KeyResult {
  const { history } = sentPrompt({ ...ui.prompt, line: { text, cursor: 0 } })
  const sessionId = question.kind === 'permission' ? question.request.sessionId : question.sessionId
  const sent: UiState = {
    ...withDraftSent(ui, { text, into: 'feedback', sessionId }, state),
    writing: null,
    feedback: null,
    choice: null,
    message: null,
    followsTabs: true,
    prompt: { ...ui.prompt, history },
  }
  // The user may have deleted the comments from the feedback.
  const answered = withUnsentTold(sent, planTabOf(question, state), nowMs)
  const rejection = rejectionOf(question)
  if (rejection?.type === 'answer') return { ui: answered, intents: [{ ...rejection, feedback: text }] }
  const prompt: Intent = { type: 'prompt', text }
  if (rejection !== null) return { ui: answered, intents: [rejection, prompt] }
  const cancel = [cancelOf(question, state)].filter((intent) => intent !== null)
  return { ui: answered, intents: [...openingSession(question, state), ...cancel, prompt] }
}

/** Says after an answer that comments on the plan were not sent with it. */
export function withUnsentTold(ui: UiState, tab: TabId | null, nowMs: number): UiState {
  const words = unsentWords(ui, tab)
  return words === null ? ui : withMessage(ui, words, nowMs)
}

/** Switches to the session of the question, if it is open and not the current one. */
function openingSession(question: ChoiceQuestion, state: AppState): readonly Intent[] {
  const sessionId = question.kind === 'permission' ? question.request.sessionId : question.sessionId
  const isElsewhere = state.sessions.get(sessionId)?.phase === 'open' && sessionId !== state.currentSessionId
  return isElsewhere ? [{ type: 'open-session', sessionId }] : []
}
