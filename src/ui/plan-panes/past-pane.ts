import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Revision } from '../../app/history/plan-history.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import { memoWeak } from '../../lib/memo-weak.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { stepsOfPast } from '../state/past-comments.ts'
import type { PastMoment } from '../state/ui-state.ts'
import type { KindFrame, PaneView } from './pane.ts'
import { drawDocument } from './markdown-pane.ts'
import { paneKindOf } from './pane-kinds.ts'
import { wrappedRows } from './text-rows.ts'

/** The frame of a past moment: all that does not follow from its revision. */
export type PastPaneFrame = Pick<
  KindFrame,
  | 'theme'
  | 'keys'
  | 'columns'
  | 'rows'
  | 'nowMs'
  | 'query'
  | 'documentCache'
  | 'name'
  | 'comparison'
  | 'steps'
>

/** The plan of a past moment, as it was: its clock stands still, and nothing in it is new. */
export function drawPast(moment: PastMoment, frame: PastPaneFrame): PaneView {
  const { revision, scroll } = moment
  const { plan } = revision
  const { theme, columns, rows, nowMs } = frame
  if (plan.body.type === 'file' && revision.document === null) {
    const note = wrappedRows(notRead, { theme, role: 'dim', columns: columns - 3 })
    return { rows: note.slice(0, rows), scroll, total: 0, visible: rows, matches: [], nextAtMs: null }
  }
  const view = drawRevision(revision, pastFrame(moment, frame))
  // Only a text that is not rendered completely needs another frame.
  const isUnfinished = view.nextAtMs !== null && view.nextAtMs <= nowMs
  return isUnfinished ? view : { ...view, nextAtMs: null }
}

/** A revision of any kind. The boxes of a proposal are no progress before it is approved, so it has no bar. */
function drawRevision({ plan }: Revision, frame: KindFrame): PaneView {
  const { body } = plan
  return isProposed(plan) && body.type === 'markdown'
    ? drawDocument(body.text, frame)
    : paneKindOf(body).draw(plan, body, frame)
}

/** The frame of a plan as it was: its session's clock stands where it was. */
export function pastFrame({ revision, scroll }: PastMoment, frame: PastPaneFrame): KindFrame {
  const { theme, columns, rows, nowMs } = frame
  return {
    theme,
    keys: frame.keys,
    columns,
    rows,
    nowMs,
    // The cursor is on a step of the present.
    scroll: revision.plan.body.type === 'items' ? scroll : { ...scroll, cursorKey: null },
    query: frame.query,
    hasMarks: false,
    documentCache: frame.documentCache,
    // Beside the present text, which is not rendered again when the user returns to it.
    name: `${frame.name}\u0000past`,
    documentOf: () => documentOf(revision),
    work: revision.work,
    clock: 'working',
    stalledKey: null,
    // A past plan has no steps to select, but comments.
    steps: frame.steps === null ? null : stepsOfPast(frame.steps, revision),
    comparison: frame.comparison,
  }
}

const notRead = safe`The file of this revision was not read: its content then is unknown.`

/** The document of a revision; the same object each time, by which its rows are cached. */
const documentOf = memoWeak(({ document, atMs }: Revision): PlanDocument =>
  document === null ? { state: 'loading', uri: '' } : { ...document, readAtMs: atMs ?? 0 },
)
