import type { AppState } from '../../app/state/app-state.ts'
import { commentsText } from '../../app/words/prompt.ts'
import { keyWords } from '../keys/key-map.ts'
import { lastPrompt, nothingSelected, type SentText } from './step-selection.ts'
import { placeOf, unsent, withSent, type PlanSteps } from './comments.ts'
import {
  lineIn,
  planUi,
  withLineIn,
  withSteps,
  type StepDraft,
  type TabId,
  type UiState,
} from './ui-state.ts'
import { rewritten, type LineEdit } from './line-edit.ts'

/**
 * The screen after a text was sent: the steps in it are asked for and no longer selected, the comments in it are sent. What the user
 * has taken out of the text, or replaced by an earlier prompt, was not sent.
 */
export function withDraftSent(
  ui: UiState,
  { text, into, sessionId }: SentDraft,
  { sessions }: AppState,
): UiState {
  const { stepDraft } = ui
  if (stepDraft === null || stepDraft.into !== into) return ui
  const rest: UiState = { ...ui, stepDraft: null }
  const { steps: planSteps } = planUi(ui, stepDraft.tab)
  const session = sessionId === null ? undefined : sessions.get(sessionId)
  if (planSteps === null || session === undefined) return rest
  const request = isStillIn(text, stepDraft.request) ? stepDraft.request : null
  const comments = isStillIn(text, stepDraft.comments) ? stepDraft.comments : null
  const sent: SentText = { sessionId: session.id, text, state: 'given', lastPrompt: lastPrompt(session) }
  const asked: Partial<PlanSteps> =
    request === null
      ? {}
      : { selection: nothingSelected, asked: { request: request.type, keys: request.keys, sent } }
  const commented: Partial<PlanSteps> =
    comments === null ? {} : { comments: withSent(planSteps.comments, comments.ids, sent) }
  return withSteps(rest, stepDraft.tab, { ...planSteps, ...asked, ...commented })
}

/** Whether a text has any line of what was written into it: the user may have edited the others. */
function isStillIn(text: string, part: { readonly text: string } | null): boolean {
  return part !== null && part.text.split('\n').some((line) => text.includes(line))
}

interface SentDraft {
  readonly text: string
  readonly into: 'prompt' | 'feedback'
  readonly sessionId: string | null
}

/** A draft that the user has deleted asks for nothing. */
export function withoutDeletedDraft(ui: UiState): UiState {
  const { stepDraft, prompt } = ui
  if (stepDraft === null || prompt.historyAt !== null) return ui
  return lineIn(ui, stepDraft.into).text === '' ? { ...ui, stepDraft: null } : ui
}

/** The steps that are asked for, or comments. */
export type DraftPart = Pick<StepDraft, 'tab'> &
  (
    | { readonly request: NonNullable<StepDraft['request']> }
    | { readonly comments: NonNullable<StepDraft['comments']> }
  )

/** The screen with this part in a draft, where it replaces an earlier one of its kind; what the user wrote stays above it. */
export function withPart(ui: UiState, part: DraftPart, into: StepDraft['into']): UiState {
  const last = ui.stepDraft?.into === into && ui.stepDraft.tab === part.tab ? ui.stepDraft : null
  const [added, before] = 'request' in part ? [part.request, last?.request] : [part.comments, last?.comments]
  const stepDraft: StepDraft = { into, request: null, comments: null, ...last, ...part }
  return withLineIn({ ...ui, stepDraft }, into, written(lineIn(ui, into), added.text, before?.text ?? ''))
}

/** With a text in the place of the last one (`''`: there is none). */
function written(line: LineEdit, text: string, last: string): LineEdit {
  const { text: before } = line
  const at = before.indexOf(last)
  const kept = at < 0 ? before : before.slice(0, at) + before.slice(at + last.length)
  const own = kept.trim()
  const whole = own === '' ? text : `${own}\n\n${text}`
  return rewritten(line, whole)
}

/** The comments on a plan that were not sent yet, as one text; null without any. */
export function commentsPart(ui: UiState, tab: TabId, revise: boolean): DraftPart | null {
  const { steps: planSteps } = planUi(ui, tab)
  const comments = planSteps === null ? [] : unsent(planSteps.comments)
  if (planSteps === null || comments.length === 0) return null
  const quoted = comments.map(({ keys, on, isOnSteps, text }) => {
    const now = placeOf(keys, planSteps.lines)
    // What is gone is quoted as it was.
    return now.on.length === on.length ? { ...now, text } : { on, isOnSteps, text }
  })
  const ids = new Set(comments.map(({ id }) => id))
  return { tab, comments: { ids, text: commentsText(quoted, revise) } }
}

export function unsentCount(ui: UiState, tab: TabId | null): number {
  const comments = planUi(ui, tab).steps?.comments
  return comments === undefined ? 0 : unsent(comments).length
}

/** Says that comments on a plan were not sent, and the key that sends them; null: there are none. */
export function unsentWords(ui: UiState, tab: TabId | null): string | null {
  const count = unsentCount(ui, tab)
  if (count === 0) return null
  const key = keyWords(ui.keys, 'request-steps')
  return count === 1
    ? `Your comment is not sent: ${key} sends it.`
    : `${count} comments are not sent: ${key} sends them.`
}
