import { currentSession, type AppState } from '../../../app/state/app-state.ts'
import { stepRequestText, type StepRequest } from '../../../app/words/prompt.ts'
import { startPicker } from '../../pickers/picker.ts'
import type { StepAction } from '../../pickers/picker-item.ts'
import { noComments, unsent } from '../../state/comments.ts'
import { choiceAbout } from '../../state/plan-questions.ts'
import { stepOf } from '../../state/plan-lines.ts'
import { commentsPart, withPart, type DraftPart } from '../../state/step-draft.ts'
import { selectedSteps } from '../../state/step-selection.ts'
import { planUi, type StepsTopic, type TabId, type UiState, withSteps } from '../../state/ui-state.ts'
import { keyWords, type KeyMap } from '../../keys/key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { openedFeedback } from '../question/feedback.ts'
import { noPlan } from './scroll.ts'
import { linesShown, type StepsContext } from './select-steps.ts'
import { openedComment } from './write-comment.ts'

/** Opens the list of what can be done with the selected steps, else with the step at the cursor, and with comments. */
export function openedRequests(ui: UiState, context: KeyContext): KeyResult {
  const there = linesShown(ui, context)
  if (there === null) return messageOnly(ui, ui.tab === null ? noPlan : noneSelected(ui.keys), context)
  const { tab, planSteps } = there
  const keys = keysMeant(there)
  const { all, areFolded } = planSteps.comments
  if (keys.length === 0 && all.length === 0) return messageOnly(ui, noneSelected(ui.keys), context)
  const comments = { unsent: unsent(planSteps.comments).length, all: all.length, areFolded }
  const place: StepsTopic = { kind: 'steps', tab, keys, comments, goes: wayOf(tab, context.state) }
  const opened = { ...ui, message: null, picker: startPicker(context.state, place) }
  return screenOnly(withSteps(opened, tab, planSteps))
}

function noneSelected(keys: KeyMap): string {
  return `Select steps first: ${keyWords(keys, 'select-step')} selects one, ${keyWords(keys, 'select-left')} all that are left.`
}

/** The keys of the selected steps in order; without a selection that of the step at the cursor. */
function keysMeant({ planSteps, cursorKey }: StepsContext): readonly number[] {
  const selected = selectedSteps(planSteps.selection, planSteps.lines, cursorKey)
  return selected.length > 0 || cursorKey === null ? selected.map(({ key }) => key) : [cursorKey]
}

/** How a text about a plan reaches the agent. */
function wayOf(tab: TabId, state: AppState): StepsTopic['goes'] {
  if (choiceAbout(tab, state) !== null) return 'with-answer'
  return currentSession(state)?.turn.state === 'working' ? 'after-turn' : 'at-once'
}

interface PlaceContext extends KeyContext {
  readonly place: StepsTopic
}

/** What an item of the list does. */
export function didWithSteps(ui: UiState, action: StepAction, context: PlaceContext): KeyResult {
  const { place } = context
  switch (action) {
    case 'only':
    case 'first':
    case 'skip':
    case 'explain':
      return requested(ui, action, context)
    case 'comment':
      return openedComment(ui, place, context)
    case 'send-comments': {
      const part = commentsPart(ui, place.tab, choiceAbout(place.tab, context.state) !== null)
      if (part === null) return messageOnly(ui, 'The comments are sent already.', context)
      return written(ui, part, wordsFor(wayOf(place.tab, context.state)), context)
    }
    case 'fold-comments':
    case 'clear-comments': {
      const planSteps = planUi(ui, place.tab).steps
      if (planSteps === null) return screenOnly(ui)
      const { comments } = planSteps
      const next =
        action === 'fold-comments'
          ? { ...comments, areFolded: !comments.areFolded }
          : { ...noComments, nextId: comments.nextId }
      return screenOnly(withSteps(ui, place.tab, { ...planSteps, comments: next }))
    }
  }
}

/** Writes a request for the steps; sends nothing. */
function requested(ui: UiState, request: StepRequest, context: PlaceContext): KeyResult {
  const { tab, keys } = context.place
  const lines = planUi(ui, tab).steps?.lines
  const steps =
    lines === undefined ? [] : keys.map((key) => stepOf(lines, key)).filter((step) => step !== null)
  if (steps.length === 0) return messageOnly(ui, 'The steps are gone.', context)
  const { text, isCut } = stepRequestText(request, steps)
  const words = isCut ? 'Long or many steps are quoted in part.' : wordsFor(wayOf(tab, context.state))
  return written(ui, { type: 'request', tab, request, keys: new Set(keys), text }, words, context)
}

/** Writes a text about a plan into the prompt, or into the feedback on an open question about it, below that plan. */
function written(before: UiState, part: DraftPart, words: string, context: KeyContext): KeyResult {
  const question = choiceAbout(part.tab, context.state)
  // The screen may have followed the agent to another plan while the list was open.
  const ui: UiState = { ...before, tab: part.tab }
  if (question !== null)
    return messageOnly(withPart(openedFeedback(ui, question, context), part, 'feedback'), words, context)
  const opened: UiState = { ...ui, writing: { kind: 'prompt' }, panel: null }
  return messageOnly(withPart(opened, part, 'prompt'), words, context)
}

function wordsFor(goes: StepsTopic['goes']): string {
  switch (goes) {
    case 'with-answer':
      return 'Enter sends it with the rejection.'
    case 'after-turn':
      return 'Enter queues it until the turn ends.'
    case 'at-once':
      return 'Nothing is sent before enter.'
  }
}
