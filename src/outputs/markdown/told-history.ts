import { revisionWords } from '../../app/history/changed-since-approval.ts'
import type { Mark } from '../../app/history/mark.ts'
import { revisionsOf, type PlanHistory, type Revision } from '../../app/history/plan-history.ts'
import { memoWeak } from '../../lib/memo-weak.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { stepWords } from '../../plans/matching/step-words.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'

/** What is told of a plan's history. */
export type ToldEvent =
  | { readonly type: 'first'; readonly atMs: number | null; readonly revision: Revision }
  | {
      readonly type: 'changed'
      readonly atMs: number | null
      readonly revision: Revision
      readonly before: Revision
    }
  /** Steps that were done since the last told revision; negative: they are not done any more. */
  | {
      readonly type: 'progress'
      readonly atMs: number | null
      readonly done: number
      readonly now: PlanProgress
    }
  | { readonly type: 'mark'; readonly atMs: number | null; readonly mark: Mark }
  /** Revisions that are kept, but not told. */
  | { readonly type: 'folded'; readonly atMs: number | null; readonly count: number }
  /** Revisions that are not kept any more. */
  | { readonly type: 'thinned'; readonly atMs: number | null; readonly count: number }

/** A longer history is folded: this many events at its end are told, and what matters before them. */
const maxTold = 40

/**
 * The history of a plan as it is told: revisions that only show progress are summed up, and prompts that changed nothing are left
 * out. `marks`: those of the plan and of its session.
 */
export function toldHistory(history: PlanHistory, marks: readonly Mark[]): readonly ToldEvent[] {
  const teller = new HistoryTeller()
  let next = 0
  for (const revision of revisionsOf(history)) {
    for (; (marks[next]?.order ?? Number.POSITIVE_INFINITY) < revision.order; next++) teller.mark(marks[next])
    teller.revision(revision)
  }
  for (const mark of marks.slice(next)) teller.mark(mark)
  return folded(withoutIdleTurns(teller.end()))
}

/** Collects what is told. */
class HistoryTeller {
  readonly #events: ToldEvent[] = []
  /** The last revision that was told, or whose progress was. */
  #told: Revision | null = null
  #last: Revision | null = null

  mark(mark: Mark | undefined): void {
    if (mark === undefined) return
    this.#progress()
    this.#events.push({ type: 'mark', atMs: mark.atMs, mark })
  }

  revision(revision: Revision): void {
    const { atMs } = revision
    const before = this.#last
    this.#last = revision
    if (before === null) {
      this.#events.push({ type: 'first', atMs, revision })
      this.#told = revision
      return
    }
    const count = revision.number - before.number - 1
    if (count > 0) this.#events.push({ type: 'thinned', atMs, count })
    if (saysTheSame(before, revision)) return
    this.#last = before
    this.#progress()
    this.#last = revision
    this.#told = revision
    this.#events.push({ type: 'changed', atMs, revision, before })
  }

  end(): readonly ToldEvent[] {
    this.#progress()
    return this.#events
  }

  #progress(): void {
    const [told, last] = [this.#told, this.#last]
    if (told === null || last === null || told === last) return
    this.#told = last
    const [was, now] = [planProgress({ body: told.plan.body }), planProgress({ body: last.plan.body })]
    if (now === null || was === null || now.done === was.done) return
    this.#events.push({ type: 'progress', atMs: last.atMs, done: now.done - was.done, now })
  }
}

/** Whether two revisions differ in their progress only, or in words that agents change while they work. */
function saysTheSame(one: Revision, other: Revision): boolean {
  if (one.plan.title !== other.plan.title) return false
  const [before, after] = [one.plan.body, other.plan.body]
  if (before.type !== 'items' || after.type !== 'items')
    return before.type === after.type && revisionWords(one) === revisionWords(other)
  return (
    before.entries.length === after.entries.length &&
    before.entries.every((entry, at) => {
      const now = after.entries[at]
      return entry === now || (now !== undefined && isSameStep(entry, now))
    })
  )
}

/** Whether two steps say the same: "Read x" and "Reading x". */
export function isSameStep(one: TrackedEntry, other: TrackedEntry): boolean {
  return one.content === other.content || essentialWords(one) === essentialWords(other)
}

const essentialWords = memoWeak(({ content }: TrackedEntry): string => stepWords(content).joined || content)

/** Without the prompts after which nothing happened to the plan. */
function withoutIdleTurns(events: readonly ToldEvent[]): readonly ToldEvent[] {
  return events.filter((event, at) => {
    const next = events[at + 1]
    return !isTurn(event) || (next !== undefined && !isTurn(next))
  })
}

function isTurn(event: ToldEvent): boolean {
  return event.type === 'mark' && event.mark.type === 'turn'
}

/** The first revision, what was asked and answered, the approved revisions, and the end; the rest is only counted. */
function folded(events: readonly ToldEvent[]): readonly ToldEvent[] {
  if (events.length <= maxTold) return events
  const end = events.length - maxTold
  const first = events.findIndex(({ type }) => type === 'first')
  const answers = events.slice(0, end).flatMap((event, at) => (isAnswer(event) ? [at] : []))
  const last = answers.slice(-maxTold)
  const kept = new Set<number>([first, ...last])
  for (const at of last) if (isApproval(events[at])) kept.add(lastChange(events, at))
  const told: ToldEvent[] = []
  let count = 0
  const flush = (atMs: number | null): void => {
    if (count > 0) told.push({ type: 'folded', atMs, count })
    count = 0
  }
  for (const [at, event] of events.entries()) {
    if (at >= end || kept.has(at)) {
      flush(event.atMs)
      told.push(event)
    } else if (event.type === 'changed' || event.type === 'first') count++
    else if (event.type === 'thinned') count += event.count
  }
  return told
}

function isAnswer(event: ToldEvent): boolean {
  return event.type === 'mark' && event.mark.planKey !== null && event.mark.type !== 'proposed'
}

function isApproval(event: ToldEvent | undefined): boolean {
  return event?.type === 'mark' && event.mark.type === 'approved'
}

function lastChange(events: readonly ToldEvent[], before: number): number {
  return events.findLastIndex(({ type }, at) => at < before && (type === 'changed' || type === 'first'))
}
