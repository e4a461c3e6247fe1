import type { ReadUpdate, SessionEvent } from '../../protocol/session/session-event.ts'
import type { ClientTask } from './requests/request-kind.ts'
import type { ExchangeSession, ExchangeState } from './exchange-state.ts'

/** Keeps what an update says of the sub-agents of a session, and in version 2 of its turn. */
export function applyUpdate(state: ExchangeState, sessionId: string, update: SessionEvent): void {
  if (update.type === 'subagent') state.workFor(update.childSessionId, sessionId)
  const session = state.sessions.get(sessionId)
  if (session === undefined) return
  if (update.type !== 'state' || state.version !== 2) return
  session.reportsStates = true
  session.isRunning = update.state !== 'idle' && (session.isRunning || update.state !== 'unknown')
  if (!session.isRunning) session.promptId = null
}

/**
 * Whether an event is about a turn that the agent begins itself, and comes while the turn of a prompt runs: then it is told when that has
 * been answered (`toldNext`), unless that turn is over by then.
 */
export function isOfNextTurn(session: ExchangeSession | undefined, event: SessionEvent): boolean {
  if (event.type !== 'state' || event.isOwn !== true || session?.isRunning !== true) return false
  session.next = event.state === 'idle' ? null : event
  return true
}

/** What Grok says of the end of a prompt's turn, which only the answer to the prompt ends: that may never come. null: it says nothing of it. */
export function turnSaid(state: ExchangeState, { sessionId, events }: ReadUpdate): ClientTask | null {
  const [event] = events
  if (sessionId === null || event?.type !== 'state' || event.state !== 'idle' || event.isOwn === true)
    return null
  const session = state.sessions.get(sessionId)
  if (state.version !== 1 || session?.isRunning !== true) return null
  return { type: 'turn-said', sessionId, stopReason: event.stopReason ?? 'end_turn' }
}

/** The turn of a prompt has ended: the agent may have begun one of its own. */
export function toldNext(state: ExchangeState, sessionId: string): void {
  const session = state.sessions.get(sessionId)
  const next = session?.next ?? null
  if (session === undefined || next === null) return
  session.next = null
  state.emit({ type: 'session-updated', atMs: state.atMs, ...state.framed, sessionId, update: next })
}
