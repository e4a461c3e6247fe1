import { shownSteps } from '../../state/shown.ts'
import { placeWords } from '../../../app/words/prompt.ts'
import {
  canMoveComment,
  commentOn,
  commentsAfter,
  maxComments,
  placeOf,
  withComment,
} from '../../state/comments.ts'
import { choiceAbout } from '../../state/plan-questions.ts'
import { indexFrom } from '../../state/plan-lines.ts'
import { selectedSteps } from '../../state/step-selection.ts'
import {
  planUi,
  scrollOf,
  type TabId,
  type UiState,
  withSteps,
  type WrittenLine,
  withMessage,
} from '../../state/ui-state.ts'
import { planOfTab } from '../../state/tabs.ts'
import { keyWords } from '../../keys/key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { noPlan, scrolled } from './scroll.ts'
import { linesShown, movedToStep, withCursor, type StepsContext } from './select-steps.ts'
import { lineWith } from '../../state/line-edit.ts'

/** Opens the line for a comment: on the selected steps, else on the step at the cursor, else on the line at the top. */
export function commentedHere(ui: UiState, context: KeyContext): KeyResult {
  const there = linesShown(ui, context)
  const keys = there === null ? [] : keysHere(there, context)
  if (there === null || keys.length === 0)
    return messageOnly(ui, ui.tab === null ? noPlan : 'Nothing to comment on here.', context)
  const { tab, planSteps } = there
  return openedComment(withSteps(ui, tab, planSteps), { tab, keys }, context)
}

function keysHere({ planSteps, shown, cursorKey }: StepsContext, context: KeyContext): readonly number[] {
  const { lines, selection } = planSteps
  const selected = selectedSteps(selection, lines, cursorKey)
  if (selected.length > 0) return selected.map(({ key }) => key)
  if (cursorKey !== null) return [cursorKey]
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
export function openedComment(
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
