import { noSetup } from '../state/app-event.ts'
import type { ExchangeState } from './exchange-state.ts'
import type { OpenedSession } from './read/read-opened.ts'
import { settingsWithSetup } from './session-settings.ts'

/** A session was opened, and is now the current one. */
export function sessionOpened(
  state: ExchangeState,
  { sessionId, how, setup, problems }: OpenedSession,
): void {
  const { atMs } = state
  for (const problem of problems) state.foundProblem(problem, sessionId)
  const session = state.session(sessionId)
  session.isOpen = true
  session.settings = settingsWithSetup(session.settings, setup)
  state.currentId = sessionId
  state.emit({ type: 'session-opened', atMs, sessionId, how, setup })
  state.guessLink({ state: 'open', sinceMs: atMs })
}

/**
 * Opens a session that appears without a request in a trace which does not begin with the setup: it was opened before
 * the trace began.
 */
export function openImplicitly(state: ExchangeState, sessionId: string): void {
  if (!state.isGuessing || state.hasSeenSetup || state.sessions.has(sessionId)) return
  sessionOpened(state, { sessionId, how: 'resumed', setup: noSetup, problems: [] })
}

/** The same, with a running turn: the prompt was sent before the trace began. */
export function openAtWork(state: ExchangeState, sessionId: string): void {
  const wasKnown = state.sessions.has(sessionId)
  openImplicitly(state, sessionId)
  if (wasKnown || !state.sessions.has(sessionId)) return
  const update = { type: 'state', state: 'running' } as const
  state.emit({ type: 'session-updated', atMs: state.atMs, sessionId, update })
}
