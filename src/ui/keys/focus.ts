import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { openQuestion, type Question } from '../../app/state/question.ts'
import { writesInForm } from '../form/form-state.ts'
import { isFiltered, openPicker } from '../pickers/picker.ts'
import { isDeferred, takesQuestions } from '../state/question-tab.ts'
import type { PickerState, UiState, Writing } from '../state/ui-state.ts'

export type Focus = Writing['kind'] | Question['kind'] | 'picker' | 'plan'

/**
 * What receives the keys. An open question takes them from the plan, but never from a line that is being edited or a panel;
 * the focus is then named for the kind of the question.
 */
export function focusOf(ui: UiState, state: AppState): Focus {
  return (
    ui.writing?.kind ??
    focusedQuestion(ui, state)?.kind ??
    (focusedPicker(ui, state) === null ? 'plan' : 'picker')
  )
}

/** The question that receives the keys, or null. */
export function focusedQuestion(ui: UiState, state: AppState): Question | null {
  // A question of a recording was answered when it was recorded, that of an observed agent is answered elsewhere.
  const question = takesQuestions(ui) && !isOnlyShown(state) ? openQuestion(state) : null
  return question !== null && isDeferred(ui, question) ? null : question
}

/** The picker that receives the keys unless a question does, or null. */
export function focusedPicker(ui: UiState, state: AppState): PickerState | null {
  return ui.writing === null ? openPicker(ui, state) : null
}

/** Whether letters are input of the form or the picker that has the focus, instead of commands. */
export function takesLetters(ui: UiState, question: Question | null, picker: PickerState | null): boolean {
  if (question !== null) return question.kind === 'elicitation' && writesInForm(question.request, ui.form)
  return picker !== null && isFiltered(picker)
}
