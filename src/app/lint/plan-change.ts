import { memoLast } from '../../lib/memo.ts'
import { commonEnds } from '../../lib/sequences.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import { planSteps, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { resolvedKey } from '../proposals/session-proposals.ts'
import { quoted, type LintMoment, type PlanChange, type PlanEvent, type PlanReplaced } from './lint-rule.ts'

/** The plan that an event replaces; null: it replaces none. */
export function planReplaced(moment: LintMoment): PlanReplaced | null {
  const { event } = moment
  return event.type === 'session-updated' && event.update.type === 'plan-replaced'
    ? changeOf(moment, event.sessionId, event.update)
    : null
}

/** The plan that an event removes; null: it removes none. */
export function planRemoved(moment: LintMoment): PlanChange | null {
  const { event } = moment
  return event.type === 'session-updated' && event.update.type === 'plan-removed'
    ? changeOf(moment, event.sessionId, event.update)
    : null
}

function changeOf<E extends PlanEvent>(
  { before, after }: LintMoment,
  sessionId: string,
  update: E,
): PlanChange<E> | null {
  const [old, session] = [before.sessions.get(sessionId), after.sessions.get(sessionId)]
  if (session === undefined) return null
  return {
    update,
    session,
    before: old?.plans.get(resolvedKey(old, update.plan)),
    after: session.plans.get(resolvedKey(session, update.plan)),
    isReplayed: session.phase === 'opening',
  }
}

/** The first update of a plan since a turn began: a new prompt may ask for the same work again, or for other work. */
export function isOfEarlierTurn({ session, before }: PlanChange): boolean {
  const { turn } = session
  return before !== undefined && turn.state === 'working' && before.changedAtMs < turn.sinceMs
}

/** The path of a plan's entries in the frame. */
export function entriesPath({ plan }: PlanEvent): string {
  return plan.dialect === 'plan' ? 'params.update.entries' : 'params.update.plan.entries'
}

/** How findings name a plan. Raw. */
export function planWords({ plan }: PlanEvent): string {
  return plan.id === null ? 'the plan' : `the plan ${quoted(plan.id)}`
}

interface ChangedSteps {
  /** How many steps stand before them. */
  readonly start: number
  readonly before: readonly TrackedEntry[]
  readonly after: readonly TrackedEntry[]
}

/** The steps from the first one to the last one that a change has touched. Most updates touch few. Kept for the rules that ask the same. */
export const changedSteps = memoLast((before: PlanBody, after: PlanBody): ChangedSteps => {
  const [old, now] = [planSteps(before), planSteps(after)]
  const { start, end } = commonEnds(old, now, (one, other) => old[one] === now[other])
  return { start, before: old.slice(start, old.length - end), after: now.slice(start, now.length - end) }
})

/** A list of checked steps; null: the plan is of another kind, or there is none. */
export function itemsOf(plan: Plan | undefined): ItemsBody | null {
  return plan?.body.type === 'items' ? plan.body : null
}
