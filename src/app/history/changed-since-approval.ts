import { memoWeak } from '../../lib/memo.ts'
import { wordsOf } from '../../plans/kinds/markdown.ts'
import { planKindOf } from '../../plans/kinds/plan-kinds.ts'
import type { PlanHistory, Revision } from './plan-history.ts'

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
