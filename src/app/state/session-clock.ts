import {
  clockIn,
  readClock,
  workBetween,
  type UpdateTime,
  type WorkClock,
  type WorkTime,
} from '../../plans/steps/step-times.ts'
import { append } from '../../lib/sequences.ts'
import { memoBeside, memoWeak } from '../../lib/memo.ts'
import { toldTime, type AppEvent } from './app-event.ts'
import type { AppState } from './app-state.ts'
import { childSessions, goesOnUnasked, hasRunningChild } from './children.ts'
import { silentSince } from './link.ts'
import { mapSessions } from './session-map.ts'
import { maxClockHistory, type Session } from './session.ts'
import type { Plan } from '../../plans/plan.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { slowStep, type SlowStep } from '../../plans/steps/tracked-entry.ts'

/** Whether a turn runs in a session, or what it began, even if it waits for the user's answer. */
export function isAtWork({ clock }: Session): boolean {
  return clock.state !== 'standing'
}

/** The time of an event, by the run's clock and by the session's. */
export function updateTime({ clock }: Session, atMs: number): UpdateTime {
  return { atMs, work: readClock(clock, atMs) }
}

/**
 * Whether an update belongs to the past that an agent replays: in time for `session/load`, or late
 * (`decisions/sessions-and-connections.md`).
 */
export function isReplaying({ origin, phase, turn }: Session): boolean {
  return origin === 'loaded' && (phase === 'opening' || (phase === 'open' && turn.state === 'not-asked'))
}

/** When an event happened in a session; null: nobody tells, only its order is known. `before`: the session as it came. */
export function toldAtMs(event: AppEvent, before: Session | undefined): number | null {
  const isReplayed = before !== undefined && isReplaying(before) && replays.includes(event.type)
  return isReplayed ? null : toldTime(event)
}

/** Events in which a past comes, or ends. */
const replays: readonly AppEvent['type'][] = ['session-updated', 'session-opened']

/** Notes that the agent was heard of; not more often than every few seconds, so that most updates cost nothing. */
export function withHeard(session: Session, atMs: number): Session {
  if (session.clock.state === 'standing' || atMs - heardOfAt(session) < heardEveryMs) return session
  return { ...session, heardAtMs: atMs }
}

const heardEveryMs = 5000

/** When the agent was last heard of in a session, or the session's clock last changed. */
function heardOfAt({ clock, heardAtMs, activity }: Session): number {
  return Math.max(clock.sinceMs, heardAtMs ?? 0, activity.items.at(-1)?.atMs ?? 0)
}

/** The working and waiting time of the running turn; null if none runs, or nobody tells when it began. */
export function turnWork({ turn, clock }: Session, nowMs: number): WorkTime | null {
  if (turn.state !== 'working' || turn.workBegan === null) return null
  return workBetween(turn.workBegan, readClock(clock, nowMs))
}

/**
 * A session is at work while its turn runs, a sub-agent that it began goes on in the background, or it makes calls that nobody asked for.
 * A sub-agent without turns of its own is at work while its parent is. A session known
 * from updates only, while any session is, or if no session was opened: some recordings hold the agent's side only.
 */
function hasWork(state: AppState, session: Session): boolean {
  const { sessions, currentSessionId, link } = state
  const { turn, phase, subagent } = session
  if (phase === 'opening' || phase === 'closed' || silentSince(link) !== null) return false
  if (turn.state === 'ended') return hasRunningChild(state, session) || goesOnUnasked(session)
  if (turn.state === 'working') return true
  if (subagent !== null) {
    const parent = sessions.get(subagent.parentId)
    return parentWork(session, [state], () => parent !== undefined && hasWork(state, parent))
  }
  if (phase !== 'reported' || link.state === 'ended' || link.state === 'reconnecting') return false
  return currentSessionId === null || isAnyWorking(sessions)
}

/** Caches whether a sub-agent's parent is at work, so that a long chain is walked once. */
const parentWork = memoBeside<boolean>()

/** Computed once for all sessions of a state. */
const isAnyWorking = memoWeak((sessions: AppState['sessions']): boolean => {
  let isAny = false
  sessions.forEach(({ turn }) => {
    isAny ||= turn.state === 'working'
  })
  return isAny
})

