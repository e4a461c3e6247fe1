import type { AppState } from '../../../app/state/app-state.ts'
import { questionKey, type ChoiceQuestion, type Question } from '../../../app/state/question.ts'
import { planTabOf } from '../../state/plan-questions.ts'
import { optionsOf } from '../../state/question-options.ts'
import { choiceIn, type UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../key-result.ts'
import { optionLetters } from '../key-table.ts'
import { postpone } from '../plan/leave.ts'
import { openedFeedback } from './feedback.ts'

/**
 * A key while a permission request or a proposal has the focus: selects an option or answers; null for other keys. Answers only a
 * question that was in the last frame, since the user has seen no other.
 */
export function chooseOption(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly question: ChoiceQuestion },
): KeyResult | null {
  const { question, facts } = context
  const letter = optionLetters.indexOf(press.name)
  if (letter >= 0) {
    const hasOption = letter < optionsOf(question).length
    return hasOption ? screenOnly(selected(ui, question, letter)) : null
  }
  const key = questionKey(question)
  const { option } = choiceIn(key, ui.choice)
  switch (press.name) {
    case 'down':
    case 'j':
      return screenOnly(selected(ui, question, option + 1))
    case 'up':
    case 'k':
      return screenOnly(selected(ui, question, option - 1))
    case 'pagedown':
    case 'pageup':
      return withDetailScrolled(ui, press.name === 'pagedown' ? 1 : -1, context)
    case 'f':
      return screenOnly(openedFeedback(ui, question, context))
    case 'escape':
      // The first escape ends a search.
      return ui.query === '' ? screenOnly(postpone(ui, question, context.nowMs)) : null
    case 'enter':
      // A question that came after the last frame is not what the key was meant for.
      return key === facts.questionKey ? answered(ui, question, context.state) : screenOnly(ui)
    default:
      return null
  }
}

function selected(ui: UiState, question: Question, to: number): UiState {
  const option = Math.max(0, Math.min(to, optionsOf(question).length - 1))
  return { ...ui, choice: { ...choiceIn(questionKey(question), ui.choice), option, isArmed: false } }
}

function answered(ui: UiState, question: Question, state: AppState): KeyResult {
  const choice = choiceIn(questionKey(question), ui.choice)
  const chosen = optionsOf(question)[choice.option]
  if (chosen === undefined) return screenOnly(ui)
  // A dangerous option needs enter twice; the dialog says so beside it.
  if (chosen.danger !== null && !choice.isArmed)
    return screenOnly({ ...ui, choice: { ...choice, isArmed: true } })
  // What is to change is written in the prompt.
  if (chosen.answer.type === 'decide-proposal' && chosen.answer.decision === 'refine')
    return { ui: { ...ui, choice: null, focus: 'prompt' }, intents: [chosen.answer] }
  // The screen follows the agent again, whichever tab the user had picked before.
  const followsTabs = ui.followsTabs || planTabOf(question, state) !== null
  return { ui: { ...ui, choice: null, message: null, followsTabs }, intents: [chosen.answer] }
}

/** Scrolls a long detail by a page; null when all of it is visible, so that the keys scroll the plan. */
function withDetailScrolled(
  ui: UiState,
  direction: -1 | 1,
  { question, facts }: KeyContext & { readonly question: Question },
): KeyResult | null {
  const key = questionKey(question)
  const { detail } = facts
  if (detail === null || facts.questionKey !== key) return null
  const last = Math.max(0, detail.total - detail.visible)
  const wanted = detail.top + direction * Math.max(1, detail.visible - 1)
  const detailTop = Math.max(0, Math.min(wanted, last))
  return screenOnly({ ...ui, choice: { ...choiceIn(key, ui.choice), detailTop } })
}
