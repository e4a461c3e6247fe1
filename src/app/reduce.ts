import { append } from '../lib/bounded-list.ts'
import type { AppEvent } from './app-event.ts'
import { problemsKept, stderrLinesKept, type AppState, type FoundProblem } from './app-state.ts'
import { reduceSession } from './reduce-session.ts'
import { newSession, type Session } from './session.ts'

/**
 * The state after an event. Arithmetic: no clock, no I/O, never throws, and the same state back means that nothing
 * changed.
 */
export function reduce(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'link-changed':
      return event.link.state === 'ended'
        ? endTurns({ ...state, link: event.link }, event.atMs)
        : { ...state, link: event.link }
    case 'agent-described':
      return { ...state, agent: event.agent }
    case 'session-opened': {
      const isCurrent = state.currentSessionId === event.sessionId
      const opened = isCurrent ? state : { ...state, currentSessionId: event.sessionId }
      return withSession(opened, event.sessionId, (session) => session)
    }
    case 'session-updated':
      return withSession(state, event.sessionId, (session) => reduceSession(session, event))
    case 'problem-found':
      return withProblem(state, event)
    case 'prompt-queued':
      return { ...state, queuedPrompts: state.queuedPrompts.toSpliced(event.place, 0, event.text) }
    case 'prompt-sent': {
      const queuedPrompts = event.wasQueued ? state.queuedPrompts.slice(1) : state.queuedPrompts
      return withSession({ ...state, queuedPrompts }, event.sessionId, (session) =>
        reduceSession(session, event),
      )
    }
    case 'turn-cancelled':
    case 'turn-ended':
      return withSession(state, event.sessionId, (session) => reduceSession(session, event))
    case 'permission-asked': {
      const asked = { ...state, permissions: [...state.permissions, event.request] }
      return withSession(asked, event.request.sessionId, (session) => session)
    }
    case 'permission-answered':
      return withAnswer(state, event)
    case 'stderr-written':
      return { ...state, stderr: append(state.stderr, event.line, stderrLinesKept) }
    case 'remarked':
      return { ...state, remark: { text: event.text, atMs: event.atMs } }
  }
}

function withSession(state: AppState, id: string, change: (session: Session) => Session): AppState {
  const before = state.sessions.get(id)
  const after = change(before ?? newSession(id))
  if (after === before) return state
  return { ...state, sessions: new Map(state.sessions).set(id, after) }
}

function withProblem(state: AppState, event: Extract<AppEvent, { type: 'problem-found' }>): AppState {
  const last = state.problems.items.at(-1)
  const { problem, sessionId, atMs } = event
  const isRepeat =
    last !== undefined &&
    last.sessionId === sessionId &&
    last.problem.code === problem.code &&
    last.problem.text === problem.text &&
    last.problem.path === problem.path &&
    // Without a path, what came is all that tells two of them apart.
    (problem.path !== undefined || last.problem.excerpt === problem.excerpt)
  const found: FoundProblem = { problem, sessionId, atMs, times: isRepeat ? last.times + 1 : 1 }
  const problems = isRepeat
    ? { ...state.problems, items: [...state.problems.items.slice(0, -1), found] }
    : append(state.problems, found, problemsKept)
  const counted = { ...state, problems, problemCount: state.problemCount + 1 }
  if (sessionId === null || problem.weight !== 'rejected') return counted
  return withSession(counted, sessionId, (session) => ({
    ...session,
    counts: { ...session.counts, rejected: session.counts.rejected + 1 },
  }))
}

function withAnswer(state: AppState, event: Extract<AppEvent, { type: 'permission-answered' }>): AppState {
  const request = state.permissions.find((open) => open.key === event.key)
  if (request === undefined) return state
  const permissions = state.permissions.filter((open) => open !== request)
  const answered = { request, answer: event.answer, atMs: event.atMs }
  return withSession({ ...state, permissions }, request.sessionId, (session) => ({
    ...session,
    answered: [...session.answered, answered].slice(-answersKept),
  }))
}

const answersKept = 100

/** The agent is gone: what ran is lost, and nobody waits for an answer any more. Plans stay as they were. */
function endTurns(state: AppState, atMs: number): AppState {
  const sessions = new Map(state.sessions)
  for (const [id, session] of sessions) {
    if (session.turn.state !== 'working') continue
    const tookMs = Math.max(0, atMs - session.turn.sinceMs)
    sessions.set(id, {
      ...session,
      turn: { state: 'rested', outcome: { kind: 'lost' }, tookMs, endedAtMs: atMs },
    })
  }
  return { ...state, sessions, permissions: [] }
}
