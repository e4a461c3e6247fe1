import type { Question } from '../../app/state/question.ts'
import { openQuestion } from '../../app/state/question.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import type { TextPatch } from '../../plans/text-patch.ts'
import type { EditedPlan, UiState } from '../state/ui-state.ts'
import { planTabOf } from '../state/plan-questions.ts'

/** Whether the changes can go to the agent: neither where it is only shown, nor for a plan of the past. */
export function canBeSent({ isPresent }: EditedPlan, state: AppState): boolean {
  return isPresent && !isOnlyShown(state)
}

/** The question about the edited plan that takes feedback; null: the changes become a prompt. */
export function questionOfEdited(
  { tab }: EditedPlan,
  state: AppState,
): Exclude<Question, { kind: 'elicitation' }> | null {
  const question = openQuestion(state)
  if (question === null || question.kind === 'elicitation') return null
  return planTabOf(question, state) === tab ? question : null
}

/** Characters of a difference that are put into a prompt. */
export const longestPatch = 8000

/** Asks the agent to make the user's changes. `isAnswer`: in the answer to its question about the plan. */
export function editRequest(
  { title, patch }: Pick<EditedPlan, 'title' | 'patch'>,
  isAnswer: boolean,
): string {
  const words = isAnswer
    ? 'Change the plan like this:'
    : `I have changed the plan “${title}”. Take this over:`
  const rest = patch.isCut ? '\n(and more changes, which are left out here)' : ''
  const fence = '`'.repeat(Math.max(3, longestBackticks(patch.text) + 1))
  return `${words}\n${fence}diff\n${patch.text}\n${fence}${rest}`
}

function longestBackticks(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** `+3 −1 lines`, in the signs of the terminal. */
export function editedCounts({ added, removed }: TextPatch, isAscii: boolean): string {
  return `+${added} ${isAscii ? '-' : '−'}${removed} ${added + removed === 1 ? 'line' : 'lines'}`
}

/** The screen with an edited plan that waits for what shall become of it. A line that is being written keeps its text. */
export function withEdited(ui: UiState, edited: EditedPlan): UiState {
  return { ...ui, panel: null, picker: null, message: null, writing: { kind: 'edited', plan: edited } }
}
