import type { PlanEntry } from '../protocol/plans/plan-content.ts'
import type { UpdateTime, WorkTime } from './work-clock.ts'

/** An entry that is known across updates: the same step keeps its `key`, whatever is said about it. */
export interface TrackedEntry extends PlanEntry {
  /** Unique in its plan, for as long as the plan lives. */
  readonly key: number
  /** What its session had worked when it last became in progress, in milliseconds; null while it is not, or nobody knows. */
  readonly activeSinceMs: number | null
  /** Time the agent worked while it was in progress, without the stretch that runs now. */
  readonly activeMs: number
  /** When it appeared or last changed (status, text or priority), and which of the two; for marks. */
  readonly change: EntryChange | null
}

export interface EntryChange {
  readonly type: 'new' | 'changed'
  readonly atMs: number
}

/** An entry that an update no longer had; shown as leaving for a moment, at the place it had. */
export interface DroppedEntry {
  readonly entry: TrackedEntry
  readonly index: number
  readonly atMs: number
}

export function isActive(status: string): boolean {
  return status === 'in_progress'
}

/**
 * Milliseconds that the agent has worked while a step was in progress, by what its session's clock reads now. null for one
 * that nobody saw in progress: it went from pending to completed in one update, say.
 */
export function activeTimeMs(entry: TrackedEntry, { workedMs }: WorkTime): number | null {
  if (entry.activeSinceMs !== null) return entry.activeMs + Math.max(0, workedMs - entry.activeSinceMs)
  return entry.activeMs > 0 ? entry.activeMs : null
}

/** The entry as a later update has it. Gives `before` itself when nothing changed, so that views can compare by identity. */
export function withUpdate(before: TrackedEntry, after: PlanEntry, { atMs, work }: UpdateTime): TrackedEntry {
  const isSame =
    before.content === after.content && before.status === after.status && before.priority === after.priority
  if (isSame) return before
  const wasActive = before.activeSinceMs !== null
  const isNowActive = isActive(after.status)
  const { workedMs } = work
  const ended = wasActive && !isNowActive ? Math.max(0, workedMs - (before.activeSinceMs ?? workedMs)) : 0
  return {
    content: after.content,
    status: after.status,
    priority: after.priority,
    key: before.key,
    activeSinceMs: isNowActive ? (before.activeSinceMs ?? workedMs) : null,
    activeMs: before.activeMs + ended,
    change: { type: 'changed', atMs },
  }
}

/** When an update came, and whether it is its plan's first: then nothing in it is marked as new. */
export interface UpdateMoment extends UpdateTime {
  readonly isFirst: boolean
}

export function newEntry(entry: PlanEntry, key: number, { atMs, work, isFirst }: UpdateMoment): TrackedEntry {
  return {
    content: entry.content,
    status: entry.status,
    priority: entry.priority,
    key,
    activeSinceMs: isActive(entry.status) ? work.workedMs : null,
    activeMs: 0,
    change: isFirst ? null : { type: 'new', atMs },
  }
}
