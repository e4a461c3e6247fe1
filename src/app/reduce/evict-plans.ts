import { mapDifference, withoutEntry } from '../../lib/shared-map.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { sessionOf, type AppEvent } from '../state/app-event.ts'
import { planRefKey, type AppState, type PlanRef } from '../state/app-state.ts'
import { planKeyOfRequest } from '../proposals/match-proposal.ts'
import { proposalOf } from '../proposals/session-proposals.ts'
import type { Session } from '../state/session.ts'
import { withSession } from '../state/session-map.ts'

/** Limit for the plans of all sessions. Beyond it a twentieth is evicted at once, so that the amortized cost per plan is small. */
export const maxPlans = 10_000
/** Limit for removed plans, which is exceeded by up to a quarter before plans are evicted. */
export const maxRemovedPlans = 500

const evictedAtOnce = maxPlans / 20
/** The plans that changed last are never evicted: they are the ones that users look at. */
const neverEvicted = maxPlans / 10

/**
 * Limits the plans of a state after an event: evicts by rank (`evictionRank`), and those of one rank in the order of their last
 * change. Plans in open questions stay. An update of an evicted plan creates a new plan.
 */
export function evictPlans(before: AppState, after: AppState, event: AppEvent): AppState {
  if (after.sessions === before.sessions) return after
  const sessionId = sessionOf(event)
  if (sessionId === null) return after
  const isRemoval = event.type === 'session-updated' && event.update.type === 'plan-removed'
  const state = isRemoval ? addRemoval(before, after, sessionId) : after
  const size = state.sessions.get(sessionId)?.plans.size ?? 0
  if (size <= (before.sessions.get(sessionId)?.plans.size ?? 0)) return state
  let total = 0
  state.sessions.forEach(({ plans }) => {
    total += plans.size
  })
  return total <= maxPlans ? state : evictOldPlans(state, event.atMs)
}

/** The plans that are removed at present, in the order of their removal. */
export function removedPlans(
  state: AppState,
): readonly { readonly sessionId: string; readonly plan: Plan }[] {
  return state.removals.flatMap(({ sessionId, key }) => {
    const plan = state.sessions.get(sessionId)?.plans.get(key)
    return plan === undefined || plan.removedAtMs === null ? [] : [{ sessionId, plan }]
  })
}

/** The plan that was removed last; null: none. */
export function lastRemovedPlan({
  removals,
  sessions,
}: AppState): { readonly session: Session; readonly plan: Plan } | null {
  for (let at = removals.length - 1; at >= 0; at--) {
    const { sessionId = '', key = '' } = removals[at] ?? {}
    const session = sessions.get(sessionId)
    const plan = session?.plans.get(key)
    if (session !== undefined && plan !== undefined && plan.removedAtMs !== null) return { session, plan }
  }
  return null
}

function addRemoval(before: AppState, after: AppState, sessionId: string): AppState {
  const plans = after.sessions.get(sessionId)?.plans ?? noPlans
  const previous = before.sessions.get(sessionId)?.plans ?? noPlans
  const { changed } = mapDifference(plans, previous)
  const removed = changed.filter((key) => (plans.get(key)?.removedAtMs ?? null) !== null)
  const [key] = removed
  if (key === undefined) return after
  const isOther = (ref: PlanRef): boolean => ref.key !== key || ref.sessionId !== sessionId
  const removals = [...after.removals.filter(isOther), { sessionId, key }]
  const state = { ...after, removals }
  return removals.length <= maxRemovedPlans * 1.25 ? state : evictRemovedPlans(state)
}

/** `removals` may name plans that were sent again: those are not evicted. */
function evictRemovedPlans(state: AppState): AppState {
  const removals = removedPlans(state).map(({ sessionId, plan }) => ({ sessionId, key: plan.key }))
  const excess = Math.max(0, removals.length - maxRemovedPlans)
  const { removed } = state.droppedPlans
  return {
    ...removals.slice(0, excess).reduce(withoutPlan, state),
    removals: removals.slice(excess),
    droppedPlans: { ...state.droppedPlans, removed: removed + excess },
  }
}

interface Candidate extends PlanRef {
  readonly rank: number
  readonly changedAtMs: number
}

function evictOldPlans(state: AppState, atMs: number): AppState {
  const inQuestions = new Set(
    state.permissions.map((request) =>
      planRefKey({
        sessionId: request.sessionId,
        key: planKeyOfRequest(state.sessions.get(request.sessionId), request) ?? '',
      }),
    ),
  )
  const candidates: Candidate[] = []
  for (const session of state.sessions.values())
    for (const plan of session.plans.values()) {
      const ref = { sessionId: session.id, key: plan.key }
      const { outcome } = proposalOf(session, plan.key) ?? {}
      const isInQuestion =
        outcome === null || plan.key === session.proposal?.planKey || inQuestions.has(planRefKey(ref))
      if (!isInQuestion)
        candidates.push({ ...ref, rank: evictionRank(session, plan), changedAtMs: plan.changedAtMs })
    }
  const oldestFirst = candidates.toSorted((one, other) => one.changedAtMs - other.changedAtMs)
  const dropped = oldestFirst
    .slice(0, Math.max(evictedAtOnce, oldestFirst.length - neverEvicted))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, evictedAtOnce)
  const isFirst = state.droppedPlans.old === 0
  const old = state.droppedPlans.old + dropped.length
  return {
    ...dropped.reduce<AppState>(withoutPlan, state),
    droppedPlans: { ...state.droppedPlans, old },
    remark: isFirst ? { text: droppedRemark, atMs } : state.remark,
  }
}

const droppedRemark = `More than ${maxPlans} plans: the oldest are dropped.`

/**
 * Plans of a lower rank are evicted first: those that were removed or whose session is closed, then complete ones, then
 * all others, such as documents.
 */
function evictionRank({ phase }: Session, plan: Plan): number {
  if (plan.removedAtMs !== null || phase === 'closed') return 0
  return planProgress(plan)?.isComplete === true ? 1 : 2
}

function withoutPlan(state: AppState, { sessionId, key }: PlanRef): AppState {
  return withSession(state, sessionId, (session) => {
    let { mergedPlans } = session
    for (const [from, into] of mergedPlans) if (into === key) mergedPlans = withoutEntry(mergedPlans, from)
    const otherProposals = withoutEntry(session.otherProposals, key)
    return { ...session, plans: withoutEntry(session.plans, key), mergedPlans, otherProposals }
  })
}
