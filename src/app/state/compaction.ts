import type { Compaction, Session } from './session.ts'

/** The compaction with this id in the activity of a session's current or last turn; null if there is none. */
export function compactionOf(
  { sessions }: { readonly sessions: ReadonlyMap<string, Session> },
  sessionId: string,
  id: string,
): Compaction | null {
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
