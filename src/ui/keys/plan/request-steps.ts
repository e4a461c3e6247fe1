import { currentSession, type AppState } from '../../../app/state/app-state.ts'
import { openQuestion, type ChoiceQuestion } from '../../../app/state/question.ts'
import { stepRequestText, type StepRequest } from '../../../app/wording/step-requests.ts'
import { startPicker } from '../../pickers/picker.ts'
import { planTabOf } from '../../state/plan-questions.ts'
import { stepOf } from '../../state/plan-lines.ts'
import { shownMoment } from '../../state/looking-back.ts'
import { selectedSteps } from '../../state/step-selection.ts'
import { withSteps, type LineEdit, type StepsPlace, type UiState } from '../../state/ui-state.ts'
import { messageOnly, screenOnly, withMessage, type KeyContext, type KeyResult } from '../key-result.ts'
import { openedFeedback } from '../question/feedback.ts'
import { noPlanMessage } from './scroll.ts'
import { stepsArePast, stepsShown, type StepsContext } from './select-steps.ts'

/** Opens the list of what can be done with the selected steps, else with the step at the cursor. */
export function openedRequests(ui: UiState, context: KeyContext): KeyResult {
  const there = stepsShown(ui, context)
  const keys = there === null ? [] : keysMeant(there)
  if (shownMoment(ui) !== null) return messageOnly(ui, stepsArePast, context)
  if (there === null || keys.length === 0) return messageOnly(ui, noPlanMessage(ui) ?? noneSelected, context)
  const { tab, planSteps } = there
  const place: StepsPlace = { kind: 'steps', tab, keys, goes: wayOf(ui, context.state) }
  return screenOnly({ ...withSteps(ui, tab, planSteps), picker: startPicker(context.state, place) })
}

const noneSelected = 'Select steps first: space selects one, A all that are left.'

/** The keys of the selected steps in order; without a selection that of the step at the cursor. */
function keysMeant({ planSteps, cursorKey }: StepsContext): readonly number[] {
  const selected = selectedSteps(planSteps.selection, planSteps.lines, cursorKey)
  return selected.length > 0 || cursorKey === null ? selected.map(({ key }) => key) : [cursorKey]
}

/** How a text about the shown plan reaches the agent. */
function wayOf(ui: UiState, state: AppState): StepsPlace['goes'] {
  if (questionAbout(ui, state) !== null) return 'with-answer'
  return currentSession(state)?.turn.state === 'working' ? 'after-turn' : 'at-once'
}

/** The open question about the shown plan; null without one. */
function questionAbout(ui: UiState, state: AppState): ChoiceQuestion | null {
  const question = openQuestion(state)
  if (question === null || question.kind === 'elicitation') return null
  return ui.tab !== null && planTabOf(question, state) === ui.tab ? question : null
}

/** Writes a request for the steps into the prompt, or into the feedback on an open question about the plan; sends nothing. */
export function requested(
  ui: UiState,
  request: StepRequest,
  context: KeyContext & { readonly place: StepsPlace },
): KeyResult {
  const { state, nowMs } = context
  const { tab, keys } = context.place
  const lines = ui.steps.get(tab)?.lines
  const steps =
    lines === undefined ? [] : keys.map((key) => stepOf(lines, key)).filter((step) => step !== null)
  if (steps.length === 0) return messageOnly(ui, 'The steps are gone.', context)
  const { text, isCut } = stepRequestText(request, steps)
  const question = questionAbout(ui, state)
  const into = question === null ? 'prompt' : 'feedback'
  const draft = { tab, request, keys: new Set(keys), text, into } as const
  const last = ui.stepDraft?.into === into ? ui.stepDraft.text : null
  const words = isCut ? 'Long or many steps are quoted in part.' : wordsFor(wayOf(ui, state))
  if (question !== null) {
    const opened = openedFeedback(ui, question, nowMs)
    const { feedback } = opened
    if (feedback === null) return screenOnly(opened)
    const line = withWritten(feedback.line, text, last)
    return screenOnly(
      withMessage({ ...opened, feedback: { ...feedback, line }, stepDraft: draft }, words, nowMs),
    )
  }
  const prompt = { ...ui.prompt, line: withWritten(ui.prompt.line, text, last), historyAt: null }
  const written: UiState = { ...ui, focus: 'prompt', panel: null, prompt, stepDraft: draft }
  return screenOnly(withMessage(written, words, nowMs))
}

function wordsFor(goes: StepsPlace['goes']): string {
  switch (goes) {
    case 'with-answer':
      return 'Enter sends it with the rejection.'
    case 'after-turn':
      return 'Enter queues it until the turn ends.'
    case 'at-once':
      return 'Nothing is sent before enter.'
  }
}

/** The line with a text in place of the one written before; what the user wrote stays above it. */
function withWritten({ text: before }: LineEdit, written: string, last: string | null): LineEdit {
  const at = last === null ? -1 : before.indexOf(last)
  const kept = at < 0 || last === null ? before : before.slice(0, at) + before.slice(at + last.length)
  const own = kept.trimEnd()
  const text = own === '' ? written : `${own}\n\n${written}`
  return { text, cursor: text.length }
}
