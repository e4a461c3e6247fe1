import { questionKey, type ChoiceQuestion, type Question } from '../../../app/state/question.ts'
import {
  planTabOf,
  isYesOrNo,
  optionsOf,
  feedbackQuestion,
  withoutLostAnswers,
} from '../../state/questions.ts'
import { commentsPart, withPart, unsentWords, withDraftSent } from '../../state/step-draft.ts'
import { wasShown, type ShownQuestion } from '../../state/shown.ts'
import { withMessage, type TabId, type UiState, lineIn } from '../../state/ui-state.ts'
import { messageOnly, screenOnly, type Layer, type KeyContext, type KeyResult } from '../layer.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { postpone, cancelOf } from '../plan/leave.ts'
import { reachable } from '../../state/list-state.ts'
import { choiceIn } from '../../state/question-state.ts'
import type { AppState } from '../../../app/state/app-state.ts'
import { rejectOption } from '../../../app/state/permission.ts'
import type { Intent } from '../../state/intent.ts'
import { backToNow } from '../../state/looking-back.ts'
import { editText, movedLine, sentPrompt } from '../lines/edit-line.ts'
import { emptyLine, labelColumns, writtenColumns } from '../../state/line-edit.ts'

interface QuestionContext extends KeyContext {
  readonly question: ChoiceQuestion
}

/** A permission request or a proposal. */
export const choiceLayer: Layer = {
  act(ui, press, context) {
    const { question } = context.layers
    return question === null || question.kind === 'elicitation'
      ? null
      : chooseOption(ui, press, { ...context, question })
  },
  does(ui, command, context) {
    const { question } = context.layers
    return command !== 'feedback' || question === null || question.kind === 'elicitation'
      ? null
      : screenOnly(openedFeedback(ui, question, context))
  },
}

/** Selects an option or answers; null for other keys. Only a question of the last frame is answered: the user has seen no other. */
function chooseOption(ui: UiState, press: KeyPress, context: QuestionContext): KeyResult | null {
  const { question, shown, nowMs } = context
  const meant = optionOfKey(question, press.name)
  if (meant !== null) return selectedByKey(ui, meant, context)
  const key = questionKey(question)
  const { option } = choiceIn(key, ui.choice)
  if (ui.keys.question.commandOf(press.name) === 'feedback')
    return screenOnly(openedFeedback(ui, question, context))
  const command = ui.keys.plan.commandOf(press.name)
  switch (command) {
    case 'down':
      return screenOnly(selected(ui, question, option + 1))
    case 'up':
      return screenOnly(selected(ui, question, option - 1))
    case 'page-down':
    case 'page-up':
      return scrolled(ui, command === 'page-down' ? 1 : -1, context)
    default:
  }
  // Whatever the user's own keys are.
  switch (press.name) {
    case 'escape':
      // The first escape ends a search.
      return ui.query === '' ? screenOnly(postpone(ui, question, nowMs)) : null
    case 'enter':
      // A question that came, or changed, after the last frame is not what the key was meant for.
      return wasShown(question, shown) ? answered(ui, context) : screenOnly(ui)
    default:
      return null
  }
}

/** The option that a digit or the letter of a plain yes or no means; null for other keys. */
function optionOfKey(question: ChoiceQuestion, key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return (key === 'y' || key === 'n') && isYesOrNo(question) ? ['n', 'y'].indexOf(key) : null
}

/** A question that came after the last frame is not what the key was meant for: it keeps its meaning on the plan. */
function selectedByKey(ui: UiState, option: number, context: QuestionContext): KeyResult | null {
  const { question, shown } = context
  if (!wasShown(question, shown)) return null
  if (option >= optionsOf(question).length)
    return messageOnly(ui, `There is no option ${option + 1}.`, context)
  return screenOnly(selected(ui, question, option))
}

function selected(ui: UiState, question: Question, to: number): UiState {
  const option = Math.max(0, Math.min(to, optionsOf(question).length - 1))
  return { ...ui, choice: { ...choiceIn(questionKey(question), ui.choice), option, isArmed: false } }
}

