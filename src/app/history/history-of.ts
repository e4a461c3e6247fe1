import { memoLast } from '../../lib/memo.ts'
import type { ChangedPlan } from './changed-plan.ts'
import type { Mark } from './mark.ts'
import type { PlanHistory } from './plan-history.ts'
import { historyKey, type RunHistory } from './run-history.ts'

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
