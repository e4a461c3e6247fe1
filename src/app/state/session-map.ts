import { childSessions } from './children.ts'
import { hasSameFields } from '../../lib/json/json-values.ts'
import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { type AppState, withStateParts } from './app-state.ts'
import { type Activity, maxReportedSessions, newSession, type Session } from './session.ts'

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

type NamedActivity = Extract<Activity, { readonly id: string }>

/** The last line of a type with this id in the activity of a session's current or last turn; null if there is none. */
export function activityOf<Type extends NamedActivity['type']>(
  session: Session | undefined,
  type: Type,
  id: string,
): Extract<NamedActivity, { type: Type }> | null {
  const isMeant = (item: Activity): item is Extract<NamedActivity, { type: Type }> =>
    item.type === type && 'id' in item && item.id === id
  return session?.activity.items.findLast(isMeant) ?? null
}

/** The session with a line of its activity in place of what it was; the same one if it says the same. */
export function withActivityAs<A extends Activity>(session: Session, before: A, now: A): Session {
  if (hasSameFields(before, now)) return session
  const { items, dropped } = session.activity
  return { ...session, activity: { items: items.with(items.lastIndexOf(before), now), dropped } }
}
