import type { AppEvent } from '../app/app-event.ts'
import type { AppState } from '../app/app-state.ts'
import { planKey } from '../plans/plan.ts'
import { anonymousPlan, inferredPlan, proposedPlan } from '../protocol/plan-content.ts'

/** A plan's place among all that are known. */
export interface PlanPlace {
  readonly sessionId: string
  /** The plan's. */
  readonly key: string
}

// What no update names: a question, a message, the call of a tool brings them.
const proposedKey = planKey(proposedPlan)
const unnamed = [proposedKey, planKey(inferredPlan)]

/**
 * The plans that an event changed, made or took away. What was known of a session before it is opened anew is not among
 * them (`voidedBy`); where that fails, all that comes back is.
 */
export function touchedPlans(event: AppEvent, after: AppState, before: AppState): readonly PlanPlace[] {
  const sessionId = event.type === 'permission-answered' ? askedIn(event, before) : sessionOf(event)
  if (sessionId === null || event.type === 'session-opening') return []
  const now = after.sessions.get(sessionId)?.plans
  const was = before.sessions.get(sessionId)?.plans
  if (now === was) return []
  if (event.type === 'session-not-opened') return [...(now?.keys() ?? [])].map((key) => ({ sessionId, key }))
  const named = namedPlan(event)
  const places = unnamed
    .filter((key) => key !== named && now?.get(key) !== was?.get(key))
    .map((key) => ({ sessionId, key }))
  return named === null || (event.type !== 'session-updated' && now?.get(named) === was?.get(named))
    ? places
    : [...places, { sessionId, key: named }]
}

function askedIn(
  { key }: Extract<AppEvent, { type: 'permission-answered' }>,
  before: AppState,
): string | null {
  return before.permissions.find((open) => open.key === key)?.sessionId ?? null
}

/** The session whose plans, as they were told, are void: its past is told anew, or that has failed. */
export function voidedBy(event: AppEvent): string | null {
  return event.type === 'session-opening' || event.type === 'session-not-opened' ? event.sessionId : null
}

function namedPlan(event: AppEvent): string | null {
  // A plan that is asked about may bring to-dos, which its answer may take away again.
  if (event.type === 'permission-asked' || event.type === 'permission-answered') return planKey(anonymousPlan)
  if (event.type !== 'session-updated') return null
  const { update } = event
  switch (update.type) {
    case 'todos':
      return planKey(anonymousPlan)
    case 'plan-replaced':
    case 'plan-grown':
    case 'plan-removed':
      return planKey(update.plan)
    default:
      return null
  }
}

/** The session that an event is about, null where it is about none. */
export function sessionOf(event: AppEvent): string | null {
  if ('sessionId' in event) return event.sessionId
  return event.type === 'permission-asked' ? event.request.sessionId : null
}

/** A plan that a message is still writing: it is worth telling when it is whole. */
export function isBeingWritten({ sessionId, key }: PlanPlace, state: AppState): boolean {
  if (key !== proposedKey) return false
  const session = state.sessions.get(sessionId)
  return session?.proposal?.isWhole === false && session.turn.state === 'working'
}
