import { mapDifference, withoutEntry } from '../../lib/shared-map.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import type { AppEvent } from '../app-event.ts'
import type { AppState, RemovedPlan } from '../state/app-state.ts'
import { planKeyOfRequest } from '../proposals/match-proposal.ts'
import { proposalOf } from '../proposals/session-proposals.ts'
import type { Session } from '../state/session.ts'
import { withSession } from '../state/session-map.ts'

/** Plans kept of all sessions. When there are more, a twentieth is dropped at once, which makes the cost per plan small. */
export const plansKept = 10_000
/** Removed plans kept among them; a quarter more may be held. */
export const removedPlansKept = 500

const droppedAtOnce = plansKept / 20
/** The plans that changed last are never dropped: they are the ones that users look at. */
const newestKept = plansKept / 10

/**
 * Limits the plans of a state after an event: drops removed ones first, then complete ones, each in the order of
 * their last change. Plans in open questions stay. An update of a dropped plan begins a new one.
 */
export function withPlansKept(before: AppState, after: AppState, event: AppEvent): AppState {
  if (after.sessions === before.sessions) return after
  const sessionId = sessionOf(event)
  if (sessionId === null) return after
  const isRemoval = event.type === 'session-updated' && event.update.type === 'plan-removed'
  const now = isRemoval ? withRemovals(before, after, sessionId) : after
  const size = now.sessions.get(sessionId)?.plans.size ?? 0
  if (size <= (before.sessions.get(sessionId)?.plans.size ?? 0)) return now
  let total = 0
  now.sessions.forEach(({ plans }) => {
    total += plans.size
  })
  return total <= plansKept ? now : withoutOldest(now, event.atMs)
}

/** The plans that are removed now, in the order of their removal. */
export function removedPlans(
  state: AppState,
): readonly { readonly sessionId: string; readonly plan: Plan }[] {
  return state.removals.flatMap(({ sessionId, key }) => {
    const plan = state.sessions.get(sessionId)?.plans.get(key)
    return plan === undefined || plan.removedAtMs === null ? [] : [{ sessionId, plan }]
  })
}

/** The last removed plan; null: none. */
export function lastRemovedPlan({ removals, sessions }: AppState): Plan | null {
  for (let at = removals.length - 1; at >= 0; at--) {
    const { sessionId = '', key = '' } = removals[at] ?? {}
    const plan = sessions.get(sessionId)?.plans.get(key)
    if (plan !== undefined && plan.removedAtMs !== null) return plan
  }
  return null
}

function sessionOf(event: AppEvent): string | null {
  if ('sessionId' in event) return event.sessionId
  return event.type === 'permission-asked' ? event.request.sessionId : null
}

function withRemovals(before: AppState, after: AppState, sessionId: string): AppState {
  const plans = after.sessions.get(sessionId)?.plans ?? noPlans
  const was = before.sessions.get(sessionId)?.plans ?? noPlans
  const { changed } = mapDifference(plans, was)
  const removed = changed.filter((key) => (plans.get(key)?.removedAtMs ?? null) !== null)
  const [key] = removed
  if (key === undefined) return after
  const isIt = (other: RemovedPlan): boolean => other.key === key && other.sessionId === sessionId
  const removals = [...after.removals.filter((other) => !isIt(other)), { sessionId, key }]
  const now = { ...after, removals }
  return removals.length <= removedPlansKept * 1.25 ? now : withoutRemoved(now)
}

/** Some of them may exist again. */
function withoutRemoved(state: AppState): AppState {
  const removals = removedPlans(state).map(({ sessionId, plan }) => ({ sessionId, key: plan.key }))
  const cut = Math.max(0, removals.length - removedPlansKept)
  const { removed } = state.droppedPlans
  return {
    ...removals.slice(0, cut).reduce(withoutPlan, state),
    removals: removals.slice(cut),
    droppedPlans: { ...state.droppedPlans, removed: removed + cut },
  }
}

interface Candidate extends RemovedPlan {
  readonly rank: number
  readonly changedAtMs: number
}

function withoutOldest(state: AppState, atMs: number): AppState {
  const inQuestions = new Set(
    state.permissions.map((request) =>
      nameOf({
        sessionId: request.sessionId,
        key: planKeyOfRequest(state.sessions.get(request.sessionId), request) ?? '',
      }),
    ),
  )
  const candidates: Candidate[] = []
  for (const session of state.sessions.values())
    for (const plan of session.plans.values()) {
      const place = { sessionId: session.id, key: plan.key }
      const { outcome } = proposalOf(session, plan.key) ?? {}
      const isInQuestion =
        outcome === null || plan.key === session.proposal?.planKey || inQuestions.has(nameOf(place))
      if (!isInQuestion)
        candidates.push({ ...place, rank: rankOf(session, plan), changedAtMs: plan.changedAtMs })
    }
  const oldestFirst = candidates.toSorted((one, other) => one.changedAtMs - other.changedAtMs)
  const dropped = oldestFirst
    .slice(0, Math.max(droppedAtOnce, oldestFirst.length - newestKept))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, droppedAtOnce)
  const isFirst = state.droppedPlans.old === 0
  const old = state.droppedPlans.old + dropped.length
  return {
    ...dropped.reduce<AppState>(withoutPlan, state),
    droppedPlans: { ...state.droppedPlans, old },
    remark: isFirst ? { text: droppedWords, atMs } : state.remark,
  }
}

const droppedWords = `More than ${plansKept} plans: the oldest are not kept.`

/** Finished plans are dropped before unfinished ones. */
function rankOf({ phase }: Session, plan: Plan): number {
  if (plan.removedAtMs !== null || phase === 'closed') return 0
  return planProgress(plan)?.isComplete === true ? 1 : 2
}

function withoutPlan(state: AppState, { sessionId, key }: RemovedPlan): AppState {
  return withSession(state, sessionId, (session) => {
    let { mergedPlans } = session
    for (const [from, into] of mergedPlans) if (into === key) mergedPlans = withoutEntry(mergedPlans, from)
    const otherProposals = withoutEntry(session.otherProposals, key)
    return { ...session, plans: withoutEntry(session.plans, key), mergedPlans, otherProposals }
  })
}

function nameOf({ sessionId, key }: RemovedPlan): string {
  return `${sessionId} ${key}`
}