/**
 * Advances each session's clock after an event: it runs while the agent works, and counts the time that the user
 * takes for an answer separately. A question without a session makes all of them wait.
 */
export function withClocks(before: AppState, after: AppState, event: AppEvent): AppState {
  if (after === before || !mayMoveClocks(before, after, event)) return after
  const asks = new Set([...after.permissions, ...after.elicitations].map(({ sessionId }) => sessionId))
  const sessions = mapSessions(after.sessions, (session) => {
    const clock = clockIn(session.clock, clockState(after, session, asks), event.atMs)
    if (clock === session.clock) return session
    return { ...session, clock, clockHistory: append(session.clockHistory, clock, maxClockHistory) }
  })
  return sessions === after.sessions ? after : { ...after, sessions }
}

function clockState(state: AppState, session: Session, asks: ReadonlySet<string | null>): WorkClock['state'] {
  if (!hasWork(state, session)) return 'standing'
  if (asks.has(session.id) || asks.has(null)) return 'waiting'
  // Only what it began is at work.
  const isAsked = session.turn.state === 'ended' && asks.size > 0 && doChildrenAsk(state, session, asks)
  return isAsked ? 'waiting' : 'working'
}

function doChildrenAsk({ sessions }: AppState, { id }: Session, asks: ReadonlySet<string | null>): boolean {
  return (
    childSessions(sessions)
      .get(id)
      ?.some((child) => asks.has(child.id)) ?? false
  )
}

/** Nearly all events are updates in a turn, and cost nothing here. */
function mayMoveClocks(before: AppState, after: AppState, event: AppEvent): boolean {
  switch (event.type) {
    case 'session-updated':
      return (
        event.update.type === 'state' ||
        event.update.type === 'subagent' ||
        event.update.type === 'task' ||
        (event.update.type === 'tool-call' && mayGoOn(after.sessions.get(event.sessionId))) ||
        after.sessions.size !== before.sessions.size
      )
    case 'link-changed':
    case 'session-opening':
    case 'session-opened':
    case 'session-not-opened':
    case 'session-selected':
    case 'session-closed':
    case 'prompt-sent':
    case 'turn-cancelled':
    case 'turn-ended':
    case 'permission-asked':
    case 'permission-answered':
    case 'elicitation-asked':
    case 'elicitation-answered':
      return true
    case 'proposal-answered':
    case 'problem-found':
      return after.sessions.size !== before.sessions.size
    case 'agent-described':
    case 'sessions-listed':
    case 'prompt-queued':
    case 'queue-moved':
    case 'prompts-withdrawn':
    case 'session-held':
    case 'session-released':
    case 'file-accessed':
    case 'stderr-written':
    case 'remarked':
    case 'marked':
    case 'document-read':
    case 'document-missing':
    case 'playback-changed':
    case 'observed-changed':
    case 'plan-tools-told':
    case 'permission-updated':
      return false
  }
}

function mayGoOn(session: Session | undefined): boolean {
  return session?.turn.state === 'ended'
}

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

/** A step that seems to be stalled, and where it is. */
export interface Stalled {
  readonly session: Session
  readonly plan: Plan
  readonly slow: SlowStep
}

/** Stalled steps that are found in a run. */
const mostStalled = 1000

/** Finds each step that seems to be stalled, once. */
export function stalledFinder(): (state: AppState, nowMs: number) => readonly Stalled[] {
  const known = new Set<string>()
  return (state, nowMs) => {
    const found: Stalled[] = []
    for (const session of state.sessions.values())
      for (const plan of session.plans.values()) {
        const slow = stalledStep(state, { session, plan }, nowMs)
        if (slow === null) continue
        const name = `${session.id}\u0000${plan.key}\u0000${slow.entry.key}`
        if (known.has(name) || known.size >= mostStalled) continue
        known.add(name)
        found.push({ session, plan, slow })
      }
    return found
  }
}

/** When something last came from the agent in a session that is at work, or such a session began to work. */
function lastHeardAtMs({ sessions }: AppState): number {
  let last = Number.NEGATIVE_INFINITY
  sessions.forEach((session) => {
    if (session.clock.state !== 'standing') last = Math.max(last, heardOfAt(session))
  })
  return last
}
