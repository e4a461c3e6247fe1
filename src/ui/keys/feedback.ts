import type { AppState } from '../../app/app-state.ts'
import { policyAnswer, type PermissionRequest } from '../../app/permission.ts'
import { openQuestion, questionKey } from '../../app/question.ts'
import { choiceIn } from '../screen/question-choice.ts'
import { optionsOf } from '../screen/question-options.ts'
import { emptyLine, type UiState } from '../screen/ui-state.ts'
import { only, withMessage, type Acted, type ActContext, type Intent } from './acted.ts'
import { cancelOf } from './cancel-turn.ts'
import { editLine, movedLine } from './edit-line.ts'
import { sentPrompt } from './edit-prompt.ts'
import type { KeyPress } from './key-press.ts'

/**
 * The line for what goes with a rejection, over the option that rejects. What was written for the same question before is
 * there again.
 */
export function openedFeedback(ui: UiState, request: PermissionRequest, nowMs: number): UiState {
  const key = questionKey({ kind: 'permission', request })
  const feedback = ui.feedback?.questionKey === key ? ui.feedback : { questionKey: key, line: emptyLine }
  const rejection = policyAnswer('deny', request.options)
  const opened: UiState = { ...ui, focus: 'feedback', feedback }
  if (rejection === null)
    return withMessage(opened, 'No answer rejects: enter cancels the turn and sends this as a prompt.', nowMs)
  const option = optionsOf({ kind: 'permission', request }).findIndex(
    ({ answer }) => answer.type === 'answer' && answer.optionId === rejection.id,
  )
  return { ...opened, choice: { ...choiceIn(key, ui.choice), option, isArmed: false } }
}

/** The screen with a prompt instead of the feedback, where its question is not open any more: nothing that was written is lost. */
export function withoutLostFeedback(ui: UiState, state: AppState, nowMs: number): UiState {
  if (ui.focus !== 'feedback' || requestOf(ui, state) !== null) return ui
  const text = [ui.prompt.line.text, ui.feedback?.line.text ?? ''].filter((part) => part !== '').join('\n')
  const closed: UiState = { ...ui, feedback: null, focus: text === '' ? 'plan' : 'prompt' }
  if (text === '') return closed
  const prompt = { ...ui.prompt, line: { text, cursor: text.length } }
  return withMessage({ ...closed, prompt }, 'The question is gone: this is a prompt now.', nowMs)
}

/** A key in the line for feedback. */
export function actInFeedback(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const request = requestOf(ui, context.state)
  const { feedback } = ui
  if (request === null || feedback === null)
    return only(withoutLostFeedback(ui, context.state, context.nowMs))
  if (press.name === 'escape') return only({ ...ui, focus: 'plan' })
  if (press.name === 'enter')
    return feedback.line.text.trim() === ''
      ? only({ ...ui, focus: 'plan' })
      : rejected(ui, request, { ...context, text: feedback.line.text })
  const line =
    press.name === 'up' || press.name === 'down'
      ? movedLine(feedback.line, press.name === 'up' ? -1 : 1)
      : editLine(feedback.line, isLineBreak(press) ? { name: 'newline', text: '\n' } : press)
  return only(line === null ? ui : { ...ui, feedback: { ...feedback, line } })
}

function isLineBreak({ name }: KeyPress): boolean {
  return name === 'alt-enter' || name === 'ctrl-j'
}

/** The request that the feedback is about, while it is the question asked. */
function requestOf(ui: UiState, state: AppState): PermissionRequest | null {
  const question = openQuestion(state)
  return question?.kind === 'permission' && questionKey(question) === ui.feedback?.questionKey
    ? question.request
    : null
}

function rejected(
  ui: UiState,
  request: PermissionRequest,
  { text, state }: ActContext & { readonly text: string },
): Acted {
  const { history } = sentPrompt({ ...ui.prompt, line: { text, cursor: 0 } })
  const rejection = policyAnswer('deny', request.options)
  const cancel = [cancelOf({ kind: 'permission', request }, state)].filter((intent) => intent !== null)
  const elsewhere: readonly Intent[] =
    state.sessions.get(request.sessionId)?.phase === 'open' && request.sessionId !== state.currentSessionId
      ? [{ type: 'open-session', sessionId: request.sessionId }]
      : []
  return {
    ui: {
      ...ui,
      focus: 'plan',
      feedback: null,
      choice: null,
      message: null,
      followsTabs: true,
      prompt: { ...ui.prompt, history },
    },
    intents:
      rejection === null
        ? [...elsewhere, ...cancel, { type: 'prompt', text }]
        : [{ type: 'answer', key: request.key, optionId: rejection.id, feedback: text }],
  }
}
