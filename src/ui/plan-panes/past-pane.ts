import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Revision } from '../../app/history/plan-history.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import { memoWeak, memoLast } from '../../lib/memo.ts'
import { safe } from '../../lib/text/safe-text.ts'
import type { PastMoment } from '../state/ui-state.ts'
import { withoutScrolling, wrappedRows, type PaneAt, type SettledPane } from './pane.ts'
import { settleDocument } from './markdown-pane.ts'
import { paneKindOf } from './pane-kinds.ts'
import { commentsAfter, type PlanSteps } from '../state/comments.ts'
import { linesAfter, linesSourceOf } from '../state/plan-lines.ts'
import { nothingSelected } from '../state/step-selection.ts'

/** The plan of a past moment, as it was: its clock stands still, and nothing in it is new. `at`: for the plan as it is now. */
export function settlePast(moment: PastMoment, at: PaneAt): SettledPane {
  const { revision } = moment
  const { plan } = revision
  const { theme, columns, rows, nowMs } = at
  if (plan.body.type === 'file' && revision.document === null) {
    const note = wrappedRows(notRead, { theme, role: 'dim', columns: columns - 3 })
    return withoutScrolling(() => note.slice(0, rows), { ...at, scroll: moment.scroll })
  }
  const view = settleRevision(revision, pastAt(moment, at))
  // Only a text that is not rendered completely needs another frame.
  const isUnfinished = view.nextAtMs !== null && view.nextAtMs <= nowMs
  return isUnfinished ? view : { ...view, nextAtMs: null }
}

/** A revision of any kind. The boxes of a proposal are no progress before it is approved, so it has no bar. */
function settleRevision({ plan }: Revision, at: PaneAt): SettledPane {
  const { body } = plan
  return isProposed(plan) && body.type === 'markdown'
    ? settleDocument(body.text, at)
    : paneKindOf(body).settle(plan, body, at)
}

/** What a past moment is settled with: the clock of its session stands where it was. */
export function pastAt({ revision, scroll }: PastMoment, at: PaneAt): PaneAt {
  const { children: _, ...now } = at
  return {
    ...now,
    // The cursor is on a step of the present.
    scroll: revision.plan.body.type === 'items' ? scroll : { ...scroll, selected: null },
    hasMarks: false,
    // Beside the present text, which is not rendered again when the user returns to it.
    name: `${at.name}\u0000past`,
    documentOf: () => documentOf(revision),
    work: revision.work,
    clock: 'working',
    stalledKey: null,
    evidence: null,
    // A past plan has no steps to select, but comments.
    steps: at.steps === null ? null : stepsOfPast(at.steps, revision),
  }
}

const notRead = safe`The file of this revision was not read: its content then is unknown.`

/** The document of a revision; the same object each time, by which its rows are cached. */
const documentOf = memoWeak(({ document, atMs }: Revision): PlanDocument =>
  document === null ? { state: 'loading', uri: '' } : { ...document, readAtMs: atMs ?? 0 },
)

/** The lines of a past revision with the comments that had been written by then, at their places; null: none had. The last are cached. */
const stepsOfPast = memoLast((steps: PlanSteps, revision: Revision): PlanSteps | null => {
  const all = steps.comments.all.filter((comment) => comment.revision <= revision.number)
  const source = all.length === 0 ? null : linesSourceOf(revision.plan.body, revision.document)
  if (source === null) return null
  const { lines, rekeyed } = linesAfter(steps.lines, source)
  const keyOf = (key: number): number => rekeyed.get(key) ?? key
  const comments = commentsAfter({ ...steps.comments, all }, lines, keyOf)
  return { lines, selection: nothingSelected, asked: null, comments }
})
