import { sessionOf, type AppEvent } from '../../app/state/app-event.ts'
import { planRefKey, type AppState, type PlanRef } from '../../app/state/app-state.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import { mayMoveChildren } from '../../app/reduce/reduce-children.ts'
import { mapDifference } from '../../lib/shared-map.ts'
import { type Plan, planProgress } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { planSteps, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { PlanChange } from '../plan-kinds/plan-output.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { isReworded } from '../../plans/matching/step-words.ts'
import {
  hasNewPriority,
  hasNewReason,
  isOver,
  waitForSame,
  type TrackedEntry,
} from '../../plans/steps/tracked-entry.ts'

export interface TouchedPlan extends PlanRef {
  /** Dropped, because there are too many plans. */
  readonly isDropped?: true
}

/**
 * The plans that an event removed, then those that it changed or added. When a session is loaded again, its plans from before are
 * not among them (`voidedBy`); if loading fails, all that come back are.
 */
export function touchedPlans(event: AppEvent, after: AppState, before: AppState): readonly TouchedPlan[] {
  // The end of the agent ends all its sessions.
  if (event.type === 'link-changed')
    return after.sessions === before.sessions
      ? []
      : [...after.sessions.keys()].flatMap((sessionId) => differences(sessionId, after, before))
  const dropped = droppedPlans(after, before)
  const sessionId = concernedSession(event, before)
  if (sessionId === null || event.type === 'session-opening' || event.type === 'session-closed') return []
  const now = after.sessions.get(sessionId)?.plans ?? noPlans
  if (event.type === 'session-not-opened')
    return now === before.sessions.get(sessionId)?.plans
      ? []
      : [...now.keys()].map((key) => ({ sessionId, key }))
  const touched = concernedSessions(event, sessionId, { after, before }).flatMap((id) =>
    differences(id, after, before),
  )
  const places = dropped.length === 0 ? touched : withDropped(touched, dropped)
  // The plans of the history were reported already.
  return event.type === 'session-opened' ? places.filter(({ key }) => isUnnamedOrGone(now.get(key))) : places
}

/** The session of an event; all of them, if it may begin or end a sub-agent: plans of other sessions may wait for that. */
function concernedSessions(
  event: AppEvent,
  sessionId: string,
  { after, before }: { readonly after: AppState; readonly before: AppState },
): readonly string[] {
  const isAboutChildren =
    (event.type === 'session-updated' || event.type === 'turn-ended') &&
    after.sessions.size > 1 &&
    mayMoveChildren(event, before, after)
  return isAboutChildren ? [...after.sessions.keys()] : [sessionId]
}

/** Plans of any session that are dropped for the limit. */
function droppedPlans(after: AppState, before: AppState): readonly TouchedPlan[] {
  if (after.droppedPlans === before.droppedPlans) return []
  return mapDifference(after.sessions, before.sessions).changed.flatMap((sessionId) => {
    const was = before.sessions.get(sessionId)?.plans ?? noPlans
    const now = after.sessions.get(sessionId)
    return mapDifference(now?.plans ?? noPlans, was)
      .gone.filter((key) => now?.mergedPlans.has(key) !== true)
      .map((key) => ({ sessionId, key, isDropped: true as const }))
  })
}

function withDropped(
  touched: readonly TouchedPlan[],
  dropped: readonly TouchedPlan[],
): readonly TouchedPlan[] {
  const keys = new Set(dropped.map(planRefKey))
  return [...dropped, ...touched.filter((place) => !keys.has(planRefKey(place)))]
}

/** The plans of a session that are gone, then those that are new or changed. */
function differences(sessionId: string, after: AppState, before: AppState): readonly TouchedPlan[] {
  const now = after.sessions.get(sessionId)?.plans ?? noPlans
  const was = before.sessions.get(sessionId)?.plans ?? noPlans
  if (now === was) return []
  const { gone, changed } = mapDifference(now, was)
  return [...gone, ...changed].map((key) => ({ sessionId, key }))
}

/** The plan before an event, also under another key: a real plan may continue an inferred one. */
export function planBefore(
  { sessionId, key }: TouchedPlan,
  after: AppState,
  before: AppState,
): Plan | undefined {
  const was = before.sessions.get(sessionId)
  const former = was?.plans.get(key)
  if (former !== undefined || was === undefined) return former
  for (const [from, into] of after.sessions.get(sessionId)?.mergedPlans ?? [])
    if (into === key && was.plans.has(from)) return was.plans.get(from)
  return undefined
}

/** The key of the plan that continues this one; null: none does. */
export function goesOnAs({ sessionId, key }: TouchedPlan, state: AppState): string | null {
  return state.sessions.get(sessionId)?.mergedPlans.get(key) ?? null
}

/** A plan that no update names: it comes from a question, a message or a tool call. */
function isUnnamedOrGone(plan: Plan | undefined): boolean {
  return plan === undefined || plan.name.dialect === 'proposed' || plan.name.dialect === 'inferred'
}

/** The session whose reported plans are void: its history is replayed, or that has failed. */
export function voidedBy(event: AppEvent): string | null {
  return event.type === 'session-opening' || event.type === 'session-not-opened' ? event.sessionId : null
}

/** The session of an event, or of the question that it answers. */
export function concernedSession(event: AppEvent, { permissions }: AppState): string | null {
  if (event.type !== 'permission-answered') return sessionOf(event)
  return permissions.find(({ key }) => key === event.key)?.sessionId ?? null
}

/** A proposed plan that is still being written: it is reported when it is complete. */
export function isBeingWritten({ sessionId, key }: TouchedPlan, state: AppState): boolean {
  const session = state.sessions.get(sessionId)
  return session?.turn.state === 'working' && proposalOf(session, key)?.isWhole === false
}

/** The differences between any two states of a plan, also with revisions between them. Empty: none. */
export function planChanges(before: Plan | null, after: Plan): readonly PlanChange[] {
  if (before === after) return []
  if (before === null) return after.removedAtMs === null ? [{ type: 'appeared' }] : [{ type: 'removed' }]
  if (before.removedAtMs === null && after.removedAtMs !== null) return [{ type: 'removed' }]
  if (after.removedAtMs !== null) return []
  if (before.removedAtMs !== null) return [{ type: 'returned' }]
  const title: readonly PlanChange[] =
    before.title === after.title ? [] : [{ type: 'retitled', before: before.title }]
  if (before.body !== after.body) return [...title, ...bodyChanges(before.body, after.body)]
  return hasOtherProgress(before, after) ? [...title, { type: 'progress-changed' }] : title
}

/** Of the same content. */
function hasOtherProgress(before: Plan, after: Plan): boolean {
  if (before.running === after.running) return false
  const [was, now] = [planProgress(before), planProgress(after)]
  return was?.done !== now?.done || was?.isComplete !== now?.isComplete
}

function bodyChanges(before: PlanBody, after: PlanBody): readonly PlanChange[] {
  if (before.type !== after.type) return [{ type: 'replaced', before: before.type }]
  return planOutputOf(after).changes(before, after)
}

/** The changes that are news to a reader. A step that only got another number is none. */
export function toldChanges(changes: readonly PlanChange[]): readonly PlanChange[] {
  return changes.filter((change) => change.type !== 'entry-changed' || isNews(change))
}

function isNews({ before, entry }: Extract<PlanChange, { type: 'entry-changed' }>): boolean {
  return (
    before.status !== entry.status ||
    hasNewPriority(before, entry) ||
    !waitForSame(before, entry) ||
    hasNewReason(before, entry) ||
    isReworded(before, entry)
  )
}

/** The steps of a plan that are over now and were not when it was last written. */
export function endedSteps(before: Plan | null, plan: Plan): readonly TrackedEntry[] {
  if (before === null || before.body === plan.body) return []
  const open = new Set(
    planSteps(before.body)
      .filter(({ status }) => !isOver(status))
      .map(({ key }) => key),
  )
  return planSteps(plan.body).filter(({ key, status }) => isOver(status) && open.has(key))
}
