import { GrowingList } from '../../lib/sequences.ts'
import { memoWeak } from '../../lib/memo.ts'
import type { Plan } from '../../plans/plan.ts'
import { wordsOf } from '../../plans/kinds/markdown.ts'
import { planKindOf, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import { comparedContent, type ComparedContent } from '../../plans/comparison/compare-revisions.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import type { ChangeCounts, Comparison } from '../../plans/comparison/comparison.ts'

/** The document of a file plan, as it was read for a revision. */
export interface RevisionDocument {
  readonly state: 'shown'
  readonly uri: string
  /** The text without its byte order mark; line ends as they are in the document. */
  readonly text: string
  readonly format: DocumentFormat
  /** A highlight.js name, set for `source` if known. */
  readonly language?: string
  /** The size of the whole document; if a server does not report it, the number of bytes read. */
  readonly sizeBytes: number
  /** Set when only the document's beginning was read: how many bytes that is. */
  readonly truncatedToBytes?: number
  /** Set when that many malformed places were replaced by U+FFFD. */
  readonly replacedCharacters?: number
  /** Set when redirects led to another address than `uri`. */
  readonly fetchedFrom?: string
}

export type DocumentFormat = 'markdown' | 'json' | 'source' | 'plain'

/** One content of a plan. */
export interface Revision {
  /** Counts the contents of its plan from 1. A revision that is thinned out keeps its number to itself. */
  readonly number: number
  /** When it came; for a streamed text, when its last piece came. null: nobody tells, only its order is known. */
  readonly atMs: number | null
  /** Its place among all revisions and marks of the run. */
  readonly order: number
  /** The agent's frame (line) that it came with, counted from 1 in the run; null: it came otherwise. */
  readonly frame: number | null
  readonly plan: Plan
  /** The document of a file plan; null while it has not been read, and for other plans. */
  readonly document: RevisionDocument | null
  /** The session's clock when it came. */
  readonly work: WorkTime
  /** An estimate of the memory that it does not share with the revision before. */
  readonly bytes: number
}

export interface PlanHistory {
  /** All but the last one, in order. Those thinned out are missing. */
  readonly older: GrowingList<Revision>
  /** The plan's present content. */
  readonly last: Revision
  /** All revisions so far, with those thinned out. */
  readonly count: number
  /** What was approved last; null: nothing. */
  readonly approved: Revision | null
  readonly approvedBy: Decider | null
  /** When it was approved; null: nothing was, or nobody tells. */
  readonly approvedAtMs: number | null
}

/** A revision before it has a number. */
export type NewRevision = Omit<Revision, 'number' | 'bytes'>

/** What has happened since the last revision. */
export interface RevisionContext {
  /** The order of the run's last mark. */
  readonly lastMark: number
  /** The plan was replayed by a session that was loaded again: it counts its contents anew. */
  readonly isReplayed: boolean
}

/** Revisions kept of one plan. Beyond it, those that stood for a moment only are dropped, and some of the older half. */
export const maxRevisions = 1_000

/** What a plan says for a shorter time nobody reads. */
const momentMs = 100

/** Text that goes on within this time belongs to the same revision. */
export const streamPauseMs = 1_000

/**
 * The history with a plan's present state. A content that is the same adds nothing; a streamed text that goes on within
 * `streamPauseMs` replaces the last revision, unless there was a mark in between.
 */
export function withRevision(
  history: PlanHistory | undefined,
  next: NewRevision,
  context: RevisionContext,
): PlanHistory {
  if (history === undefined) {
    const first = numbered(next, { number: 1, order: next.order, before: null })
    return { older: noRevisions, last: first, count: 1, approved: null, approvedBy: null, approvedAtMs: null }
  }
  const { older, last, count, approved, approvedBy, approvedAtMs } = history
  if (isSameContent(last, next)) return history
  if (replacesLast(last, next, context)) {
    const { number, order } = last
    const changed = numbered(next, { number, order, before: older.last() ?? null })
    const stays = { count, approved: approved === last ? changed : approved, approvedBy, approvedAtMs }
    return { older, last: changed, ...stays }
  }
  const number = count + 1
  if (isPassing(history, next, context)) {
    const added = numbered(next, { number, order: next.order, before: older.last() ?? null })
    return { older, last: added, count: number, approved, approvedBy, approvedAtMs }
  }
  const added = numbered(next, { number, order: next.order, before: last })
  return { older: older.with(last), last: added, count: number, approved, approvedBy, approvedAtMs }
}

/**
 * Whether the last revision is not kept: the plan has had very many, and this one stood only for a moment, shortly after
 * another one.
 */
function isPassing(
  { older, last, count, approved }: PlanHistory,
  next: NewRevision,
  { lastMark }: RevisionContext,
): boolean {
  if (count < maxRevisions || !isSoon(last, next, momentMs) || last === approved) return false
  const before = older.last()
  // What stood when a mark was made is kept.
  return before !== undefined && isSoon(before, last, momentMs) && lastMark < last.order
}

type Timed = Pick<Revision, 'atMs'>

/** Whether so little time is between two revisions; where nobody tells the times, there may be none. */
function isSoon(one: Timed, other: Timed, withinMs: number): boolean {
  return one.atMs === null || other.atMs === null ? one.atMs === other.atMs : other.atMs - one.atMs < withinMs
}

const noRevisions = GrowingList.of<Revision>([])

/** The revisions of a plan that are kept, in order and never none; the last one is its present content. */
export const revisionsOf = memoWeak(({ older, last }: PlanHistory): readonly Revision[] => [
  ...older.toArray(),
  last,
])

/** How many revisions of a plan are kept. */
export function keptCount({ older }: PlanHistory): number {
  return older.length + 1
}

/** The history with other revisions, of which there must be at least one. */
export function withRevisions(
  history: PlanHistory,
  revisions: readonly Revision[],
  approved: Revision | null,
): PlanHistory {
  const last = revisions.at(-1) ?? history.last
  return { ...history, older: GrowingList.of(revisions.slice(0, -1)), last, approved }
}

/** Field by field, since this runs for each piece of a streamed text: spreading costs more than the rest of it. */
function numbered(
  next: NewRevision,
  { number, order, before }: { number: number; order: number; before: Revision | null },
): Revision {
  const { atMs, frame, plan, document, work } = next
  return { number, atMs, order, frame, plan, document, work, bytes: revisionBytes(next, before) }
}

/** Whether two bodies are one content. Facts about the document of a file plan are none. */
export function isSameBody(one: PlanBody, other: PlanBody): boolean {
  return one === other || (one.type === 'file' && other.type === 'file' && one.uri === other.uri)
}

function isSameContent(last: Revision, next: NewRevision): boolean {
  return (
    isSameBody(last.plan.body, next.plan.body) &&
    last.plan.title === next.plan.title &&
    last.document?.text === next.document?.text
  )
}

function replacesLast(last: Revision, next: NewRevision, { lastMark, isReplayed }: RevisionContext): boolean {
  if (next.document !== null) return last.document === null && isSameBody(last.plan.body, next.plan.body)
  const [before, after] = [last.plan.body, next.plan.body]
  if (before.type !== after.type || isReplayed) return false
  const continues = (): boolean => planKindOf(after).continues?.(before, after) === true
  // The text of a streamed plan is compared only if it has to be: that takes a time in proportion to its length.
  if (last.plan.revision === next.plan.revision) return lastMark < last.order || !continues()
  return lastMark < last.order && isSoon(last, next, streamPauseMs) && continues()
}

/** An estimate of the memory of a revision that it does not share with the one before. */
export function revisionBytes(
  { plan, document }: Pick<Revision, 'plan' | 'document'>,
  before: Pick<Revision, 'plan' | 'document'> | null,
): number {
  const isNew = document !== null && document !== before?.document
  return fixedBytes + bodyBytes(plan.body, before?.plan.body ?? null) + (isNew ? 2 * document.text.length : 0)
}

const fixedBytes = 400

function bodyBytes(body: PlanBody, before: PlanBody | null): number {
  if (body === before) return 0
  return planKindOf(body).bytes?.(body, before?.type === body.type ? before : null) ?? 0
}

/** The revision that was the present one at a place in the run (`order`); the first one if the plan came later. */
export function revisionAt(history: PlanHistory, order: number): Revision {
  const revisions = revisionsOf(history)
  return revisions.findLast((revision) => revision.order <= order) ?? revisions[0] ?? history.last
}

/**
 * Whether a plan says something else than what the user approved. Statuses, ticked task boxes, numbers of steps, blank lines and
 * blanks at line ends do not count, as in a comparison of both. Computed once for each state of a history.
 */
export const changedSinceApproval = memoWeak((history: PlanHistory): boolean => {
  const { approved } = history
  if (approved === null) return false
  const { last } = history
  if (last === approved || (last.plan.body === approved.plan.body && last.document === approved.document))
    return false
  return last.plan.body.type !== approved.plan.body.type || revisionWords(last) !== approvedWords(approved)
})

/** What a revision says without its progress. Raw. Not kept: the words of all revisions would exceed the history's memory. */
export function revisionWords({ plan: { body }, document }: Revision): string {
  return document === null ? (planKindOf(body).words?.(body) ?? '') : wordsOf(document.text)
}

/** Kept, since each later revision is compared with them. */
const approvedWords = memoWeak(revisionWords)

/** A revision as it is compared with others; null: a file plan whose document has not been read. */
export function comparedRevision({ plan, document }: Revision): ComparedContent | null {
  return comparedContent(plan.body, document?.text ?? null)
}

/** Which revision a plan is compared with. `proposal`: what was proposed before, for a revised proposal. */
export type BaselineName = 'proposal' | 'before' | 'approved' | 'looked' | 'first'

/** A moment of a session that its user may want to return to. */
export interface Mark {
  readonly type: MarkType
  /** The plan that it is about; null: the whole session. */
  readonly planKey: string | null
  /** null: nobody tells, only its order is known. */
  readonly atMs: number | null
  /** Its place among all revisions and marks of the run. */
  readonly order: number
  /** Who decided; absent if it is not known, and for marks that are no decision. */
  readonly by?: Decider
  /** The prompt, the feedback, or the caption; '' for none. Raw. */
  readonly words: string
}

/** `turn`: a turn began. `went-on`: the agent left planning without an answer, and no plan was proposed; its words name the modes. `kept`: a proposal was saved and nothing else. `own`: the user marked it. */
export type MarkType =
  | 'turn'
  | 'proposed'
  | 'approved'
  | 'rejected'
  | 'refined'
  | 'kept'
  | 'cancelled'
  | 'compacted'
  | 'removed'
  | 'went-on'
  | 'own'

/** A mark before it has a place. */
export type NewMark = Omit<Mark, 'order'>

/**
 * Who decided about a plan: the user of this program, `--permissions`, or another client, of which is not known who decided there;
 * `agent`: it went on without an answer.
 */
export type Decider = 'user' | 'policy' | 'client' | 'agent'

/** A plan that says something else than what was approved. */
export interface ChangedPlan {
  readonly sessionId: string
  readonly planKey: string
  /** When it was found to be another one. */
  readonly atMs: number
  /** Counts these findings in the run. */
  readonly number: number
  /** When it was approved; null: nobody tells. */
  readonly approvedAtMs: number | null
  readonly approvedBy: Decider | null
  readonly approvedRevision: number
  /** The number of the revision that was found to be another one. */
  readonly revision: number
  readonly unit: Comparison['unit']
  readonly counts: ChangeCounts
}
