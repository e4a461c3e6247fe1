import type { AppState } from '../../app/state/app-state.ts'
import { openQuestion, questionKey, type Question } from '../../app/state/question.ts'
import { planTabOf } from './plan-questions.ts'
import type { Tab } from './tabs.ts'
import { startOfPane, withScroll, type UiState } from './ui-state.ts'

/**
 * The screen turned to the plan that a question is about, once: when the question gets the keys. Who writes a line or reads
 * a panel is not disturbed.
 */
export function turnedToQuestion(ui: UiState, tabs: readonly Tab[], state: AppState): UiState {
  if (!takesQuestions(ui)) return ui
  const question = openQuestion(state)
  if (question === null || questionKey(question) === ui.turnedTo) return ui
  const id = planTabOf(question, state)
  if (id === null) return ui
  if (!tabs.some((tab) => tab.id === id)) return ui
  // What is asked about is read from its beginning.
  return withScroll({ ...ui, tab: id, turnedTo: questionKey(question) }, id, startOfPane)
}

/** Keys go to a question where there is one: no line is being written, and nothing that was opened lies over it. */
export function takesQuestions(ui: UiState): boolean {
  const isCovered = ui.panel !== null || (ui.picker !== null && ui.picker.place.kind !== 'login')
  return ui.focus === 'plan' && !isCovered
}

/** The user has put this question aside: it waits, and the keys go to the plan. */
export function isAside({ aside }: UiState, question: Question): boolean {
  return aside === questionKey(question)
}

/** Of the tabs that are followed those that may take over: who writes a line is not taken to a plan that is asked about. */
export function undisturbing(followed: readonly Tab[], ui: UiState): readonly Tab[] {
  if (takesQuestions(ui) || followed.every(({ isAsked }) => !isAsked)) return followed
  const others = followed.filter(({ id, isAsked }) => !isAsked || id === ui.tab)
  return others.length === 0 ? followed : others
}

/** The tab that stays while its question is open, whatever the agent does meanwhile; null when another one was picked. */
export function heldTab(ui: UiState, tabs: readonly Tab[], state: AppState): Tab | null {
  if (ui.turnedTo === null || ui.tab === null) return null
  const question = openQuestion(state)
  if (question === null || questionKey(question) !== ui.turnedTo || planTabOf(question, state) !== ui.tab)
    return null
  return tabs.find((tab) => tab.id === ui.tab) ?? null
}
