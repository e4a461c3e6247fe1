import type { Plan } from '../../plans/plan.ts'
import { planTitle } from '../../plans/plan-title.ts'
import type { Session } from '../state/session.ts'

/** What to call a plan among its session's plans: of several proposals only the last is "Proposed plan". Raw. */
export function planTitleIn(session: Session | undefined, plan: Plan): string {
  const isLast = session === undefined || (session.proposal?.planKey ?? plan.key) === plan.key
  return isLast ? planTitle(plan) : planTitle({ ...plan, name: { ...plan.name, dialect: 'planId' } })
}
