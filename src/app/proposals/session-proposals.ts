import { memoWeak } from '../../lib/memo.ts'
import { lastValues, withAtMost, withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { isBlankText } from '../../lib/text/safe-text.ts'
import type { Proposal } from '../state/proposal.ts'
import { ownPlanTitle, type Plan, planTitle, planKey } from '../../plans/plan.ts'
import type { Session } from '../state/session.ts'
import { type SessionPlans, withPlanAs } from '../../plans/session-plans.ts'
import type { PlanName } from '../../protocol/plans/plan-content.ts'

/** Kept besides the last one; unanswered ones are always kept. */
const maxProposals = 200

/** All proposals of a session, the last one first. */
export function proposalsOf({ proposal, otherProposals }: Session): readonly Proposal[] {
  return proposal === null ? [] : [proposal, ...lastValues(otherProposals, otherProposals.size)]
}

/** The proposal of a plan; null if it was never proposed. */
export function proposalOf(
  { proposal, otherProposals }: Pick<Session, 'proposal' | 'otherProposals'>,
  planKey: string,
): Proposal | null {
  return proposal?.planKey === planKey ? proposal : (otherProposals.get(planKey) ?? null)
}

/** The proposal of a permission request; null: it asks about no plan. */
export function proposalOfRequest(session: Session, requestKey: number): Proposal | null {
  return proposalsOf(session).find((proposal) => proposal.requestKey === requestKey) ?? null
}

/** Adds a proposal as the last one. It replaces one of the same plan; others are kept. */
export function withProposal(session: Session, proposal: Proposal): Session {
  const { proposal: last, otherProposals } = session
  if (last === null || last.planKey === proposal.planKey) return { ...session, proposal }
  let others = withoutEntry(withEntry(otherProposals, last.planKey, last), proposal.planKey)
  if (others.size > maxProposals) others = withoutOldest(others)
  return { ...session, proposal, otherProposals: others }
}

/** Drops the oldest answered one. Its plan stays, as an ordinary plan. */
function withoutOldest(others: Session['otherProposals']): Session['otherProposals'] {
  for (const [planKey, { outcome }] of others) if (outcome !== null) return withoutEntry(others, planKey)
  return others
}

/** Changes each proposal; the same session when nothing changed. */
export function mapProposals(session: Session, change: (proposal: Proposal) => Proposal): Session {
  const { proposal, otherProposals } = session
  if (proposal === null) return session
  const now = change(proposal)
  let others = otherProposals
  for (const [planKey, other] of otherProposals) {
    const after = change(other)
    if (after === other) continue
    others = withEntry(others, planKey, after)
  }
  if (now === proposal && others === otherProposals) return session
  return { ...session, proposal: now, otherProposals: others }
}

/** Whether a plan is only proposed. An approved one becomes an ordinary plan when the agent continues with it. */
export function isProposed({ name }: Plan): boolean {
  return name.dialect === 'proposed'
}

/** The title for the file of a session's proposed plan: its heading, else the session's title. Raw; '' for neither. */
export function titleForSaving({ plans, proposal, title }: Session): string {
  const body = plans.get(proposal?.planKey ?? '')?.body
  return (body?.type === 'markdown' ? body.heading : null) ?? title ?? ''
}

/** The title of a plan among its session's plans: only the last proposal is "Proposed plan", and plans without titles have their ids if there are several. Raw. */
export function planTitleIn(session: Session | undefined, plan: Plan): string {
  if (session === undefined) return planTitle(plan)
  const isLast = (session.proposal?.planKey ?? plan.key) === plan.key
  if (!isLast) return planTitle({ ...plan, name: { ...plan.name, dialect: 'planId' } })
  const id = plan.name.id ?? ''
  const isNamed = isBlankText(id) || id === 'plan' || !isUntitled(plan)
  return isNamed || !hasSeveralUntitled(session.plans) ? planTitle(plan) : id
}

const plansLookedAt = 100

/** Whether two or more plans have no title, or there are too many to look at each. */
export function hasSeveralUntitled(plans: SessionPlans): boolean {
  if (plans.size < 2 || plans.size > plansLookedAt) return plans.size > 1
  return areSeveralUntitled(plans)
}

const areSeveralUntitled = memoWeak(
  (plans: SessionPlans): boolean => [...plans.values()].filter(isUntitled).length > 1,
)

function isUntitled(plan: Plan): boolean {
  return plan.name.dialect !== 'inferred' && ownPlanTitle(plan) === null
}

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
  return { ...session, plans: withPlanAs(plans, key, undefined), mergedPlans: withAtMost(joined, maxMerges) }
}

/** Undoes the merge: the key has its own plan again. */
export function withSeparated(session: Session, key: string): Session {
  if (!session.mergedPlans.has(key)) return session
  return { ...session, mergedPlans: withoutEntry(session.mergedPlans, key) }
}
