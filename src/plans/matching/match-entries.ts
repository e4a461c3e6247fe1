import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import {
  newEntry,
  withUpdate,
  type DroppedEntry,
  type TrackedEntry,
  type UpdateMoment,
  haveSameFacts,
} from '../steps/tracked-entry.ts'
import { isNearlySame } from './likeness.ts'
import { pairEntries } from './pair-entries.ts'

export interface MatchedEntries {
  readonly entries: readonly TrackedEntry[]
  readonly dropped: readonly DroppedEntry[]
  /** The key for the next new entry. */
  readonly nextKey: number
}

/**
 * Matches the entries of an update with those before (`pair-entries.ts`), so that a step keeps its key when it is
 * reworded ("Read x" → "Reading x") or moved.
 */
export function matchEntries(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  moment: Moment,
): MatchedEntries {
  return matchInPlace(before, after, moment) ?? matchAnywhere(before, after, moment)
}

type Moment = UpdateMoment & { readonly firstKey: number }

const noneDropped: readonly DroppedEntry[] = []

/** How many reworded entries the fast path takes: agents reword the step that they end and the one that they begin. */
const maxReworded = 3

/**
 * The fast path for nearly every update: each entry is at the same index, and a few are slightly reworded. Gives the
 * same result as the search, in one pass. null: the search is needed.
 */
function matchInPlace(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  moment: Moment,
): MatchedEntries | null {
  if (before.length !== after.length) return null
  let entries: TrackedEntry[] | null = null
  let reworded: number[] | null = null
  for (let index = 0; index < before.length; index++) {
    const old = before[index]
    const entry = after[index]
    if (old === undefined || entry === undefined) return null
    if (entry.id !== old.id && entry.id !== undefined) return null
    if (old.content !== entry.content) {
      if (!isNearlySame(old.content, entry.content)) return null
      if (reworded === null) reworded = [index]
      else if (reworded.length === maxReworded || isExchanged(before, after, { index, reworded })) return null
      else reworded.push(index)
    } else if (old.status === entry.status && old.priority === entry.priority && haveSameFacts(old, entry))
      continue
    entries ??= before.slice()
    entries[index] = withUpdate(old, entry, moment)
  }
  return { entries: entries ?? before, dropped: noneDropped, nextKey: moment.firstKey }
}

interface Reworded {
  readonly index: number
  /** The indexes of those before it. */
  readonly reworded: readonly number[]
}

/** Whether a reworded entry and another one may have exchanged their texts. */
function isExchanged(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  { index, reworded }: Reworded,
): boolean {
  return reworded.some((at) => isAlike(before[at], after[index]) || isAlike(before[index], after[at]))
}

function isAlike(one: PlanEntry | undefined, other: PlanEntry | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one.content === other.content || isNearlySame(one.content, other.content)
}

function matchAnywhere(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  moment: Moment,
): MatchedEntries {
  const { atMs } = moment
  const { partners } = pairEntries(before, after)
  const isKept = new Uint8Array(before.length)
  let nextKey = moment.firstKey
  const entries = after.map((entry, index) => {
    const partner = partners[index] ?? -1
    const old = before[partner]
    if (old === undefined) return newEntry(entry, nextKey++, moment)
    isKept[partner] = 1
    return withUpdate(old, entry, moment)
  })
  const dropped: DroppedEntry[] = []
  before.forEach((entry, index) => {
    if (isKept[index] === 0) dropped.push({ entry, index, atMs })
  })
  return { entries, dropped, nextKey }
}
