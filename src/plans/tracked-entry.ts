import type { PlanEntry } from '../protocol/plan-content.ts'

/** An entry that is known across updates: the same step keeps its `key`, whatever is said about it. */
export interface TrackedEntry extends PlanEntry {
  /** Unique in its plan, for as long as the plan lives. */
  readonly key: number
  /** When it last became in progress; null while it is not. */
  readonly activeSinceMs: number | null
  /** Time it was in progress, without the stretch that runs now. */
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

/** Milliseconds that a step was in progress until now; null when it never was. */
export function activeTimeMs(entry: TrackedEntry, nowMs: number): number | null {
  if (entry.activeSinceMs !== null) return entry.activeMs + Math.max(0, nowMs - entry.activeSinceMs)
  return entry.activeMs > 0 ? entry.activeMs : null
}

/** The entry as a later update has it. Gives `before` itself when nothing changed, so that views can compare by identity. */
export function withUpdate(before: TrackedEntry, after: PlanEntry, atMs: number): TrackedEntry {
  const isSame =
    before.content === after.content && before.status === after.status && before.priority === after.priority
  if (isSame) return before
  const wasActive = before.activeSinceMs !== null
  const isNowActive = isActive(after.status)
  const ended = wasActive && !isNowActive ? Math.max(0, atMs - (before.activeSinceMs ?? atMs)) : 0
  return {
    content: after.content,
    status: after.status,
    priority: after.priority,
    key: before.key,
    activeSinceMs: isNowActive ? (before.activeSinceMs ?? atMs) : null,
    activeMs: before.activeMs + ended,
    change: { type: 'changed', atMs },
  }
}

/** When an update came, and whether it is its plan's first: then nothing in it is marked as new. */
export interface UpdateMoment {
  readonly atMs: number
  readonly isFirst: boolean
}

export function newEntry(entry: PlanEntry, key: number, { atMs, isFirst }: UpdateMoment): TrackedEntry {
  return {
    content: entry.content,
    status: entry.status,
    priority: entry.priority,
    key,
    activeSinceMs: isActive(entry.status) ? atMs : null,
    activeMs: 0,
    change: isFirst ? null : { type: 'new', atMs },
  }
}
