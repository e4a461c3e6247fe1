import type { PlanName } from '../../protocol/plans/plan-content.ts'
import { keyMeant } from '../proposals/joined-plans.ts'
import { proposalOf } from '../proposals/proposals-of.ts'
import { streamedPlanKept, type Session } from '../state/session.ts'

/**
 * What a plan that comes in pieces says so far: what the agent has sent of it, where more was asked about already. null: it is not
 * there, or is no text now, and begins anew.
 */
export function sentSoFar(session: Session, name: PlanName): string | null {
  const key = keyMeant(session, name)
  const plan = session.plans.get(key)
  if (plan === undefined || plan.removedAtMs !== null || plan.body.type !== 'markdown') return null
  return proposalOf(session, key)?.ownText ?? plan.body.text
}

/** Characters that a plan which comes in pieces may still grow by. */
export function roomToGrow(session: Session | undefined, name: PlanName): number {
  const sent = session === undefined ? null : sentSoFar(session, name)
  return Math.max(0, streamedPlanKept - (sent?.length ?? 0))
}
