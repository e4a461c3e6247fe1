import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import { mapDifference } from '../../lib/shared-map.ts'
import type { Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'

/** A plan's place among all that are known. */
export interface PlanPlace {
  readonly sessionId: string
  /** The plan's. */
  readonly key: string
  /** It is not there any more because there are too many. */
  readonly isDropped?: true
}

/**
 * The plans that an event took away, and then those that it changed or made. What was known of a session before it is opened
 * anew is not among them (`voidedBy`); where that fails, all that comes back is.
 */
export function touchedPlans(event: AppEvent, after: AppState, before: AppState): readonly PlanPlace[] {
  // The end of an agent is one of all its sessions.
  if (event.type === 'link-changed')
    return after.sessions === before.sessions
      ? []
      : [...after.sessions.keys()].flatMap((sessionId) => differences(sessionId, after, before))
  const dropped = droppedPlans(after, before)
  const sessionId = sessionOf(event) ?? answeredIn(event, before)
  if (sessionId === null || event.type === 'session-opening' || event.type === 'session-closed') return []
  const now = after.sessions.get(sessionId)?.plans ?? noPlans
  if (event.type === 'session-not-opened')
    return now === before.sessions.get(sessionId)?.plans
      ? []
      : [...now.keys()].map((key) => ({ sessionId, key }))
  const touched = differences(sessionId, after, before)
  const places = dropped.length === 0 ? touched : withDropped(touched, dropped)
  // What was told of the past stands there already.
  return event.type === 'session-opened' ? places.filter(({ key }) => isUnnamedOrGone(now.get(key))) : places
}

/** Plans that are not kept any more, of whichever session. One that was removed before was told to be gone. */
function droppedPlans(after: AppState, before: AppState): readonly PlanPlace[] {
  if (after.droppedPlans === before.droppedPlans) return []
  return mapDifference(after.sessions, before.sessions).changed.flatMap((sessionId) => {
    const was = before.sessions.get(sessionId)?.plans ?? noPlans
    const now = after.sessions.get(sessionId)
    return mapDifference(now?.plans ?? noPlans, was)
      .gone.filter((key) => now?.joinedPlans.has(key) !== true)
      .map((key) => ({ sessionId, key, isDropped: true as const }))
  })
}

function withDropped(touched: readonly PlanPlace[], dropped: readonly PlanPlace[]): readonly PlanPlace[] {
  const name = ({ sessionId, key }: PlanPlace): string => `${sessionId} ${key}`
  const names = new Set(dropped.map(name))
  return [...dropped, ...touched.filter((place) => !names.has(name(place)))]
}

/** The plans of a session that are gone, and then those that are new or others. */
function differences(sessionId: string, after: AppState, before: AppState): readonly PlanPlace[] {
  const now = after.sessions.get(sessionId)?.plans ?? noPlans
  const was = before.sessions.get(sessionId)?.plans ?? noPlans
  if (now === was) return []
  const { gone, changed } = mapDifference(now, was)
  return [...gone, ...changed].map((key) => ({ sessionId, key }))
}

/** The plan as it was before an event: also where it has another key since, as a real plan has that goes on from an inferred one. */
export function planBefore(
  { sessionId, key }: PlanPlace,
  after: AppState,
  before: AppState,
): Plan | undefined {
  const was = before.sessions.get(sessionId)
  const former = was?.plans.get(key)
  if (former !== undefined || was === undefined) return former
  for (const [from, into] of after.sessions.get(sessionId)?.joinedPlans ?? [])
    if (into === key && was.plans.has(from)) return was.plans.get(from)
  return undefined
}

/** The key of the plan that one goes on as; null for one that is there itself, or gone for good. */
export function goesOnAs({ sessionId, key }: PlanPlace, state: AppState): string | null {
  return state.sessions.get(sessionId)?.joinedPlans.get(key) ?? null
}

/** What no update names: a question, a message or the call of a tool brings it. */
function isUnnamedOrGone(plan: Plan | undefined): boolean {
  return plan === undefined || plan.name.dialect === 'proposed' || plan.name.dialect === 'inferred'
}

/** The session of the question that an event answers. */
export function answeredIn(event: AppEvent, { permissions }: AppState): string | null {
  if (event.type !== 'permission-answered') return null
  return permissions.find(({ key }) => key === event.key)?.sessionId ?? null
}

/** The session whose plans, as they were told, are void: its past is told anew, or that has failed. */
export function voidedBy(event: AppEvent): string | null {
  return event.type === 'session-opening' || event.type === 'session-not-opened' ? event.sessionId : null
}

/** The session that an event is about, null where it is about none. */
export function sessionOf(event: AppEvent): string | null {
  if ('sessionId' in event) return event.sessionId
  return event.type === 'permission-asked' ? event.request.sessionId : null
}

/** A proposed plan that is still being written: it is worth telling when it is whole. */
export function isBeingWritten({ sessionId, key }: PlanPlace, state: AppState): boolean {
  const session = state.sessions.get(sessionId)
  return session?.turn.state === 'working' && proposalOf(session, key)?.isWhole === false
}