function answered(ui: UiState, { question, state, nowMs }: QuestionContext): KeyResult {
  const choice = choiceIn(questionKey(question), ui.choice)
  const chosen = optionsOf(question)[choice.option]
  if (chosen === undefined) return screenOnly(ui)
  // A dangerous option needs enter twice; the dialog says so beside it.
  if (chosen.danger !== null && !choice.isArmed)
    return screenOnly({ ...ui, choice: { ...choice, isArmed: true } })
  const tab = planTabOf(question, state)
  // What is to change is written in the prompt.
  if (chosen.answer.type === 'decide-proposal' && chosen.answer.decision === 'refine') {
    const refined = withComments({ ...ui, choice: null, writing: { kind: 'prompt' } }, tab, 'prompt')
    return { ui: refined, intents: [chosen.answer] }
  }
  // The screen follows the agent again, whichever tab the user had picked before.
  const followsTabs = ui.followsTabs || tab !== null
  const next: UiState = { ...ui, choice: null, message: null, followsTabs }
  return { ui: withUnsentTold(next, tab, nowMs), intents: [chosen.answer] }
}

/** With the comments on a plan that were not sent yet, if nothing is written there. */
function withComments(ui: UiState, tab: TabId | null, into: 'prompt' | 'feedback'): UiState {
  const part = tab === null || lineIn(ui, into).text !== '' ? null : commentsPart(ui, tab, true)
  return part === null ? ui : withPart(ui, part, into)
}

/** Scrolls a long detail by a page; null when all of it is visible, so that the keys scroll the plan. */
function scrolled(ui: UiState, step: -1 | 1, { question, shown }: QuestionContext): KeyResult | null {
  const isSame = shown.question?.key === questionKey(question)
  const next = isSame ? withDetailScrolled(ui, shown.question, step, 'page') : null
  return next === null ? null : screenOnly(next)
}

/** The long text of the shown question scrolled; null: all of it is visible. Each of several steps begins where the one before has led. */
export function withDetailScrolled(
  ui: UiState,
  shown: ShownQuestion | null,
  step: -1 | 1,
  lines: number | 'page',
): UiState | null {
  if (shown === null || shown.detail === null) return null
  const choice = choiceIn(shown.key, ui.choice)
  const by = lines === 'page' ? Math.max(1, shown.detail.visible - 1) : lines
  const detailTop = reachable(reachable(choice.detailTop, shown.detail) + step * by, shown.detail)
  return { ...ui, choice: { ...choice, detailTop } }
}

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
  const written: UiState = { ...backToNow(ui, ui.tab), writing: { kind: 'feedback' }, feedback }
  const opened = withComments(written, planTabOf(question, state), 'feedback')
  if (rejection === null)
    return withMessage(opened, 'No option rejects: enter cancels the turn and sends this as a prompt.', nowMs)
  const option = optionsOf(question).findIndex(({ answer }) => isSameAnswer(answer, rejection))
  return { ...opened, choice: { ...choiceIn(key, ui.choice), option, isArmed: false } }
}

export function actInFeedback(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const question = feedbackQuestion(ui, context.state)
  const { feedback } = ui
  if (question === null || feedback === null)
    return screenOnly(withoutLostAnswers(ui, context.state, context.nowMs))
  if (press.name === 'escape') return screenOnly({ ...ui, writing: null })
  if (press.name === 'enter')
    return feedback.line.text.trim() === ''
      ? screenOnly({ ...ui, writing: null })
      : rejected(ui, question, { ...context, text: feedback.line.text })
  if (press.name === 'ctrl-g')
    return { ui, intents: [{ type: 'edit-text', into: 'feedback', text: feedback.line.text }] }
  const columns = writtenColumns(ui.columns, labelColumns.feedback)
  const line =
    press.name === 'up' || press.name === 'down'
      ? movedLine(feedback.line, press.name === 'up' ? -1 : 1, columns)
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
  return { ui: answered, intents: [...openingSession(sessionId, state), ...cancel, prompt] }
}

/** Says after an answer that comments on the plan were not sent with it. */
function withUnsentTold(ui: UiState, tab: TabId | null, nowMs: number): UiState {
  const words = unsentWords(ui, tab)
  return words === null ? ui : withMessage(ui, words, nowMs)
}

/** Switches to the session, if it is open and not the current one. */
function openingSession(sessionId: string, state: AppState): readonly Intent[] {
  const isElsewhere = state.sessions.get(sessionId)?.phase === 'open' && sessionId !== state.currentSessionId
  return isElsewhere ? [{ type: 'open-session', sessionId }] : []
}
