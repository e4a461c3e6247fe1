import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { planKey } from '../../plans/plan.ts'
import { withPlanAs } from '../../plans/session-plans.ts'
import type { PlanName } from '../../protocol/plans/plan-content.ts'
import type { Session } from '../state/session.ts'

/** Merged keys kept per session; an older one becomes a separate plan when it is sent again. */
const maxMerges = 500

/** The key of the plan that a name refers to: that of another plan if it was merged into that. */
export function resolvedKey({ mergedPlans }: Session, name: PlanName): string {
  const key = planKey(name)
  return mergedPlans.get(key) ?? key
}

/** Merges the plan with one key into another plan; its own content is dropped. */
export function withMerged(session: Session, key: string, into: string): Session {
  const { mergedPlans, plans } = session
  if (key === into || mergedPlans.get(key) === into) return session
  let joined = withEntry(mergedPlans, key, into)
  // Keeps all links one step long.
  for (const [from, to] of mergedPlans) if (to === key) joined = withEntry(joined, from, into)
  const [oldest] = joined.keys()
  if (joined.size > maxMerges && oldest !== undefined) joined = withoutEntry(joined, oldest)
  return { ...session, plans: withPlanAs(plans, key, undefined), mergedPlans: joined }
}

/** Undoes the merge: the key has its own plan again. */
export function withSeparated(session: Session, key: string): Session {
  if (!session.mergedPlans.has(key)) return session
  return { ...session, mergedPlans: withoutEntry(session.mergedPlans, key) }
}
