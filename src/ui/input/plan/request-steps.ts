import { currentSession, type AppState } from '../../../app/state/app-state.ts'
import { stepRequestText, placeWords, type StepRequest } from '../../../app/words/prompt.ts'
import { startPicker } from '../../pickers/picker.ts'
import type { StepAction } from '../../pickers/picker-item.ts'
import {
  noComments,
  unsent,
  canMoveComment,
  commentOn,
  commentsAfter,
  maxComments,
  placeOf,
  withComment,
} from '../../state/comments.ts'
import { choiceAbout } from '../../state/questions.ts'
import { stepOf, indexFrom } from '../../state/plan-lines.ts'
import { commentsPart, withPart, type DraftPart } from '../../state/step-draft.ts'
import { selectedSteps } from '../../state/step-selection.ts'
import {
  planUi,
  withSteps,
  scrollOf,
  withMessage,
  type StepsTopic,
  type TabId,
  type UiState,
  type WrittenLine,
} from '../../state/ui-state.ts'
import { keyWords, type KeyMap } from '../../keys/key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { openedFeedback } from '../question/choose-option.ts'
import { noPlanYet, scrolled } from '../scroll.ts'
import { linesShown, movedToStep, withCursor, type StepsContext } from './select-steps.ts'
import { shownSteps } from '../../state/shown.ts'
import { planOfTab } from '../../state/tabs.ts'
import { lineWith } from '../../state/line-edit.ts'

/** Opens the line for a comment: on the selected steps, else on the step at the cursor, else on the line at the top. */
export function commentedHere(ui: UiState, context: KeyContext): KeyResult {
  const there = linesShown(ui, context)
  const keys = there === null ? [] : keysHere(there, context)
  if (there === null || keys.length === 0)
    return messageOnly(ui, ui.tab === null ? noPlanYet : 'Nothing to comment on here.', context)
  const { tab, planSteps } = there
  return openedComment(withSteps(ui, tab, planSteps), { tab, keys }, context)
}

function keysHere(there: StepsContext, context: KeyContext): readonly number[] {
  const { lines } = there.planSteps
  const { shown } = there
  const meant = keysMeant(there)
  if (meant.length > 0) return meant
  if (shown.type === 'items') {
    const { main } = context.shown
    const steps = shownSteps(context.shown)
    const line = steps === null || steps.currentLine < 0 ? main.top : steps.currentLine
    const key = steps?.keyAt(line) ?? -1
    return key < 0 ? [] : [key]
  }
  const first = shown.visible()[0]
  const entry = first === undefined ? undefined : lines.entries[indexFrom(lines, first)]
  return entry === undefined ? [] : [entry.key]
}

/** Opens the line for a comment on these lines; it begins with the comment that is there. */
function openedComment(
  ui: UiState,
  { tab, keys }: { readonly tab: TabId; readonly keys: readonly number[] },
  { state, nowMs }: Pick<KeyContext, 'state' | 'nowMs'>,
): KeyResult {
  const planSteps = planUi(ui, tab).steps
  if (planSteps === null) return screenOnly(ui)
  const { lines, comments } = planSteps
  const { on, isOnSteps } = placeOf(keys, lines)
  const text = commentOn(comments, keys)?.text ?? ''
  const line = lineWith(text)
  const revision = state.history.plans.get(tab)?.last.number ?? 1
  const commented = { tab, keys, on, isOnSteps, revision }
  const opened: UiState = { ...ui, panel: null, writing: { kind: 'comment', line, on: commented } }
  return screenOnly(withMessage(opened, `On ${placeWords(on, isOnSteps)}`, nowMs))
}

type WrittenComment = Extract<WrittenLine, { kind: 'comment' }>

/** While nothing is written: the comment on the step or line before or after instead, with the cursor there; null for one on several, or another tab. */
export function movedComment(
  ui: UiState,
  writing: WrittenComment,
  to: 'up' | 'down',
  context: KeyContext,
): KeyResult | null {
  const there = linesShown(ui, context)
  if (there === null || !canMoveComment(writing.on, writing.line) || there.tab !== writing.on.tab) return null
  const { tab, planSteps } = there
  const at = withCursor(withSteps(ui, tab, planSteps), tab, writing.on.keys[0] ?? null)
  const moved = movedToStep(at, to, context) ?? scrolled(at, to, context.shown)
  const { selected } = scrollOf(moved, tab)
  return selected === null ? null : openedComment(moved, { tab, keys: [selected] }, context)
}

export function withCommentWritten(
  ui: UiState,
  { on, line }: WrittenComment,
  { state, nowMs }: Pick<KeyContext, 'state' | 'nowMs'>,
): UiState {
  const planSteps = planUi(ui, on.tab).steps
  const closed: UiState = { ...ui, writing: null, message: null }
  if (planSteps === null) return closed
  const text = line.text.trim()
  const { lines } = planSteps
  const written = withComment(planSteps.comments, on, text)
  const key = keyWords(ui.keys, 'request-steps')
  const isAsked = choiceAbout(on.tab, state) !== null
  if (written === null)
    return withMessage(closed, `There are ${maxComments} comments: ${key} clears them.`, nowMs)
  // The plan may have changed while the user wrote.
  const comments = commentsAfter(written, lines, (key) => key)
  const isDeleted = comments.all.length < planSteps.comments.all.length
  const next = withSteps(closed, on.tab, { ...planSteps, comments })
  // As in other lines an enter without a text closes this one, in which another comment may be begun at once: what is typed next are keys.
  if (text === '')
    return withMessage(next, isDeleted ? 'The comment is deleted.' : 'No comment was written.', nowMs)
  const isRemoved = (planOfTab(state, on.tab)?.plan.removedAtMs ?? null) !== null
  const then = isAsked
    ? `${keyWords(ui.keys, 'feedback')} rejects with it`
    : isRemoved
      ? `${keyWords(ui.keys, 'show-removed')} shows the removed plan`
      : `${key} sends all of them`
  return withMessage(next, `Comment kept: ${then}.`, nowMs)
}

/** Opens the list of what can be done with the selected steps, else with the step at the cursor, and with comments. */
export function openedRequests(ui: UiState, context: KeyContext): KeyResult {
  const there = linesShown(ui, context)
  if (there === null) return messageOnly(ui, ui.tab === null ? noPlanYet : noneSelected(ui.keys), context)
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
  return written(ui, { tab, request: { type: request, keys: new Set(keys), text } }, words, context)
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
