import { memoLast, memoWeak } from '../../lib/memo.ts'
import type { ChangedPlan, Mark, PlanHistory, Revision } from './plan-history.ts'
import { historyKey, type RunHistory } from './run-history.ts'
import { wordsOf } from '../../plans/kinds/markdown.ts'
import { planKindOf } from '../../plans/kinds/plan-kinds.ts'
import { comparedContent, type ComparedContent } from '../../plans/comparison/compare-revisions.ts'

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
