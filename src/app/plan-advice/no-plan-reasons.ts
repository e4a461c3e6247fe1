import { isTodoTitle } from '../../protocol/session/call-evidence.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import { currentSession, hasUnsent, knownAgentOf, type AppState } from '../state/app-state.ts'
import { isAllowed, type Answerer } from '../state/permission.ts'
import { turnCounts, type Session, type SessionCounts } from '../state/session.ts'
import { turnWork } from '../state/session-clock.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { planAdvice, type PlanAdvice } from './plan-advice.ts'
import { isPlanUnknown, unknownPlan } from './unknown-plan.ts'

/** One reason why a session shows no plan. Strings are raw. */
export type NoPlanReason =
  /** There is none to ask in. */
  | { readonly type: 'no-session'; readonly hadSessions: boolean }
  | { readonly type: 'loading' }
  /** The agent reopened the session without telling its plan. `isExpected`: nothing is known that keeps plans away. */
  | { readonly type: 'not-told'; readonly what: 'plan' | 'checklist'; readonly isExpected: boolean }
  | { readonly type: 'advice'; readonly advice: PlanAdvice }
  /** `held`: a prompt waits for a choice of the user. */
  | { readonly type: 'no-turn'; readonly since: 'begun' | 'loaded' | 'reload'; readonly isHeld: boolean }
  | { readonly type: 'turn-failed'; readonly code: number; readonly message: string }
  /** What the agent has done instead. */
  | ({
      readonly type: 'worked'
      readonly how: 'working' | 'ended' | 'lost'
      readonly workedMs: number | null
    } & {
      readonly counts: SessionCounts
    })
  | {
      readonly type: 'todo-tool'
      readonly tool: string
      readonly because: 'not-inferred' | 'unreadable'
      /** Nothing indicates that it plans for others. */
      readonly isForItself: boolean
    }
  /** It did nothing in its turn, and wrote this on stderr meanwhile. */
  | { readonly type: 'stderr'; readonly line: string }
  /** The permission to write its list was not given. */
  | { readonly type: 'list-refused'; readonly title: string; readonly by: Answerer | null }
  /** A plan came for a session that was never opened, and of which no agent is known to work in it. */
  | { readonly type: 'elsewhere'; readonly sessionId: string; readonly otherId: string }
  | { readonly type: 'no-capability' }
  | { readonly type: 'rejected'; readonly count: number; readonly first: WireProblem }
  | { readonly type: 'removed'; readonly count: number }

/** Whether a run has shown no plan in any session, and none is known to be missing. */
export function cameNoPlan(state: AppState): boolean {
  return !hasAnyPlan(state) && ![...state.sessions.values()].some((session) => isPlanUnknown(state, session))
}

export function hasAnyPlan({ sessions }: AppState): boolean {
  return [...sessions.values()].some(({ plans }) => plans.size > 0)
}

/** Why the current session shows no plan, the likeliest reason first. For other programs' sessions, of which less is known: none. */
export function noPlanReasons(state: AppState, nowMs: number): readonly NoPlanReason[] {
  if (state.observed !== null) return []
  const session = currentSession(state)
  if (session === null) {
    if ([...state.sessions.values()].some(({ phase }) => phase === 'opening')) return [{ type: 'loading' }]
    return [...settingsUnread(state), { type: 'no-session', hadSessions: state.sessions.size > 0 }]
  }
  if (session.phase === 'opening') return [{ type: 'loading' }]
  const advice = session.turn.state === 'not-asked' ? null : planAdvice(state)
  const turn = turnReason(state, session, nowMs)
  const causes = [
    ...(advice === null ? [] : [{ type: 'advice', advice } as const]),
    ...planElsewhere(state, session),
  ]
  return [
    ...notTold(state, session, advice),
    ...(turn.type === 'turn-failed' ? [turn, ...causes] : [...causes, turn]),
    ...writtenInstead(state, session),
    ...(advice?.type === 'never' ? [] : todoReason(state, session)),
    ...refusedList(session),
    ...(state.agent?.knowsPlanCapability === false ? [{ type: 'no-capability' } as const] : []),
    ...rejectedReason(state, session),
    ...(session.plans.size > 0 ? [{ type: 'removed', count: session.plans.size } as const] : []),
  ]
}

/** An agent may have mixed up its session ids. */
export function planElsewhere({ sessions }: AppState, { id: sessionId }: Session): readonly NoPlanReason[] {
  const other = [...sessions.values()].find(
    ({ phase, subagent, plans }) => phase === 'reported' && subagent === null && plans.size > 0,
  )
  return other === undefined ? [] : [{ type: 'elsewhere', sessionId, otherId: other.id }]
}

