import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import {
  finishedMs,
  noTimes,
  timesAfter,
  type StepTimes,
  type UpdateTime,
  type WorkTime,
  stretchesAt,
  workBetween,
} from './step-times.ts'
import { memoWeak } from '../../lib/memo.ts'

/** An entry that is tracked across updates: the same step keeps its `key`. */
export interface TrackedEntry extends PlanEntry {
  /** Unique in its plan, for as long as the plan lives. */
  readonly key: number
  /** When it was in progress, and when it ended. */
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
export function activeTimeMs({ times }: TrackedEntry, work: WorkTime): number | null {
  const before = finishedMs(times)
  if (times.running !== null) return before + workBetween(times.running.work, work).workedMs
  return before > 0 ? before : null
}

/** Whether two versions of a step say the same, whatever their ids are. */
export function isSameStep(before: PlanEntry, after: PlanEntry): boolean {
  return (
    before.content === after.content &&
    before.status === after.status &&
    !hasNewPriority(before, after) &&
    haveSameFacts(before, after)
  )
}

/**
 * The entry after a later update. Returns `before` itself when nothing changed, so that views can compare by identity.
 * An id or a priority that it did not have does not count as a change, and neither does another id.
 */
export function withUpdate(before: TrackedEntry, after: PlanEntry, { atMs, work }: UpdateTime): TrackedEntry {
  if (isSameStep(before, after)) {
    const { id = before.id, priority } = after
    return id === before.id && priority === before.priority ? before : { ...before, id, priority }
  }
  return {
    // The strings of before where they are equal: revisions share them.
    content: before.content === after.content ? before.content : after.content,
    status: before.status === after.status ? before.status : after.status,
    priority: before.priority === after.priority ? before.priority : after.priority,
    id: after.id ?? before.id,
    waitsFor: after.waitsFor,
    told: after.told,
    key: before.key,
    times: timesOf(before, after.status, { atMs, work }),
    change: { type: 'changed', atMs },
  }
}

/** A step that was over when it was first seen has no known end. */
function timesOf({ status: before, times }: TrackedEntry, status: string, time: UpdateTime): StepTimes {
  const wasOver = isOver(before) && times.endedAtMs === null
  if (wasOver && isOver(status)) return times
  return timesAfter(times, { isActive: isActive(status), isOver: isOver(status) }, time)
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
    times: isActive(entry.status) ? { ...noTimes, running: { atMs, work } } : noTimes,
    change: isFirst ? null : { type: 'new', atMs },
  }
}

/** What is known about the time of a step. */
export interface StepFacts extends WorkTime {
  /** When it was first in progress; null: it never was seen in progress. */
  readonly beganAtMs: number | null
  /** When it was completed or cancelled; null: it is neither, or was when it was first seen. */
  readonly endedAtMs: number | null
  /** How many times it was in progress. */
  readonly stretches: number
}

/** How long a step was in progress, and since when, as of now. */
export function stepFacts({ times }: TrackedEntry, now: UpdateTime): StepFacts {
  const stretches = stretchesAt(times, now)
  let [workedMs, waitedMs] = [0, 0]
  for (const stretch of stretches) {
    workedMs += stretch.workedMs
    waitedMs += stretch.waitedMs
  }
  return {
    beganAtMs: stretches[0]?.fromMs ?? null,
    endedAtMs: times.endedAtMs,
    stretches: stretches.length + times.merged,
    workedMs,
    waitedMs,
  }
}

/** A step in progress that takes much longer than the others of its plan. */
export interface SlowStep {
  readonly entry: TrackedEntry
  readonly index: number
  /** The working time that it took so far, and the one in the middle of those of the completed steps. */
  readonly tookMs: number
  readonly usualMs: number
}

/** Fewer known times say nothing about the next step. */
const leastKnown = 3
/** A step is slow when it takes longer than this many times the usual, and longer than `leastMs`. */
const timesUsual = 4
const leastMs = 60_000

