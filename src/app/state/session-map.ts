import { childSessions } from './children.ts'
import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { type AppState, withStateParts } from './app-state.ts'
import { type Compaction, maxReportedSessions, newSession, type Session } from './session.ts'

type Sessions = ReadonlyMap<string, Session>

/**
 * The state with a changed session, which is added if it is missing. The same state when nothing changed, or when
 * there is no room for one more session known from updates only.
 */
export function withSession(state: AppState, id: string, change: (session: Session) => Session): AppState {
  const before = state.sessions.get(id)
  const after = change(before ?? newSession(id))
  if (after === before) return state
  const isReported = before === undefined && after.phase === 'reported'
  const sessions = isReported ? withRoom(state) : state.sessions
  if (sessions === null) return state
  return withStateParts(state, { sessions: withEntry(sessions, id, after), history: state.history })
}

/** Changes each session; the same map when nothing changed. */
export function mapSessions(sessions: Sessions, change: (session: Session) => Session): Sessions {
  let changed = sessions
  for (const [id, session] of sessions) {
    const after = change(session)
    if (after === session) continue
    changed = withEntry(changed, id, after)
  }
  return changed
}

/** A session and its sub-agents' sessions, at any depth. */
export function familyOf(sessions: Sessions, id: string): ReadonlySet<string> {
  const family = new Set([id])
  const children = childSessions(sessions)
  // Iterates over members added meanwhile, too.
  for (const member of family) for (const child of children.get(member) ?? []) family.add(child.id)
  return family
}

/** A session, its parent, the parent's parent and so on. There are no cycles. */
export function ancestryOf(sessions: Sessions, id: string): readonly string[] {
  const line: string[] = []
  for (let at: string | undefined = id; at !== undefined; at = sessions.get(at)?.subagent?.parentId)
    line.push(at)
  return line
}

/** Agents may name any number of sessions. Idle ones with nothing to show make room for others. */
function withRoom({ sessions, permissions }: AppState): Sessions | null {
  if (sessions.size < maxReportedSessions) return sessions
  let reported = 0
  let oldest: string | null = null
  for (const { id, phase, plans, turn } of sessions.values()) {
    if (phase !== 'reported') continue
    reported++
    if (oldest !== null || plans.size > 0 || turn.state === 'working') continue
    if (!permissions.some((request) => request.sessionId === id)) oldest = id
  }
  if (reported < maxReportedSessions) return sessions
  if (oldest === null) return null
  return withoutEntry(sessions, oldest)
}

/** The compaction with this id in the activity of a session's current or last turn; null if there is none. */
export function compactionOf({ sessions }: AppState, sessionId: string, id: string): Compaction | null {
  const session = sessions.get(sessionId)
  return session === undefined ? null : compactionIn(session, id)
}

/** The same in one session. */
export function compactionIn({ activity }: Session, id: string): Compaction | null {
  return (
    activity.items.findLast((item): item is Compaction => item.type === 'compaction' && item.id === id) ??
    null
  )
}
