import { planKey } from '../plans/plan.ts'
import { withPlanAs, withPlanGrown, withPlanUpdate } from '../plans/session-plans.ts'
import { inferredPlan } from '../protocol/plan-content.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import { roomToGrow, type Session } from './session.ts'

/** A plan that the agent reports, as it is now. */
export function withPlan(
  session: Session,
  update: Extract<SessionEvent, { type: 'plan-replaced' }>,
  atMs: number,
): Session {
  const { counts, reading } = session
  // The first real plan takes the place of what was inferred, and nothing is inferred any more.
  const hasInferred = counts.planUpdates === 0 && session.plans.has(planKey(inferredPlan))
  const own = hasInferred ? withPlanAs(session.plans, inferredPlan, undefined) : session.plans
  const isMarkdown = update.content.type === 'markdown' && !reading.hasMarkdownPlan
  return {
    ...session,
    plans: withPlanUpdate(own, update, atMs),
    counts: { ...counts, planUpdates: counts.planUpdates + 1 },
    reading: isMarkdown ? { ...reading, hasMarkdownPlan: true } : reading,
  }
}

/** A piece more of a markdown plan that is there; else the beginning of one. What is longer than a streamed plan may be is cut. */
export function withPlanPiece(
  session: Session,
  update: Extract<SessionEvent, { type: 'plan-grown' }>,
  atMs: number,
): Session {
  const { plan, text, title } = update
  const before = session.plans.get(planKey(plan))
  const piece = text.slice(0, roomToGrow(before))
  if (before === undefined || before.removedAtMs !== null || before.body.type !== 'markdown') {
    const content = { type: 'markdown', text: piece } as const
    return withPlan(
      session,
      { type: 'plan-replaced', plan, content, ...(title === undefined ? {} : { title }) },
      atMs,
    )
  }
  const { counts, reading } = session
  return {
    ...session,
    plans: withPlanGrown(session.plans, plan, { text: piece, atMs }),
    counts: { ...counts, planUpdates: counts.planUpdates + 1 },
    reading: reading.hasMarkdownPlan ? reading : { ...reading, hasMarkdownPlan: true },
  }
}
