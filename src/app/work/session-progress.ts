import { unknownPlan } from '../plan-advice/unknown-plan.ts'
import { isProposed } from '../proposals/session-proposals.ts'
import type { AppState } from '../state/app-state.ts'
import type { Session } from '../state/session.ts'
import { planProgress } from '../../plans/plan.ts'

/** How far the plans of a session are: their steps and boxes, without proposed ones. */
export interface SessionProgress {
  readonly done: number
  readonly total: number
  /** All are done, and one of them since the last turn began. */
  readonly isDone: boolean
}

/** The progress that users who look elsewhere are told of: by the title, notifications and hooks. */
export function sessionProgress(state: AppState, session: Session): SessionProgress {
  const { plans, turn, proposedTodos } = session
  // The checklist is unknown: boxes of documents would not be its progress.
  if (unknownPlan(state, session) === 'checklist') return { done: 0, total: 0, isDone: false }
  let done = 0
  let total = 0
  let areComplete = true
  let changedAtMs = Number.NEGATIVE_INFINITY
  for (const plan of plans.values()) {
    const isOpen = isProposed(plan) || plan === proposedTodos?.plan
    const progress = plan.removedAtMs === null && !isOpen ? planProgress(plan) : null
    if (progress === null) continue
    done += progress.done
    total += progress.total
    areComplete &&= progress.isComplete
    changedAtMs = Math.max(changedAtMs, plan.changedAtMs)
  }
  // A plan of an earlier turn, or of a replayed history, is not news.
  const isNews = turn.state !== 'not-asked' && changedAtMs >= turn.sinceMs
  return { done, total, isDone: total > 0 && areComplete && isNews }
}
