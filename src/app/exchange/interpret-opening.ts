import { noSetup } from '../app-event.ts'
import type { ExchangeState } from './exchange-state.ts'
import type { OpenedSession } from './read/read-opened.ts'
import { settingsWithSetup } from './session-settings.ts'

/** A session is open, and the current one. */
export function sessionOpened(
  state: ExchangeState,
  { sessionId, how, setup, problems }: OpenedSession,
): void {
  const { atMs } = state
  for (const problem of problems) state.tell({ type: 'problem-found', atMs, sessionId, problem })
  const session = state.session(sessionId)
  session.isOpen = true
  session.settings = settingsWithSetup(session.settings, setup)
  state.currentId = sessionId
  state.tell({ type: 'session-opened', atMs, sessionId, how, setup })
  state.turnTo({ state: 'open', sinceMs: atMs })
}

/** A trace that begins in the midst of things: a session that it tells of was opened before, nobody knows how. */
export function openUnasked(state: ExchangeState, sessionId: string): void {
  if (!state.isGuessing || state.hasGreeted || state.sessions.has(sessionId)) return
  sessionOpened(state, { sessionId, how: 'resumed', setup: noSetup, problems: [] })
}

/** The same where the agent is seen at work: what it works on was asked for before the trace began. */
export function openAtWork(state: ExchangeState, sessionId: string): void {
  const wasKnown = state.sessions.has(sessionId)
  openUnasked(state, sessionId)
  if (wasKnown || !state.sessions.has(sessionId)) return
  const update = { type: 'state', state: 'running' } as const
  state.tell({ type: 'session-updated', atMs: state.atMs, sessionId, update })
}
