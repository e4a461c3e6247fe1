import { withEntry } from '../../lib/shared-map.ts'
import { nothingRuns, type RunningWork, planWithRunning } from '../../plans/plan.ts'
import type { UpdateOf } from '../../protocol/session/session-event.ts'
import type { AppEvent, TurnOutcome } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import { childSessions, isChildRunning, isDetached } from '../state/children.ts'
import { updateTime } from '../state/session-clock.ts'
import { ancestryOf, mapSessions, withSession } from '../state/session-map.ts'
import type { Begun, Session } from '../state/session.ts'
import { withState, withTurnEnded } from './reduce-session.ts'
import { begunIn, withTasksLeft } from './reduce-tasks.ts'

type Reported = UpdateOf<'subagent'>

/**
 * Stores a sub-agent in its own session. Its parent never changes, and no session is its own ancestor.
 * https://agentclientprotocol.com/rfds/subagents
 */
export function withSubagent(state: AppState, parentId: string, update: Reported, atMs: number): AppState {
  const id = update.childSessionId
  const owner = state.sessions.get(id)?.subagent?.parentId ?? parentId
  if (owner !== parentId || ancestryOf(state.sessions, parentId).includes(id)) return state
  const told = withSession(state, id, (child) => {
    const begun = child.subagent?.begun ?? begunIn(state.sessions.get(parentId), atMs)
    const now = withParent(child, { parentId, begun }, update)
    return update.state === undefined ? now : withState(now, { ...update, state: update.state }, atMs)
  })
  return withChildrenAfterState(state, told, { sessionId: id, ...update, atMs })
}

function withParent(
  child: Session,
  { parentId, begun }: { readonly parentId: string; readonly begun: Begun },
  update: Reported,
): Session {
  const before = child.subagent
  const title = update.title === undefined ? child.title : update.title
  const description = update.description === undefined ? (before?.description ?? null) : update.description
  const state = update.state ?? before?.state ?? null
  const outlastsTurn = update.outlastsTurn ?? before?.outlastsTurn ?? false
  const isSame = before?.parentId === parentId && before.description === description && before.state === state
  if (isSame && title === child.title) return child
  return {
    ...child,
    title,
    subagent: { parentId, description, state, outlastsTurn, begun, calls: before?.calls ?? [] },
  }
}

interface StateTold {
  readonly sessionId: string
  readonly state?: string
  readonly background?: readonly string[]
  readonly atMs: number
}

/** After a session's state was told: the state of a sub-agent is kept, and what it began ends with its turn. */
export function withChildrenAfterState(before: AppState, after: AppState, told: StateTold): AppState {
  const { sessionId, state, background, atMs } = told
  if (state === undefined) return after
  const kept = withSession(after, sessionId, (session) =>
    session.subagent === null || session.subagent.state === state
      ? session
      : { ...session, subagent: { ...session.subagent, state } },
  )
  const turn = kept.sessions.get(sessionId)?.turn
  if (state !== 'idle' || turn?.state !== 'ended') return kept
  // A session at rest may report that background work has ended.
  const hasEnded = before.sessions.get(sessionId)?.turn !== turn || background !== undefined
  return hasEnded ? withChildrenLeft(kept, sessionId, { outcome: turn.outcome, background, atMs }) : kept
}

interface TurnEnd {
  readonly outcome: TurnOutcome
  /** The sub-agents that go on without a turn; absent: none does. */
  readonly background?: readonly string[] | undefined
  readonly atMs: number
}

/** What was begun in a session ends with its turn, except what goes on in the background. */
export function withChildrenLeft(state: AppState, sessionId: string, end: TurnEnd): AppState {
  let now = withSession(state, sessionId, (session) => withTasksLeft(session, 'of-turn'))
  const isGood = end.outcome.kind === 'stopped' && end.outcome.stopReason !== 'cancelled'
  for (const { id, turn, subagent } of childSessions(state.sessions).get(sessionId) ?? []) {
    if (end.background?.includes(id) === true || (isGood && subagent?.outlastsTurn === true)) continue
    if (turn.state === 'working')
      now = withSession(now, id, (child) => withTurnEnded(child, end.outcome, end.atMs))
    now = withChildrenLeft(now, id, { outcome: end.outcome, atMs: end.atMs })
  }
  return now
}

/** Notes in each plan what runs of what was begun in it. Nearly all events cost nothing here. */
export function withRunningWork(before: AppState, after: AppState, event: AppEvent): AppState {
  if (after.sessions === before.sessions || !mayMoveChildren(event, before, after)) return after
  const sessions = mapSessions(after.sessions, (session) =>
    session.plans.size === 0 ? session : withPlansRunning(after, session, event.atMs),
  )
  return sessions === after.sessions ? after : { ...after, sessions }
}

function withPlansRunning({ sessions }: AppState, session: Session, atMs: number): Session {
  const running = new Map<string, readonly RunningWork[]>()
  const note = (isSubagent: boolean, begun: Begun): void => {
    for (const { key, steps } of begun.plans) {
      const now = session.plans.has(key) ? key : (session.mergedPlans.get(key) ?? key)
      running.set(now, [...(running.get(now) ?? nothingRuns), { isSubagent, steps }])
    }
  }
  for (const child of childSessions(sessions).get(session.id) ?? [])
    if (child.subagent !== null && isChildRunning(sessions, child)) note(true, child.subagent.begun)
  if (session.phase !== 'closed')
    for (const task of session.tasks) if (!task.isOver && !isDetached(task)) note(task.isSubagent, task.begun)
  let { plans } = session
  const { work } = updateTime(session, atMs)
  session.plans.forEach((plan, key) => {
    const after = planWithRunning(plan, running.get(key) ?? nothingRuns, work)
    if (after !== plan) plans = withEntry(plans, key, after)
  })
  return plans === session.plans ? session : { ...session, plans }
}

/** Whether an event may tell that a sub-agent or a task begins, goes on, waits or ends. */
export function mayMoveChildren(event: AppEvent, before: AppState, after: AppState): boolean {
  switch (event.type) {
    case 'session-updated': {
      const { sessionId, update } = event
      if (update.type === 'subagent' || update.type === 'state') return true
      return after.sessions.get(sessionId)?.tasks !== before.sessions.get(sessionId)?.tasks
    }
    case 'link-changed':
    case 'session-opening':
    case 'session-opened':
    case 'session-not-opened':
    case 'session-closed':
    case 'prompt-sent':
    case 'turn-ended':
      return true
    default:
      return false
  }
}
