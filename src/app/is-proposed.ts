import { planKey, type Plan } from '../plans/plan.ts'
import { proposedPlan } from '../protocol/plan-content.ts'
import type { Session } from './session.ts'

/**
 * Whether a plan is a question, and nothing to be worked off: the proposed one, or its text once more, since agents send
 * what was approved as a plan of its own.
 */
export function isProposed(plan: Plan, { plans }: Session): boolean {
  if (plan.name.dialect === 'proposed') return true
  const proposed = plans.get(planKey(proposedPlan))?.body
  const { body } = plan
  return (
    body.type === 'markdown' && proposed?.type === 'markdown' && body.text.trim() === proposed.text.trim()
  )
}
