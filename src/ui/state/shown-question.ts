import type { PermissionRequest } from '../../app/state/permission.ts'
import { questionKey, type Question, type QuestionKey } from '../../app/state/question.ts'
import { choiceIn } from './question-choice.ts'
import type { UiState } from './ui-state.ts'

/** Which lines of a text are visible. */
export interface DetailView {
  readonly top: number
  readonly visible: number
  readonly total: number
}

/** The question that the last frame showed, as it was then. The user has seen no other, so keys answer no other. */
export interface ShownQuestion {
  readonly key: QuestionKey
  /** What it asked, if it is a permission request; else null. */
  readonly request: PermissionRequest | null
  /** The visible part of its text (a detail, or the message of a form), where that is too long for its room; else null. */
  readonly detail: DetailView | null
}

/** Whether the last frame showed the question as it is now. Only then it may be answered. */
export function wasShown(question: Question, shown: ShownQuestion | null): boolean {
  const isSame = question.kind !== 'permission' || question.request === shown?.request
  return isSame && questionKey(question) === shown?.key
}

/**
 * The screen with the long text of the shown question scrolled by lines or by a page; null: all of it is visible. Several steps may
 * come before the next frame: each begins where the one before has led.
 */
export function withDetailScrolled(
  ui: UiState,
  shown: ShownQuestion | null,
  step: -1 | 1,
  lines: number | 'page',
): UiState | null {
  if (shown === null || shown.detail === null) return null
  const { visible, total } = shown.detail
  const choice = choiceIn(shown.key, ui.choice)
  const last = Math.max(0, total - visible)
  const by = lines === 'page' ? Math.max(1, visible - 1) : lines
  const detailTop = Math.max(0, Math.min(Math.min(choice.detailTop, last) + step * by, last))
  return { ...ui, choice: { ...choice, detailTop } }
}
