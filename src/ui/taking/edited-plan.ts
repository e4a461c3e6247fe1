import type { Question } from '../../app/state/question.ts'
import { openQuestion } from '../../app/state/question.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import type { TextPatch } from '../../plans/text-patch.ts'
import type { EditedPlan, UiState } from '../state/ui-state.ts'
import { planTabOf } from '../state/plan-questions.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../keys/key-result.ts'
import { withFileMessage, withMessage } from '../state/status-message.ts'
import { openedFeedback } from '../keys/question/feedback.ts'

/** What a key does while an edited plan waits for what shall become of it. */
export function actOnEdited(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly edited: EditedPlan },
): KeyResult {
  const { edited, state, nowMs } = context
  const left: UiState = { ...ui, writing: null }
  switch (press.name) {
    case 'escape':
      return screenOnly(withFileMessage(left, `Your text is kept in ${edited.file}`, nowMs))
    case 's':
      return savingEdited(left, edited)
    case 'enter': {
      if (!canBeSent(edited, state)) return savingEdited(left, edited)
      const discard = { type: 'discard-edit', file: edited.file } as const
      return { ui: asFeedback(left, edited, context), intents: [discard] }
    }
    default:
      return screenOnly(ui)
  }
}

function savingEdited(left: UiState, { title, text, file }: EditedPlan): KeyResult {
  return { ui: left, intents: [{ type: 'save', taken: { type: 'text', title, text }, from: file }] }
}

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

/** The changes in the feedback of the plan's question, else in the prompt. Nothing is sent before the user has seen it. */
function asFeedback(ui: UiState, edited: EditedPlan, context: KeyContext): UiState {
  const { state, nowMs } = context
  const question = questionOfEdited(edited, state)
  if (question === null) {
    const text = joined(ui.prompt.line.text, editRequest(edited, false))
    const prompt = { ...ui.prompt, line: { text, cursor: text.length }, historyAt: null }
    return withMessage(
      { ...ui, writing: { kind: 'prompt' }, prompt },
      'Nothing is sent yet: enter sends it.',
      nowMs,
    )
  }
  // The screen may show another plan by now.
  const opened = openedFeedback({ ...ui, tab: edited.tab }, question, context)
  const text = joined(opened.feedback?.line.text ?? '', editRequest(edited, true))
  const feedback = opened.feedback && { ...opened.feedback, line: { text, cursor: text.length } }
  return { ...opened, feedback }
}

function joined(before: string, asked: string): string {
  return before.trim() === '' ? asked : `${before}\n${asked}`
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
