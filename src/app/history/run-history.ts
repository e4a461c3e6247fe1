import { memoLast } from '../../lib/memo.ts'
import { append, type BoundedList } from '../../lib/sequences.ts'
import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { defaultHistoryBytes } from './default-memory.ts'
import {
  type ChangedPlan,
  type Mark,
  type NewMark,
  keptCount,
  revisionsOf,
  withRevisions,
  type PlanHistory,
  maxRevisions,
  revisionBytes,
  type Revision,
} from './plan-history.ts'

/** The revisions of all plans of a run, and its marks. Follows from the events, and so is the same in a replay. */
export interface RunHistory {
  /** By `historyKey`. */
  readonly plans: ReadonlyMap<string, PlanHistory>
  /** By session id, in order. */
  readonly marks: ReadonlyMap<string, BoundedList<Mark>>
  /** Counts revisions and marks. */
  readonly order: number
  /** The order of the last mark. */
  readonly lastMark: number
  /** An estimate of the memory of all revisions. */
  readonly bytes: number
  /** Beyond it the oldest revisions are thinned out. */
  readonly maxBytes: number
  /** The plans that say something else than what was approved, by `historyKey`. */
  readonly changed: ReadonlyMap<string, ChangedPlan>
  /** How often a plan was found to say something else than what was approved. */
  readonly changeCount: number
  /** The keys of approved plans that have not been compared since their last revision or approval. */
  readonly unsettled: readonly string[]
}

/** Marks kept per session. */
const maxMarks = 1_000

export const noHistory: RunHistory = {
  plans: new Map(),
  marks: new Map(),
  order: 0,
  lastMark: 0,
  bytes: 0,
  maxBytes: defaultHistoryBytes,
  changed: new Map(),
  changeCount: 0,
  unsettled: [],
}

/** Names a plan among those of all sessions. */
export function historyKey(sessionId: string, planKey: string): string {
  return `${sessionId}\u0000${planKey}`
}

/** Sets the history of a plan, and thins all out if they need too much memory. */
export function withPlanHistory(run: RunHistory, key: string, history: PlanHistory): RunHistory {
  const before = run.plans.get(key)
  if (before === history) return run
  const after = withRoomForRevision(history)
  const isThinner = after !== history
  const bytes = run.bytes + (isThinner ? sumOf(after) - sumOf(before) : lastBytes(after, before))
  const plans = withEntry(run.plans, key, after)
  const order = run.order + 1
  const isSettled = history.approved === null || run.unsettled.includes(key)
  const unsettled = isSettled ? run.unsettled : [...run.unsettled, key]
  const { marks, lastMark, maxBytes, changed, changeCount } = run
  // Field by field, since this runs for each piece of a streamed text.
  const next = { plans, marks, order, lastMark, bytes, maxBytes, changed, changeCount, unsettled }
  if (bytes <= maxBytes) return next
  // Well below the limit, so that it is not done again with the next revision.
  const left = thinned(plans, maxBytes * 0.75)
  return { ...next, plans: left, bytes: totalBytes(left) }
}

/** Remembers what was approved of a plan, by whom and when. */
export function withApproved(
  run: RunHistory,
  key: string,
  { approved, approvedBy, approvedAtMs }: Pick<PlanHistory, 'approved' | 'approvedBy' | 'approvedAtMs'>,
): RunHistory {
  const history = run.plans.get(key)
  if (history === undefined) return run
  const { order } = run
  const next = withPlanHistory(run, key, { ...history, approved, approvedBy, approvedAtMs })
  return { ...next, order, changed: withoutEntry(next.changed, key) }
}

/** A plan continues under another key: so do its revisions, its marks, and what was found of it. */
export function withMovedHistory(
  run: RunHistory,
  sessionId: string,
  planKey: string,
  nextPlanKey: string,
): RunHistory {
  const key = historyKey(sessionId, planKey)
  const nextKey = historyKey(sessionId, nextPlanKey)
  const history = run.plans.get(key)
  if (history === undefined) return run
  const moved = withPlanHistory(withoutPlanHistory(run, key), nextKey, renamed(history, nextPlanKey))
  const marks = withRenamedMarks(moved.marks, sessionId, { planKey, nextPlanKey })
  const found = run.changed.get(key)
  const changed =
    found === undefined
      ? moved.changed
      : withEntry(moved.changed, nextKey, { ...found, planKey: nextPlanKey })
  return { ...moved, marks, changed }
}

