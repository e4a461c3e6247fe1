import type { ItemsContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import { matchEntries } from '../matching/match-entries.ts'
import {
  isSameStep,
  isActive,
  isGivenUp,
  type DroppedEntry,
  type TrackedEntry,
} from '../steps/tracked-entry.ts'
import { withoutNumber } from '../matching/step-words.ts'
import { noTimes, wasBegun, type UpdateTime } from '../steps/step-times.ts'
import type { PlanKind, PlanProgress } from './plan-kind.ts'

/** A checklist after its last update. */
export interface ItemsBody extends EntryFacts {
  readonly type: 'items'
  readonly entries: readonly TrackedEntry[]
  /** The entries dropped by the last update that dropped any. */
  readonly dropped: readonly DroppedEntry[]
  /** The agent's list may have other entries. */
  readonly isUncertain: boolean
  readonly nextKey: number
}

/** What is asked of all entries for each update and frame, found in one pass. */
interface EntryFacts {
  readonly counts: ItemCounts
  /** Entries belong to named parts of the plan. */
  readonly hasGroups: boolean
  /** Index of the first entry in progress, or -1. */
  readonly currentIndex: number
  /** An entry was seen in progress. */
  readonly hasBegun: boolean
  /** An entry was seen to be completed. */
  readonly hasCompleted: boolean
}

export const items: PlanKind<ItemsContent, ItemsBody> = {
  updated: updateItems,
  progress: progressOf,
  past: pastItems,
  isSameContent: (before, after) =>
    before.isUncertain === after.isUncertain && isSameList(before.entries, after.entries, isSameEntry),
  steps: ({ entries }) => entries,
  isEmpty: ({ entries }) => entries.length === 0,
  words: ({ entries }) => entries.map(({ content }) => withoutNumber(content)).join('\n'),
  bytes: itemsBytes,
  // Agents reuse one name for all their lists: a list that shares no step with a completed or cleared one is a new plan.
  isNewPlan: (before, after) =>
    (before.entries.length === 0 || progressOf(before)?.isComplete === true) &&
    after.entries.every(({ key }) => key >= before.nextKey),
}

function progressOf({ counts, isUncertain }: ItemsBody): PlanProgress | null {
  const { completed, cancelled, inProgress, total } = counts
  if (total === 0) return null
  const isComplete = completed + cancelled === total && completed > 0 && !isUncertain
  return { done: completed, total: total - cancelled, isBegun: inProgress > 0, isComplete }
}

export interface ItemCounts {
  readonly completed: number
  readonly cancelled: number
  readonly inProgress: number
  readonly total: number
}

/** Returns `before` itself if nothing changed. */
function updateItems(
  before: ItemsBody | null,
  { entries, isUncertain = false }: ItemsContent,
  { atMs, work }: UpdateTime,
): ItemsBody {
  const moment = { atMs, work, isFirst: before === null, firstKey: before?.nextKey ?? 0 }
  const matched = matchEntries(before?.entries ?? [], entries, moment)
  if (
    before !== null &&
    before.isUncertain === isUncertain &&
    (before.entries === matched.entries || isSameList(before.entries, matched.entries, isRepeated))
  )
    return before
  return {
    type: 'items',
    entries: matched.entries,
    dropped: matched.dropped.length === 0 && before !== null ? before.dropped : matched.dropped,
    isUncertain,
    nextKey: matched.nextKey,
    ...factsOf(matched.entries),
  }
}

/** Most entries of both lists are not in the other one: it is another plan. */
export function isOtherList(before: ItemsBody, after: ItemsBody): boolean {
  const kept = after.entries.filter(({ key }) => key < before.nextKey).length
  return 2 * kept < before.entries.length && 2 * kept < after.entries.length
}

const entryBytes = 120

/** Entries that did not change are shared: they only need their place in the list. */
function itemsBytes({ entries }: ItemsBody, before: ItemsBody | null): number {
  const others = before?.entries ?? []
  let bytes = 8 * entries.length
  // By index: this runs for each update of a list that may have thousands of entries.
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]
    const other = others[index]
    if (entry === undefined || entry === other) continue
    bytes += entryBytes + (entry.content === other?.content ? 0 : 2 * entry.content.length)
  }
  return bytes
}

/** The list without times and marks: they belong to the report, not to the event. */
function pastItems(body: ItemsBody): ItemsBody {
  const unknown = { times: noTimes, change: null }
  const isPast = ({ times, change }: TrackedEntry): boolean => times === noTimes && change === null
  if (body.dropped.length === 0 && body.entries.every(isPast)) return body
  const entries = body.entries.map((entry) => (isPast(entry) ? entry : { ...entry, ...unknown }))
  return { ...body, entries, dropped: [], ...factsOf(entries) }
}

function isSameList(
  before: readonly TrackedEntry[],
  after: readonly TrackedEntry[],
  isSame: (before: TrackedEntry, after: TrackedEntry) => boolean,
): boolean {
  return (
    before.length === after.length &&
    before.every((entry, index) => {
      const now = after[index]
      return entry === now || (now !== undefined && isSame(entry, now))
    })
  )
}

/** The same step, of which nothing more is known. */
function isRepeated(before: TrackedEntry, after: TrackedEntry): boolean {
  return before.priority === after.priority && isSameEntry(before, after)
}

/** The same step with the same content, whatever its id: an agent that makes new ids for each update repeats its list. */
function isSameEntry(before: TrackedEntry, after: TrackedEntry): boolean {
  return before.key === after.key && isSameStep(before, after)
}

function factsOf(entries: readonly TrackedEntry[]): EntryFacts {
  let [completed, cancelled, inProgress, currentIndex] = [0, 0, 0, -1]
  let [hasGroups, hasBegun, hasCompleted] = [false, false, false]
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]
    if (entry === undefined) continue
    const { status, times, told } = entry
    if (status === 'completed') {
      completed++
      if (times.endedAtMs !== null) hasCompleted = true
    } else if (isGivenUp(status)) cancelled++
    else if (isActive(status)) {
      if (inProgress++ === 0) currentIndex = index
    }
    if (told?.group !== undefined) hasGroups = true
    if (times !== noTimes && wasBegun(times)) hasBegun = true
  }
  const counts = { completed, cancelled, inProgress, total: entries.length }
  return { counts, hasGroups, currentIndex, hasBegun, hasCompleted }
}
