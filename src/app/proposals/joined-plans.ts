import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { planKey } from '../../plans/plan.ts'
import { withPlanAs } from '../../plans/session-plans.ts'
import type { PlanName } from '../../protocol/plans/plan-content.ts'
import type { Session } from '../state/session.ts'

/** Of the names that lead to another plan, those that came last are kept: what is older and sent again is a plan of its own. */
const joinsKept = 500

/** The key of the plan that the agent means by a name: another than the name's own where that plan is told as a part of it. */
export function keyMeant({ joinedPlans }: Session, name: PlanName): string {
  const key = planKey(name)
  return joinedPlans.get(key) ?? key
}

/** What has one key is told as the plan of another from here on; a plan of its own that it had goes. */
export function withJoined(session: Session, key: string, into: string): Session {
  const { joinedPlans, plans } = session
  if (key === into || joinedPlans.get(key) === into) return session
  let joined = withEntry(joinedPlans, key, into)
  // One step leads to the plan, however often plans were joined.
  for (const [from, to] of joinedPlans) if (to === key) joined = withEntry(joined, from, into)
  const [oldest] = joined.keys()
  if (joined.size > joinsKept && oldest !== undefined) joined = withoutEntry(joined, oldest)
  return { ...session, plans: withPlanAs(plans, key, undefined), joinedPlans: joined }
}

/** What has that key is a plan of its own again. */
export function withParted(session: Session, key: string): Session {
  if (!session.joinedPlans.has(key)) return session
  return { ...session, joinedPlans: withoutEntry(session.joinedPlans, key) }
}
