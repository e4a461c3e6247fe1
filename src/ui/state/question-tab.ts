import type { AppState } from '../../app/state/app-state.ts'
import { openQuestion, questionKey } from '../../app/state/question.ts'
import { takesQuestions } from './open-layers.ts'
import { backToNow } from './looking-back.ts'
import { planTabOf } from './plan-questions.ts'
import type { Tab } from './tabs.ts'
import { startOfPane, withScroll, type UiState } from './ui-state.ts'

/**
 * Switches to the plan that a question is about, once, as soon as the question can have the focus: not while the user writes a line
 * or reads a panel.
 */
export function switchedToQuestion(ui: UiState, tabs: readonly Tab[], state: AppState): UiState {
  if (!takesQuestions(ui)) return ui
  const question = openQuestion(state)
  if (question === null || questionKey(question) === ui.last.question) return ui
  const id = planTabOf(question, state)
  if (id === null) return ui
  if (!tabs.some((tab) => tab.id === id)) return ui
  // The user reads the plan from its beginning.
  return withScroll(
    { ...backToNow(ui, id), tab: id, last: { ...ui.last, question: questionKey(question) } },
    id,
    startOfPane,
  )
}

/** Of the followed tabs those that may be switched to now: plans with a question wait until the user has finished a line. */
export function switchable(followed: readonly Tab[], ui: UiState): readonly Tab[] {
  if (takesQuestions(ui) || followed.every(({ hasQuestion }) => !hasQuestion)) return followed
  const others = followed.filter(({ id, hasQuestion }) => !hasQuestion || id === ui.tab)
  return others.length === 0 ? followed : others
}

/** The tab of the open question, which is not switched away from; null when the user has picked another one. */
export function heldTab(ui: UiState, tabs: readonly Tab[], state: AppState): Tab | null {
  if (ui.last.question === null || ui.tab === null) return null
  const question = openQuestion(state)
  if (
    question === null ||
    questionKey(question) !== ui.last.question ||
    planTabOf(question, state) !== ui.tab
  )
    return null
  return tabs.find((tab) => tab.id === ui.tab) ?? null
}