/** The current step, if it is slow at this reading of the session's clock; else null. */
export function slowStep(entries: readonly TrackedEntry[], work: WorkTime): SlowStep | null {
  const index = currentIndex(entries)
  const entry = entries[index]
  const tookMs = entry === undefined ? null : activeTimeMs(entry, work)
  if (entry === undefined || tookMs === null || tookMs <= leastMs) return null
  const { known, usualMs } = completedTimes(entries)
  return known < leastKnown || tookMs <= timesUsual * usualMs ? null : { entry, index, tookMs, usualMs }
}

/** Searched once for each content of a plan. */
const currentIndex = memoWeak((entries: readonly TrackedEntry[]) =>
  entries.findIndex(({ status }) => isActive(status)),
)

/** Computed once for each content of a plan. */
const completedTimes = memoWeak((entries: readonly TrackedEntry[]) => {
  const times = entries
    .filter(({ status }) => status === 'completed')
    .map(({ times: known }) => finishedMs(known))
    .filter((timeMs) => timeMs > 0)
    .sort((one, other) => one - other)
  return { known: times.length, usualMs: times[Math.floor(times.length / 2)] ?? 0 }
})

type Facts = Pick<PlanEntry, 'waitsFor' | 'told'>

/** Why a step is not done yet: `waits for 2, reason: no release`; '' if nothing is known. Raw. */
export function factWords(entry: Facts): string {
  const reason = entry.told?.reason ?? ''
  const words = [waitsForWords(entry), reason === '' ? '' : `reason: ${reason}`]
  return words.filter((part) => part !== '').join(', ')
}

/** Where the status of a step is from, if not from the plan's update: `from the call, the plan says completed`; else ''. Raw. */
export function sourceWords({ told }: Facts): string {
  const sent = told?.sentStatus
  if (sent === undefined) return ''
  return sent === null ? 'from the call, not in the plan' : `from the call, the plan says ${sent}`
}

/** More steps are only counted. */
const maxNamed = 4

/** `waits for 2`, `waits for 1, 2, 3, 4 and 6 more`; '' for a step that waits for no other. */
export function waitsForWords({ waitsFor = [] }: Facts): string {
  if (waitsFor.length === 0) return ''
  const named = waitsFor.slice(0, maxNamed).join(', ')
  const more = waitsFor.length - maxNamed
  return `waits for ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** Whether two versions of a step wait for the same steps, and the same is told of them. Mostly there is neither. */
export function haveSameFacts(one: Facts, other: Facts): boolean {
  return one.waitsFor === other.waitsFor && one.told === other.told
    ? true
    : waitForSame(one, other) && isSameTold(one.told, other.told)
}

/**
 * Whether a step has another priority than before. One that was not known before is no news, whatever it is, and neither is that `medium`,
 * which is shown as little as none, is not told any more.
 */
export function hasNewPriority({ priority: before }: PlanEntry, { priority: after }: PlanEntry): boolean {
  return before !== '' && before !== after && !(before === 'medium' && after === '')
}

/** Whether another reason is told for the status of a step than before. */
export function hasNewReason(before: Facts, after: Facts): boolean {
  const reason = after.told?.reason ?? ''
  return reason !== '' && reason !== before.told?.reason
}

function isSameTold(one: PlanEntry['told'], other: PlanEntry['told']): boolean {
  return (
    one === other ||
    (one?.group === other?.group && one?.reason === other?.reason && one?.sentStatus === other?.sentStatus)
  )
}

/** Whether both wait for the same steps; no list is an empty one. */
export function waitForSame({ waitsFor: left }: Facts, { waitsFor: right }: Facts): boolean {
  if (left === right) return true
  const lengthThere = left?.length ?? 0
  if (lengthThere !== (right?.length ?? 0)) return false
  return lengthThere === 0 || left?.every((place, index) => place === right?.[index]) === true
}
