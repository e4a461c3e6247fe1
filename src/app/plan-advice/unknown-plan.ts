import type { AppState } from '../state/app-state.ts'
import { knownAgentOf } from './plan-advice.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Session } from '../state/session.ts'

/**
 * What nobody knows of the plans of a session that goes on from before: `plan`, the agent has told nothing of them;
 * `checklist`, it tells its documents again and no checklist, so that there may be one. null: nothing is unknown, since the
 * session is new, or its plans were told, or the agent sends none to anybody.
 */
export function unknownPlan(state: AppState, session: Session): 'plan' | 'checklist' | null {
  const { origin, phase, plans, counts, carried, isSeenWhole } = session
  const isGoingOn = (origin === 'loaded' || origin === 'resumed') && phase !== 'opening'
  if (!isGoingOn || counts.checklists > 0) return null
  const agent = knownAgentOf(state)
  if (agent?.plans.type === 'never' && !state.hasSentPlans) return null
  // What was seen from its beginning, and had no plan, has none.
  if (plans.size === 0 && counts.planUpdates === 0) return isSeenWhole ? null : 'plan'
  const hasChecklist = [...plans].some(
    ([key, plan]) => plan.body.type === 'items' && carried.get(key) === plan,
  )
  // A checklist from before is shown, with a word that it is from before.
  return agent?.retells === 'documents' && origin === 'loaded' && !hasChecklist ? 'checklist' : null
}

/** The session was opened again, and nothing was told of this plan: it is known from before that. */
export function isFromBefore({ phase, carried }: Session, plan: Plan): boolean {
  return phase === 'open' && carried.get(plan.key) === plan
}

/** Whether any plan of the session is unknown. */
export function isPlanUnknown(state: AppState, session: Session): boolean {
  return unknownPlan(state, session) !== null
}
