import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { noTimes, timesAfter, type StepTimes } from './step-times.ts'
import { haveSameFacts, hasNewPriority } from './entry-facts.ts'
import type { UpdateTime, WorkTime } from './work-clock.ts'

/** An entry that is tracked across updates: the same step keeps its `key`. */
export interface TrackedEntry extends PlanEntry {
  /** Unique in its plan, for as long as the plan lives. */
  readonly key: number
  /** The session's working time when it last became in progress, in milliseconds; null while it is not, or if unknown. */
  readonly activeSinceMs: number | null
  /** The working time while it was in progress, without the current stretch. */
  readonly activeMs: number
  /** When it was in progress, by the run's clock, and when it ended. */
  readonly times: StepTimes
  /** When it appeared or last changed (status, text, priority or what it waits for), and which of the two; for marks. */
  readonly change: EntryChange | null
}

export interface EntryChange {
  readonly type: 'new' | 'changed'
  readonly atMs: number
}

/** An entry that an update no longer had; shown for a moment at its former place. */
export interface DroppedEntry {
  readonly entry: TrackedEntry
  readonly index: number
  readonly atMs: number
}

export function isActive(status: string): boolean {
  return status === 'in_progress'
}

/** Whether a step with this status is over for the agent: nothing is left to do for it. */
export function isOver(status: string): boolean {
  return status === 'completed' || isGivenUp(status)
}

/** Whether a step with this status will not be done. Version 2 has one word for it, agents have more. */
export function isGivenUp(status: string): boolean {
  return status === 'cancelled' || status === 'canceled' || status === 'skipped' || status === 'abandoned'
}

/**
 * The working time while a step was in progress, at this reading of the session's clock. null if it never was seen in
 * progress: for example, it went from pending to completed in one update.
 */
export function activeTimeMs(entry: TrackedEntry, { workedMs }: WorkTime): number | null {
  if (entry.activeSinceMs !== null) return entry.activeMs + Math.max(0, workedMs - entry.activeSinceMs)
  return entry.activeMs > 0 ? entry.activeMs : null
}

/**
 * The entry after a later update. Returns `before` itself when nothing changed, so that views can compare by identity.
 * An id or a priority that it did not have does not count as a change, and neither does another id.
 */
export function withUpdate(before: TrackedEntry, after: PlanEntry, { atMs, work }: UpdateTime): TrackedEntry {
  const isSame =
    before.content === after.content &&
    before.status === after.status &&
    !hasNewPriority(before, after) &&
    haveSameFacts(before, after)
  if (isSame) {
    const { id = before.id, priority } = after
    return id === before.id && priority === before.priority ? before : { ...before, id, priority }
  }
  const wasActive = before.activeSinceMs !== null
  const isNowActive = isActive(after.status)
  const { workedMs } = work
  const now = { isActive: isNowActive, isOver: isOver(after.status) }
  const ended = wasActive && !isNowActive ? Math.max(0, workedMs - (before.activeSinceMs ?? workedMs)) : 0
  return {
    // The strings of before where they are equal: revisions share them.
    content: before.content === after.content ? before.content : after.content,
    status: before.status === after.status ? before.status : after.status,
    priority: before.priority === after.priority ? before.priority : after.priority,
    id: after.id ?? before.id,
    waitsFor: after.waitsFor,
    told: after.told,
    key: before.key,
    activeSinceMs: isNowActive ? (before.activeSinceMs ?? workedMs) : null,
    activeMs: before.activeMs + ended,
    times: timesOf(before, now, { atMs, work }),
    change: { type: 'changed', atMs },
  }
}

/** A step that was over when it was first seen has no known end. */
function timesOf(
  { status, times }: TrackedEntry,
  now: { readonly isActive: boolean; readonly isOver: boolean },
  time: UpdateTime,
): StepTimes {
  const wasOver = isOver(status) && times.endedAtMs === null
  return wasOver && now.isOver ? times : timesAfter(times, now, time)
}

/** The time of an update, and whether it is its plan's first: then nothing in it is marked as new. */
export interface UpdateMoment extends UpdateTime {
  readonly isFirst: boolean
}

export function newEntry(entry: PlanEntry, key: number, { atMs, work, isFirst }: UpdateMoment): TrackedEntry {
  return {
    content: entry.content,
    status: entry.status,
    priority: entry.priority,
    id: entry.id,
    waitsFor: entry.waitsFor,
    told: entry.told,
    key,
    activeSinceMs: isActive(entry.status) ? work.workedMs : null,
    activeMs: 0,
    times: isActive(entry.status) ? { ...noTimes, running: { atMs, work } } : noTimes,
    change: isFirst ? null : { type: 'new', atMs },
  }
}
