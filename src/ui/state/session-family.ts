import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'

/** A session and the session that it works for. */
export interface FamilyMember {
  readonly session: Session
  /** The head of its family: the session that a chain of sub-agents works for, which prompts are sent to. Itself for any other. */
  readonly headId: string
  /** The session was closed, or one that it works for. */
  readonly isClosed: boolean
}

type Sessions = ReadonlyMap<string, Session>

/** The sessions that are not closed, by their first event, each followed by its sub-agents. An orphan is its own head, as is one of a cycle. */
export function families(sessions: Sessions): readonly FamilyMember[] {
  return allFamilies(sessions).filter(({ isClosed }) => !isClosed)
}

/** All sessions in the order of `families`, with those that have been closed. */
export function allFamilies(sessions: Sessions): readonly FamilyMember[] {
  const members: FamilyMember[] = []
  let hasSubagents = false
  for (const session of sessions.values()) {
    if (session.subagent !== null) hasSubagents = true
    members.push({ session, headId: session.id, isClosed: session.phase === 'closed' })
  }
  return hasSubagents ? grouped(sessions) : members
}

function grouped(sessions: Sessions): readonly FamilyMember[] {
  const children = new Map<string, Session[]>()
  const heads: Session[] = []
  for (const session of sessions.values()) {
    const parent = parentOf(sessions, session)
    if (parent === null) {
      heads.push(session)
      continue
    }
    const known = children.get(parent.id)
    if (known === undefined) children.set(parent.id, [session])
    else known.push(session)
  }
  const members: FamilyMember[] = []
  const placed = new Set<string>()
  const place = (head: Session): void => {
    const waiting: { readonly session: Session; readonly isClosed: boolean }[] = [
      { session: head, isClosed: false },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { session } = next
      if (placed.has(session.id)) continue
      placed.add(session.id)
      // Closing a session closes its sub-agents too.
      const isClosed = next.isClosed || session.phase === 'closed'
      members.push({ session, headId: head.id, isClosed })
      const own = children.get(session.id) ?? []
      for (const child of own.toReversed()) waiting.push({ session: child, isClosed })
    }
  }
  for (const head of heads) place(head)
  for (const session of sessions.values()) place(session)
  return members
}

/** The head of a session's family. */
export function headOf(sessions: Sessions, id: string): string {
  let session = sessions.get(id)
  if (session === undefined || session.subagent === null) return id
  const visited = new Set<string>()
  while (session !== undefined && !visited.has(session.id)) {
    visited.add(session.id)
    const parent = parentOf(sessions, session)
    if (parent === null) return session.id
    session = parent
  }
  return id
}

/** Whether several sessions are open, so that texts have to name the one they mean. */
export function hasSeveralOpen({ sessions }: AppState): boolean {
  let open = 0
  for (const { phase } of sessions.values()) if (phase === 'open') open++
  return open > 1
}

/** Whether an earlier session is being loaded. */
export function isOpening({ sessions }: AppState): boolean {
  for (const { phase } of sessions.values()) if (phase === 'opening') return true
  return false
}

function parentOf(sessions: Sessions, { subagent, id }: Session): Session | null {
  return subagent === null || subagent.parentId === id ? null : (sessions.get(subagent.parentId) ?? null)
}
