import type { Plan } from '../../plans/plan.ts'
import { withPlanNamed } from '../../plans/session-plans.ts'
import { isProposed, proposalOf, proposalsOf, withProposal } from './session-proposals.ts'
import { likenessTo } from './match-proposal.ts'
import type { Session } from '../state/session.ts'

/** Restores the outcomes of proposals whose plans are replayed: agents replay the plans, but not the answers. */
export function withFormerProposals(session: Session, former: Session): Session {
  let now = session
  for (const proposal of proposalsOf(former).toReversed()) {
    const was = former.plans.get(proposal.planKey)
    const plan = was === undefined ? undefined : toldAgain(now, was)
    if (was === undefined || plan === undefined || proposal.outcome === null) continue
    const name = isProposed(was) ? { ...was.name, id: plan.name.id } : plan.name
    now = withProposal(
      { ...now, plans: withPlanNamed(now.plans, plan.key, name) },
      { ...proposal, planKey: plan.key, ownText: null },
    )
  }
  return now
}

function toldAgain(session: Session, { body }: Plan): Plan | undefined {
  if (body.type !== 'markdown') return undefined
  const content = { type: 'markdown', text: body.text } as const
  return [...session.plans.values()].find(
    (plan) => proposalOf(session, plan.key) === null && likenessTo(plan.body, content) === 'same',
  )
}
