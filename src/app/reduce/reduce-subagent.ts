import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AppState } from '../state/app-state.ts'
import { withState } from './reduce-session.ts'
import type { Session, Subagent } from '../state/session.ts'
import { withSession } from '../state/session-map.ts'

type Reported = Extract<SessionEvent, { type: 'subagent' }>

/**
 * What a session says of one that works for it is kept with that one. Whose sub-agent a session is never changes, and
 * nobody works for itself, over however many others. https://agentclientprotocol.com/rfds/subagents
 */
export function withSubagent(
  state: AppState,
  parentId: string,
  { update, atMs }: { readonly update: Reported; readonly atMs: number },
): AppState {
  const id = update.childSessionId
  const owner = state.sessions.get(id)?.subagent?.parentId ?? parentId
  if (owner !== parentId || isAbove(state.sessions, id, parentId)) return state
  return withSession(state, id, (child) => {
    const now = withParent(child, parentId, update)
    const { state: name, stopReason } = update
    if (name === undefined) return now
    return withState(now, { state: name, ...(stopReason === undefined ? {} : { stopReason }) }, atMs)
  })
}

function withParent(child: Session, parentId: string, update: Reported): Session {
  const before = child.subagent
  const title = update.title === undefined ? child.title : update.title
  const description = update.description === undefined ? (before?.description ?? null) : update.description
  const isSame = before?.parentId === parentId && before.description === description
  if (isSame && title === child.title) return child
  const subagent: Subagent = { parentId, description }
  return { ...child, title, subagent }
}

/** Whether `id` is the session itself, or one that it works for. */
function isAbove(sessions: AppState['sessions'], id: string, sessionId: string): boolean {
  let at: string | undefined = sessionId
  // No circle is ever made, so this comes to an end.
  while (at !== undefined && at !== id) at = sessions.get(at)?.subagent?.parentId
  return at === id
}
