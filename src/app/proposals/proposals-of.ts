import { lastValues, withEntry, withoutEntry } from '../../lib/shared-map.ts'
import type { Proposal } from '../state/proposal.ts'
import type { Session } from '../state/session.ts'

/** Kept beside the last one; those that wait for their answers always are. */
const proposalsKept = 200

/** All proposals of a session, the last one first. */
export function proposalsOf({ proposal, otherProposals }: Session): readonly Proposal[] {
  return proposal === null ? [] : [proposal, ...lastValues(otherProposals, otherProposals.size)]
}

/** What is known of a plan as a proposal; null for a plan that was never one. */
export function proposalOf({ proposal, otherProposals }: Session, planKey: string): Proposal | null {
  return proposal?.planKey === planKey ? proposal : (otherProposals.get(planKey) ?? null)
}

/** The proposal that a permission request asks about; null where it asks about no plan. */
export function proposalAskedBy(session: Session, requestKey: number): Proposal | null {
  return proposalsOf(session).find((proposal) => proposal.requestKey === requestKey) ?? null
}

/** The session with a proposal that came last: one of the same plan before it is replaced, others are kept. */
export function withProposal(session: Session, proposal: Proposal): Session {
  const { proposal: last, otherProposals } = session
  if (last === null || last.planKey === proposal.planKey) return { ...session, proposal }
  let others = withoutEntry(withEntry(otherProposals, last.planKey, last), proposal.planKey)
  if (others.size > proposalsKept) others = withoutOldest(others)
  return { ...session, proposal, otherProposals: others }
}

/** Of those that were answered, the oldest goes first. Its plan stays, as one that is like any other. */
function withoutOldest(others: Session['otherProposals']): Session['otherProposals'] {
  for (const [planKey, { outcome }] of others) if (outcome !== null) return withoutEntry(others, planKey)
  return others
}

/** Each proposal changed on its own; the same session when none was. */
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
