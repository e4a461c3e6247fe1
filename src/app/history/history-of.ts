import type { AppState } from '../state/app-state.ts'
import type { Mark } from './mark.ts'
import type { PlanHistory } from './plan-history.ts'
import { historyKey } from './run-history.ts'

/** The revisions of a plan; null if it is unknown. */
export function planHistory({ history }: AppState, sessionId: string, planKey: string): PlanHistory | null {
  return history.plans.get(historyKey(sessionId, planKey)) ?? null
}

/** The marks of a session, in order. */
export function sessionMarks({ history }: AppState, sessionId: string): readonly Mark[] {
  return history.marks.get(sessionId)?.items ?? noMarks
}

const noMarks: readonly Mark[] = []
