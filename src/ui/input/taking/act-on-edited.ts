import { canBeSent, editRequest, questionOfEdited } from '../../state/taking.ts'
import { type EditedPlan, type UiState, withFileMessage, withMessage } from '../../state/ui-state.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { openedFeedback } from '../question/feedback.ts'

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