/** Settings that the agent cannot read may be why it opened no session. */
function settingsUnread(state: AppState): readonly NoPlanReason[] {
  const advice = planAdvice(state)
  return advice?.type === 'unreadable' ? [{ type: 'advice', advice }] : []
}

/** Announces the plan only if nothing is known that keeps plans away. */
export function notTold(
  state: AppState,
  session: Session,
  advice: PlanAdvice | null,
): readonly NoPlanReason[] {
  const what = unknownPlan(state, session)
  if (what === null) return []
  const isExpected = (advice === null || advice.type === 'on') && session.counts.todoTool === null
  return [{ type: 'not-told', what, isExpected }]
}

function turnReason(state: AppState, session: Session, nowMs: number): NoPlanReason {
  const { turn } = session
  const counts = turnCounts(session)
  switch (turn.state) {
    case 'not-asked':
      return notAsked(state, session)
    case 'working':
      return workSoFar(session, nowMs)
    case 'ended': {
      const { outcome, took } = turn
      if (outcome.kind === 'failed')
        return { type: 'turn-failed', code: outcome.code, message: outcome.message }
      return {
        type: 'worked',
        how: outcome.kind === 'lost' ? 'lost' : 'ended',
        workedMs: took?.workedMs ?? null,
        counts,
      }
    }
  }
}

/** Some agents end a turn that has failed like any other, and write why on stderr: in the last line that is no part of a longer text. */
function writtenInstead({ stderr }: AppState, session: Session): readonly NoPlanReason[] {
  const { turn } = session
  const { messages, toolCalls, planUpdates } = turnCounts(session)
  if (turn.state !== 'ended' || turn.outcome.kind !== 'stopped') return []
  if (turn.outcome.stopReason === 'cancelled' || messages + toolCalls + planUpdates > 0) return []
  const last = stderr.items.findLast(({ text, atMs }) => atMs >= turn.sinceMs && beginsWithWord(text))
  return last === undefined ? [] : [{ type: 'stderr', line: last.text }]
}

/** In a colour or not. */
function beginsWithWord(text: string): boolean {
  return /^(?:␛\[[\d;]*m)*\p{L}/u.test(safeLine(text.slice(0, 40)))
}

/** What the agent has done in the running turn. */
export function workSoFar(session: Session, nowMs: number): NoPlanReason {
  const workedMs = turnWork(session, nowMs)?.workedMs ?? null
  return { type: 'worked', how: 'working', workedMs, counts: turnCounts(session) }
}

/** In a session that was loaded or resumed, prompts were sent before. */
function notAsked(state: AppState, session: Session): NoPlanReason {
  const isHeld = session.held !== null && hasUnsent(state)
  if (session.origin !== 'loaded' && session.origin !== 'resumed')
    return { type: 'no-turn', since: 'begun', isHeld }
  return { type: 'no-turn', since: unknownPlan(state, session) === null ? 'loaded' : 'reload', isHeld }
}

/** "This agent plans only for itself" is never said of an agent that sends plans at other times. */
function todoReason(state: AppState, session: Session): readonly NoPlanReason[] {
  const { todoTool } = session.counts
  if (todoTool === null) return []
  const plansForClients =
    state.hasSentPlans || knownAgentOf(state) !== null || unknownPlan(state, session) !== null
  const because = state.infersPlans ? 'unreadable' : 'not-inferred'
  return [{ type: 'todo-tool', tool: todoTool, because, isForItself: !plansForClients }]
}

/** The last permission for a to-do tool that was not given. */
function refusedList({ answered }: Session): readonly NoPlanReason[] {
  const refused = answered.findLast(
    ({ request, answer }) => isTodoTitle(request.title, request.toolKind) && !isAllowed(request, answer),
  )
  if (refused === undefined) return []
  const by = refused.answer.type === 'selected' ? refused.answer.by : null
  return [{ type: 'list-refused', title: refused.request.title, by }]
}

/** What was rejected in the session, or was so broken that it tells no session. */
function rejectedReason({ problems }: AppState, session: Session): readonly NoPlanReason[] {
  const found = problems.items.filter(
    ({ sessionId, problem }) =>
      problem.weight === 'rejected' && (sessionId === null || sessionId === session.id),
  )
  const ofNone = found.filter(({ sessionId }) => sessionId === null)
  // Lines that are no JSON are one problem, however many they are.
  const count = ofNone.reduce(
    (sum, { times, stray }) => sum + (stray === undefined ? times : 1),
    session.counts.rejected,
  )
  const [first] = found
  return first === undefined ? [] : [{ type: 'rejected', count, first: first.problem }]
}
