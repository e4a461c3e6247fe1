import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { type Compaction, maxMessageLength, type Session } from '../state/session.ts'
import { withActivity } from './reduce-message.ts'

type Reported = Extract<SessionEvent, { type: 'compaction' }>

/** Adds or updates the compaction's activity line. */
export function withCompaction(session: Session, update: Reported, atMs: number): Session {
  const at = placeOf(session, update.compactionId)
  const before = compactionAt(session, at)
  const now: Compaction = {
    type: 'compaction',
    id: update.compactionId,
    status: update.status ?? before?.status ?? 'in_progress',
    summary: update.summary?.slice(0, maxMessageLength) ?? before?.summary ?? '',
    error: update.error?.slice(0, maxMessageLength) ?? before?.error ?? '',
    atMs: before?.atMs ?? atMs,
  }
  return before === null ? withActivity(session, now) : replaced(session, at, now)
}

/** Appends to the summary of a compaction; pieces for an unknown one are ignored, since an update comes first. */
export function withCompactionSummary(
  session: Session,
  { compactionId, text }: Extract<SessionEvent, { type: 'compaction-summary' }>,
): Session {
  const at = placeOf(session, compactionId)
  const before = compactionAt(session, at)
  if (before === null) return session
  return replaced(session, at, { ...before, summary: (before.summary + text).slice(0, maxMessageLength) })
}

function placeOf({ activity }: Session, id: string): number {
  return activity.items.findLastIndex((item) => item.type === 'compaction' && item.id === id)
}

function compactionAt({ activity }: Session, at: number): Compaction | null {
  const item = at < 0 ? undefined : activity.items[at]
  return item?.type === 'compaction' ? item : null
}

function replaced(session: Session, at: number, now: Compaction): Session {
  const before = compactionAt(session, at)
  const isSame = before?.status === now.status && before.summary === now.summary && before.error === now.error
  if (isSame) return session
  const { items, dropped } = session.activity
  return { ...session, activity: { items: items.with(at, now), dropped } }
}
