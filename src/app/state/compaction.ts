import type { AppState } from './app-state.ts'
import type { Compaction } from './session.ts'

/** The compaction with this id in the activity of a session's current or last turn; null if there is none. */
export function compactionOf(state: AppState, sessionId: string, id: string): Compaction | null {
  const items = state.sessions.get(sessionId)?.activity.items ?? []
  return items.findLast((item): item is Compaction => item.type === 'compaction' && item.id === id) ?? null
}
