import type { Plan } from '../../plans/plan.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { slowStep, type SlowStep } from '../../plans/steps/tracked-entry.ts'
import { readClock } from '../../plans/steps/step-times.ts'
import type { AppState } from './app-state.ts'
import { heardOfAt } from './session-clock.ts'
import type { Session } from './session.ts'

/** An agent is silent when nothing came from it, in any session, for this long. */
export const silentAfterMs = 30_000

/**
 * The current step of a plan, if it seems to be stalled: it takes several times as long as the others, and nothing comes from the
 * agent. Never while the agent waits for the user or rests.
 */
export function stalledStep(
  state: AppState,
  { session, plan }: { readonly session: Session; readonly plan: Plan },
  nowMs: number,
): SlowStep | null {
  if (session.clock.state !== 'working' || plan.removedAtMs !== null) return null
  const slow = slowStep(planSteps(plan.body), readClock(session.clock, nowMs))
  return slow !== null && nowMs - lastHeardAtMs(state) >= silentAfterMs ? slow : null
}

/** When something last came from the agent in a session that is at work, or such a session began to work. */
function lastHeardAtMs({ sessions }: AppState): number {
  let last = Number.NEGATIVE_INFINITY
  sessions.forEach((session) => {
    if (session.clock.state !== 'standing') last = Math.max(last, heardOfAt(session))
  })
  return last
}
