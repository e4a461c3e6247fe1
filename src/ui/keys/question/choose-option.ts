import type { AppState } from '../../../app/state/app-state.ts'
import { questionKey, type ChoiceQuestion, type Question } from '../../../app/state/question.ts'
import { choiceIn } from '../../state/question-choice.ts'
import { optionsOf } from '../../state/question-options.ts'
import type { UiState } from '../../state/ui-state.ts'
import { planTabOf } from '../../state/plan-questions.ts'
import { only, type Acted, type ActContext, type Intent } from '../key-result.ts'
import { openedFeedback } from './feedback.ts'
import type { KeyPress } from '../key-press.ts'
import { putAside } from '../plan/leave.ts'
import { optionLetters } from '../option-letters.ts'

/**
 * What a key does to the question that waits: it selects an option or answers. null when the key is not about options.
 * Only a question that the user has seen is answered.
 */
export function chooseOption(
  ui: UiState,
  press: KeyPress,
  context: ActContext & { readonly question: ChoiceQuestion },
): Acted | null {
  const { question, facts } = context
  const lettered = optionLetters.indexOf(press.name)
  if (lettered >= 0) {
    const isThere = lettered < optionsOf(question).length
    return isThere ? only(selected(ui, question, lettered)) : null
  }
  const key = questionKey(question)
  const { option } = choiceIn(key, ui.choice)
  switch (press.name) {
    case 'down':
    case 'j':
      return only(selected(ui, question, option + 1))
    case 'up':
    case 'k':
      return only(selected(ui, question, option - 1))
    case 'pagedown':
    case 'pageup':
      return readOn(ui, press.name === 'pagedown' ? 1 : -1, context)
    case 'f':
      return only(openedFeedback(ui, question, context.nowMs))
    case 'escape':
      // What was searched for is left first.
      return ui.query === '' ? only(putAside(ui, question, context.nowMs)) : null
    case 'enter':
      // It came after the last frame: the key was meant for what that frame showed.
      return key === facts.questionKey ? answered(ui, question, context.state) : only(ui)
    default:
      return null
  }
}

function selected(ui: UiState, question: Question, to: number): UiState {
  const option = Math.max(0, Math.min(to, optionsOf(question).length - 1))
  return { ...ui, choice: { ...choiceIn(questionKey(question), ui.choice), option, isArmed: false } }
}

function answered(ui: UiState, question: Question, state: AppState): Acted {
  const choice = choiceIn(questionKey(question), ui.choice)
  const chosen = optionsOf(question)[choice.option]
  if (chosen === undefined) return only(ui)
  // The option itself says then that it needs a second enter.
  if (chosen.danger !== null && !choice.isArmed) return only({ ...ui, choice: { ...choice, isArmed: true } })
  if (isRefinement(chosen.answer)) return refined(ui)
  // What the agent does next is to be seen, wherever the user was before the question.
  const followsTabs = ui.followsTabs || planTabOf(question, state) !== null
  return { ui: { ...ui, choice: null, message: null, followsTabs }, intents: [chosen.answer] }
}

function isRefinement(answer: Intent): boolean {
  return answer.type === 'decide-proposal' && answer.decision === 'refine'
}

/** What is to be different is written next. */
function refined(ui: UiState): Acted {
  return {
    ui: { ...ui, choice: null, focus: 'prompt' },
    intents: [{ type: 'decide-proposal', decision: 'refine' }],
  }
}

/** A page of a long detail; null when all of it is seen, and the keys are the plan's. */
function readOn(
  ui: UiState,
  direction: -1 | 1,
  { question, facts }: ActContext & { readonly question: Question },
): Acted | null {
  const key = questionKey(question)
  const { detail } = facts
  if (detail === null || facts.questionKey !== key) return null
  const last = Math.max(0, detail.total - detail.visible)
  const wanted = detail.top + direction * Math.max(1, detail.visible - 1)
  const detailTop = Math.max(0, Math.min(wanted, last))
  return only({ ...ui, choice: { ...choiceIn(key, ui.choice), detailTop } })
}
