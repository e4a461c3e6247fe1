import { lastValues } from '../../../lib/shared-map.ts'
import type { Plan } from '../../../plans/plan.ts'
import { likenessTo } from '../../proposals/match-proposal.ts'
import { proposalOf } from '../../proposals/session-proposals.ts'
import type { Session } from '../../state/session.ts'
import type { LintRule } from '../lint-rule.ts'
import { planTitle } from '../../../plans/plan.ts'
import { shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

/** The user is asked about another text than the plan that the agent has just sent. */
export const proposalDiffers: LintRule = {
  id: 'proposal-differs',
  severity: 'warning',
  title: 'the agent asks about another plan than it has sent',
  says: 'The call in a permission request is what the user approves.',
  page: pages.permission,
  mend: 'Send the same text in plan_update and in the request, the update first.',
  check: () => ({
    event({ event, before }, report) {
      const isRequest = event.type === 'permission-asked' || event.type === 'permission-updated'
      if (!isRequest || event.request.plan?.type !== 'markdown') return
      const session = before.sessions.get(event.request.sessionId)
      if (session === undefined) return
      const { plan: content } = event.request
      const sent = plansOfThisTurn(session)
      const [last] = sent
      if (last === undefined) return
      // A plan that is being streamed is the beginning of the proposed one.
      if (sent.some(({ body }) => likenessTo(body, content) !== 'other')) return
      report({
        path: 'params.toolCall',
        seen: `the plan in the request is not “${shortened(planTitle(last))}”, which was sent before`,
      })
    },
  }),
}

const plansLookedAt = 50

/** Markdown plans that the agent sent in updates of this turn and that nobody has decided about, the last one first. */
function plansOfThisTurn(session: Session): readonly Plan[] {
  const { turn } = session
  if (turn.state !== 'working') return []
  return lastValues(session.plans, plansLookedAt)
    .filter(
      (plan) =>
        plan.body.type === 'markdown' &&
        plan.removedAtMs === null &&
        plan.name.id !== null &&
        plan.changedAtMs >= turn.sinceMs &&
        (proposalOf(session, plan.key)?.outcome ?? null) === null,
    )
    .toReversed()
}
