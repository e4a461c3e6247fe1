import type { ChangedPlan } from '../../app/history/changed-plan.ts'
import { newlyChanged } from '../../app/history/changed-plans.ts'
import { historyKey } from '../../app/history/run-history.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { approvedWords } from '../../app/words/question.ts'
import { describeChanges } from '../../app/words/plan.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { planLabel } from './plan-label.ts'

/** An approved plan that was found to say something else, with the words for it. */
export interface ChangedPlanWords {
  readonly label: SafeText
  /** `2 steps added, 1 gone`. */
  readonly changes: SafeText
  /** `you approved it`. */
  readonly approved: SafeText
}

/** The approved plans that an event has shown to be other ones. */
export function changedPlanWords(after: AppState, before: AppState): readonly ChangedPlanWords[] {
  return newlyChanged(after, before).flatMap((found) => {
    const label = labelOf(after, found)
    return label === null
      ? []
      : [{ label, changes: describeChanges(found), approved: approvedWords(found.approvedBy) }]
  })
}

function labelOf(state: AppState, { sessionId, planKey }: ChangedPlan): SafeText | null {
  const plan = state.sessions.get(sessionId)?.plans.get(planKey)
  return plan === undefined ? null : planLabel(state, sessionId, plan)
}

/** A line for each approved plan that was found to say something else. */
export function changedPlanLines(after: AppState, before: AppState): readonly SafeText[] {
  return changedPlanWords(after, before).map(
    ({ label, changes }) => safe`${label}: changed since approved: ${changes}`,
  )
}

/** `changed since`, for an approved plan that says something else now; else ''. */
export function changedSinceWords({ history }: AppState, sessionId: string, planKey: string): SafeText {
  return history.changed.has(historyKey(sessionId, planKey)) ? safe`changed since` : safe``
}
