import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'

/** A session in its place among the others. */
export interface FamilyMember {
  readonly session: Session
  /** The session that it works for in the end, itself for one that works for nobody: prompts go there. */
  readonly headId: string
}

type Sessions = ReadonlyMap<string, Session>

/**
 * The sessions that have not been let go, in the order they were first heard of, each with its sub-agents after it. A
 * sub-agent whose parent is not known stands for itself, and so does whoever closes a circle.
 */
export function families(sessions: Sessions): readonly FamilyMember[] {
  const members: FamilyMember[] = []
  let hasSubagents = false
  for (const session of sessions.values()) {
    if (session.subagent !== null) hasSubagents = true
    if (session.phase !== 'closed') members.push({ session, headId: session.id })
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
    const waiting: { readonly session: Session; readonly isLetGo: boolean }[] = [
      { session: head, isLetGo: false },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { session } = next
      if (placed.has(session.id)) continue
      placed.add(session.id)
      // Who works for a session that was let go is let go with it.
      const isLetGo = next.isLetGo || session.phase === 'closed'
      if (!isLetGo) members.push({ session, headId: head.id })
      const own = children.get(session.id) ?? []
      for (const child of own.toReversed()) waiting.push({ session: child, isLetGo })
    }
  }
  for (const head of heads) place(head)
  for (const session of sessions.values()) place(session)
  return members
}

/** The session that another one works for in the end. */
export function headOf(sessions: Sessions, id: string): string {
  let session = sessions.get(id)
  if (session === undefined || session.subagent === null) return id
  const climbed = new Set<string>()
  while (session !== undefined && !climbed.has(session.id)) {
    climbed.add(session.id)
    const parent = parentOf(sessions, session)
    if (parent === null) return session.id
    session = parent
  }
  return id
}

/** Several sessions are open: it must be said which one is meant. */
export function hasSeveralOpen({ sessions }: AppState): boolean {
  let open = 0
  for (const { phase } of sessions.values()) if (phase === 'open') open++
  return open > 1
}

function parentOf(sessions: Sessions, { subagent, id }: Session): Session | null {
  return subagent === null || subagent.parentId === id ? null : (sessions.get(subagent.parentId) ?? null)
}