function renamed(history: PlanHistory, planKey: string): PlanHistory {
  const before = revisionsOf(history)
  const revisions = before.map((revision) => ({ ...revision, plan: { ...revision.plan, key: planKey } }))
  const approved = revisions.find((_, at) => before[at] === history.approved) ?? null
  return withRevisions(history, revisions, approved)
}

function withRenamedMarks(
  marks: RunHistory['marks'],
  sessionId: string,
  { planKey, nextPlanKey }: { readonly planKey: string; readonly nextPlanKey: string },
): RunHistory['marks'] {
  const own = marks.get(sessionId)
  if (own === undefined || !own.items.some((mark) => mark.planKey === planKey)) return marks
  const items = own.items.map((mark) => (mark.planKey === planKey ? { ...mark, planKey: nextPlanKey } : mark))
  return withEntry(marks, sessionId, { ...own, items })
}

function sumOf(history: PlanHistory | undefined): number {
  if (history === undefined) return 0
  return revisionsOf(history).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The difference in memory where only the last revision was added or replaced, or all are new. */
function lastBytes(after: PlanHistory, before: PlanHistory | undefined): number {
  if (before === undefined) return sumOf(after)
  const added = after.last.bytes
  return keptCount(before) === keptCount(after) ? added - before.last.bytes : added
}

export function withoutPlanHistory(run: RunHistory, key: string): RunHistory {
  const before = run.plans.get(key)
  return before === undefined
    ? run
    : {
        ...run,
        plans: withoutEntry(run.plans, key),
        bytes: run.bytes - sumOf(before),
        changed: withoutEntry(run.changed, key),
      }
}

/** Drops the marks of a session, and the history of these plans of it. */
export function withoutSessionHistory(
  run: RunHistory,
  sessionId: string,
  planKeys: Iterable<string>,
): RunHistory {
  let left = run
  for (const planKey of planKeys) left = withoutPlanHistory(left, historyKey(sessionId, planKey))
  const marks = withoutEntry(run.marks, sessionId)
  return marks === run.marks ? left : { ...left, marks }
}

/** Puts a mark behind all revisions and marks of the run. Of a session only the last `maxMarks` are kept. */
export function withMark(run: RunHistory, sessionId: string, mark: NewMark): RunHistory {
  const order = run.order + 1
  const before = run.marks.get(sessionId) ?? { items: [], dropped: 0 }
  const marks = withEntry(run.marks, sessionId, append(before, { ...mark, order }, maxMarks))
  return { ...run, marks, order, lastMark: order }
}

/** Sets the words of a session's last mark of a type about a plan. */
export function withMarkWords(
  run: RunHistory,
  sessionId: string,
  { type, planKey, words }: Pick<Mark, 'type' | 'planKey' | 'words'>,
): RunHistory {
  const known = run.marks.get(sessionId)
  const at = known?.items.findLastIndex((mark) => mark.type === type && mark.planKey === planKey) ?? -1
  const mark = known?.items[at]
  if (known === undefined || mark === undefined) return run
  const items = known.items.with(at, { ...mark, words })
  return { ...run, marks: withEntry(run.marks, sessionId, { ...known, items }) }
}

/** The history with at most `maxRevisions` revisions: beyond it, every second one of the older half is dropped. */
function withRoomForRevision(history: PlanHistory): PlanHistory {
  const count = keptCount(history)
  if (count <= maxRevisions) return history
  const half = count / 2
  return withoutRevisions(history, (_, index) => index < half && index % 2 === 1)
}

/**
 * Histories that together need at most `maxBytes`, by dropping the oldest revisions first, every second one of them in
 * each pass. The first and the two last ones of each plan and the approved one stay, even if they need more. The same map if
 * nothing can be dropped.
 */
export function thinned(
  histories: ReadonlyMap<string, PlanHistory>,
  maxBytes: number,
): ReadonlyMap<string, PlanHistory> {
  let left = histories
  for (;;) {
    const excess = totalBytes(left) - maxBytes
    if (excess <= 0) return left
    const dropped = oldestOf(left, excess)
    if (dropped.size === 0) return left
    for (const [key, history] of left) {
      const thinner = withoutRevisions(history, (revision) => dropped.has(revision))
      // Shares its parts: a plain copy of thousands of plans would cost each later update more than its own work.
      if (thinner !== history) left = withEntry(left, key, thinner)
    }
  }
}

/** The sum of the estimates of all revisions. */
export function totalBytes(histories: ReadonlyMap<string, PlanHistory>): number {
  let total = 0
  histories.forEach((history) => {
    for (const { bytes } of revisionsOf(history)) total += bytes
  })
  return total
}

/** Every second revision that may be dropped, from the oldest on, until they make up `excess` bytes. */
function oldestOf(histories: ReadonlyMap<string, PlanHistory>, excess: number): ReadonlySet<Revision> {
  const candidates: Revision[] = []
  histories.forEach((history) => {
    for (const [index, revision] of revisionsOf(history).entries())
      if (isDroppable(history, revision, index)) candidates.push(revision)
  })
  candidates.sort((one, other) => one.order - other.order)
  const dropped = new Set<Revision>()
  let freed = 0
  for (let index = 0; index < candidates.length && freed < excess; index += 2) {
    const candidate = candidates[index]
    if (candidate === undefined) break
    dropped.add(candidate)
    freed += candidate.bytes
  }
  return dropped
}

function isDroppable(history: PlanHistory, revision: Revision, index: number): boolean {
  return index > 0 && index < keptCount(history) - 2 && revision !== history.approved
}

function withoutRevisions(
  history: PlanHistory,
  isDropped: (revision: Revision, index: number) => boolean,
): PlanHistory {
  const kept: Revision[] = []
  let { approved } = history
  let isChanged = false
  let isBehindGap = false
  const revisions = revisionsOf(history)
  // By index: a plan that changes very often is thinned out every few hundred updates.
  for (let index = 0; index < revisions.length; index++) {
    const revision = revisions[index]
    if (revision === undefined) continue
    if (isDroppable(history, revision, index) && isDropped(revision, index)) {
      isChanged = true
      isBehindGap = true
      continue
    }
    // What it shared with a dropped one belongs to it alone now.
    const next = isBehindGap ? { ...revision, bytes: revisionBytes(revision, kept.at(-1) ?? null) } : revision
    if (revision === approved) approved = next
    kept.push(next)
    isBehindGap = false
  }
  return isChanged ? withRevisions(history, kept, approved) : history
}

interface State {
  readonly history: RunHistory
}

/** The revisions of a plan; null if it is unknown. */
export function planHistory({ history }: State, sessionId: string, planKey: string): PlanHistory | null {
  return history.plans.get(historyKey(sessionId, planKey)) ?? null
}

/** The marks of a session, in order. */
export function sessionMarks({ history }: State, sessionId: string): readonly Mark[] {
  return history.marks.get(sessionId)?.items ?? noMarks
}

const noMarks: readonly Mark[] = []

/** The approved plans that an event has shown to be other ones. */
export function newlyChanged(after: State, before: State): readonly ChangedPlan[] {
  const { changed, changeCount } = after.history
  const known = before.history.changeCount
  if (changeCount === known) return []
  return [...changed.values()].filter(({ number }) => number > known)
}

/** The approved plan that was last found to be another one; null: none. */
export function lastChanged({ history: { changed } }: State): ChangedPlan | null {
  return changed.size === 0 ? null : lastOf(changed)
}

/** Cached: it runs for each frame. */
const lastOf = memoLast((changed: RunHistory['changed']): ChangedPlan | null =>
  [...changed.values()].reduce<ChangedPlan | null>(
    (last, found) => (last === null || found.number > last.number ? found : last),
    null,
  ),
)
