import type { PlanEntry } from '../protocol/plan-content.ts'
import { newEntry, withUpdate, type DroppedEntry, type TrackedEntry } from './tracked-entry.ts'

export interface MatchedEntries {
  readonly entries: readonly TrackedEntry[]
  readonly dropped: readonly DroppedEntry[]
  /** The key for the next new entry. */
  readonly nextKey: number
}

/**
 * Finds which entries of an update are those of the one before. Entries have no ids, so: same text first (in order, for
 * texts that stand several times), then what is left between two matched neighbours by position, if alike: an agent that
 * rewords a step ("Read x" → "Reading x") changes one entry. Linear in the number of entries.
 */
export function matchEntries(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  firstKey: number,
  atMs: number,
  isFirstUpdate: boolean,
): MatchedEntries {
  const pairs = pairUp(before, after)
  const isKept = new Uint8Array(before.length)
  let nextKey = firstKey
  const entries = after.map((entry, index) => {
    const partner = pairs[index] ?? -1
    const old = before[partner]
    if (old === undefined) return newEntry(entry, nextKey++, atMs, isFirstUpdate)
    isKept[partner] = 1
    return withUpdate(old, entry, atMs)
  })
  const dropped: DroppedEntry[] = []
  before.forEach((entry, index) => {
    if (isKept[index] === 0) dropped.push({ entry, index, atMs })
  })
  return { entries, dropped, nextKey }
}

/** For each entry after, the index of its partner before, or -1. */
function pairUp(before: readonly TrackedEntry[], after: readonly PlanEntry[]): Int32Array {
  const pairs = new Int32Array(after.length).fill(-1)
  const isTaken = new Uint8Array(before.length)
  pairInPlace(before, after, pairs, isTaken)
  pairByText(before, after, pairs, isTaken)
  pairByLikeness(before, after, pairs, isTaken)
  return pairs
}

function take(pairs: Int32Array, isTaken: Uint8Array, afterIndex: number, beforeIndex: number): void {
  pairs[afterIndex] = beforeIndex
  isTaken[beforeIndex] = 1
}

function pairInPlace(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  pairs: Int32Array,
  isTaken: Uint8Array,
): void {
  const shared = Math.min(before.length, after.length)
  for (let index = 0; index < shared; index++) {
    if (before[index]?.content === after[index]?.content) take(pairs, isTaken, index, index)
  }
}

function pairByText(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  pairs: Int32Array,
  isTaken: Uint8Array,
): void {
  const places = new Map<string, number[]>()
  for (let index = before.length - 1; index >= 0; index--) {
    const entry = before[index]
    if (isTaken[index] !== 0 || entry === undefined) continue
    const found = places.get(entry.content)
    if (found === undefined) places.set(entry.content, [index])
    else found.push(index)
  }
  if (places.size === 0) return
  after.forEach((entry, index) => {
    if (pairs[index] !== -1) return
    const partner = places.get(entry.content)?.pop()
    if (partner !== undefined) take(pairs, isTaken, index, partner)
  })
}

/** Walks the gaps between matched neighbours: the first free entry after with the first free one before, and so on. */
function pairByLikeness(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  pairs: Int32Array,
  isTaken: Uint8Array,
): void {
  let candidate = 0
  for (let index = 0; index < after.length; index++) {
    const partner = pairs[index] ?? -1
    if (partner >= 0) {
      candidate = Math.max(candidate, partner + 1)
      continue
    }
    const entry = after[index]
    for (
      let at = candidate, looked = 0;
      at < before.length && isTaken[at] === 0 && looked < gapLooked;
      at++, looked++
    ) {
      const old = before[at]
      if (entry === undefined || old === undefined || !isAlike(old, entry)) continue
      take(pairs, isTaken, index, at)
      candidate = at + 1
      break
    }
  }
}

/** How far a gap is searched, so that a wholly new list of thousands stays linear. */
const gapLooked = 4
const textCompared = 400

/** Two wordings of one step: they share at least half of their words, by stem. */
function isAlike(old: PlanEntry, entry: PlanEntry): boolean {
  const one = stems(old.content)
  const other = stems(entry.content)
  if (one.size === 0 || other.size === 0) return false
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared * 2 >= Math.max(one.size, other.size)
}

function stems(text: string): Set<string> {
  const words =
    text
      .slice(0, textCompared)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')))
}
