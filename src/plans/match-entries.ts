import type { PlanEntry } from '../protocol/plans/plan-content.ts'
import { commonEnds } from '../lib/common-ends.ts'
import {
  newEntry,
  withUpdate,
  type DroppedEntry,
  type TrackedEntry,
  type UpdateMoment,
} from './tracked-entry.ts'

export interface MatchedEntries {
  readonly entries: readonly TrackedEntry[]
  readonly dropped: readonly DroppedEntry[]
  /** The key for the next new entry. */
  readonly nextKey: number
}

/**
 * Matches the entries of an update with those before. Entries have no ids, so: first by equal text (in order, if a
 * text occurs several times), then by likeness among the entries left over next to a matched neighbour: if an agent
 * rewords a step ("Read x" → "Reading x"), one entry changes. Linear in the number of entries, except for a sort.
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

/**
 * The fast path for nearly every update: each entry is at the same index, and at most one is slightly reworded. Gives
 * the same result as the search, in one pass. null: the search is needed.
 */
function matchInPlace(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  moment: Moment,
): MatchedEntries | null {
  if (before.length !== after.length) return null
  let entries: TrackedEntry[] | null = null
  let isOneReworded = false
  for (let index = 0; index < before.length; index++) {
    const old = before[index]
    const entry = after[index]
    if (old === undefined || entry === undefined) return null
    if (old.content !== entry.content) {
      if (isOneReworded || !isNearlySame(old.content, entry.content)) return null
      isOneReworded = true
    } else if (old.status === entry.status && old.priority === entry.priority) continue
    entries ??= before.slice()
    entries[index] = withUpdate(old, entry, moment)
  }
  return { entries: entries ?? before, dropped: noneDropped, nextKey: moment.firstKey }
}

function matchAnywhere(
  before: readonly TrackedEntry[],
  after: readonly PlanEntry[],
  moment: Moment,
): MatchedEntries {
  const { atMs } = moment
  const pairs = pairUp(before, after)
  const isKept = new Uint8Array(before.length)
  let nextKey = moment.firstKey
  const entries = after.map((entry, index) => {
    const partner = pairs[index] ?? -1
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

/** For each entry after, the index of its partner before, or -1. */
function pairUp(before: readonly TrackedEntry[], after: readonly PlanEntry[]): Int32Array {
  const pairs = new Int32Array(after.length).fill(-1)
  const isTaken = new Uint8Array(before.length)
  const pairing: Pairing = { before, after, pairs, isTaken }
  // From both ends first: covers nearly everything in nearly every update, and needs no index of texts.
  const isSame = (old: number, now: number): boolean => before[old]?.content === after[now]?.content
  const { start, end } = commonEnds(before, after, isSame)
  for (let at = 0; at < start; at++) take(pairing, at, at)
  for (let at = 1; at <= end; at++) take(pairing, after.length - at, before.length - at)
  const middle = { start, end: after.length - end, beforeEnd: before.length - end }
  if (middle.start === middle.end || middle.start === middle.beforeEnd) return pairs
  pairByText(pairing, middle)
  pairByLikeness(pairing, middle)
  return pairs
}

interface Pairing {
  readonly before: readonly TrackedEntry[]
  readonly after: readonly PlanEntry[]
  readonly pairs: Int32Array
  readonly isTaken: Uint8Array
}

/** The part between the equal beginnings and the equal ends of both lists. */
interface Middle {
  readonly start: number
  /** In the list after. */
  readonly end: number
  /** In the list before. */
  readonly beforeEnd: number
}

function take({ pairs, isTaken }: Pairing, afterIndex: number, beforeIndex: number): void {
  pairs[afterIndex] = beforeIndex
  isTaken[beforeIndex] = 1
}

function pairByText(pairing: Pairing, middle: Middle): void {
  const { before, after } = pairing
  const places = new Map<string, number[]>()
  for (let index = middle.beforeEnd - 1; index >= middle.start; index--) {
    const content = before[index]?.content
    if (content === undefined) continue
    const found = places.get(content)
    if (found === undefined) places.set(content, [index])
    else found.push(index)
  }
  for (let index = middle.start; index < middle.end; index++) {
    const partner = places.get(after[index]?.content ?? '')?.pop()
    if (partner !== undefined) take(pairing, index, partner)
  }
}

/** Pairs each run of unmatched entries with the free ones between the same neighbours before. */
function pairByLikeness(pairing: Pairing, middle: Middle): void {
  for (let from = middle.start; from < middle.end; from++) {
    if (pairing.pairs[from] !== -1) continue
    let to = from + 1
    while (to < middle.end && pairing.pairs[to] === -1) to++
    pairGap(pairing, { from, to }, freeBeside(pairing, from, to))
    from = to
  }
}

/** A run of indexes, the last one excluded. */
interface Run {
  readonly from: number
  readonly to: number
}

function freeBeside({ before, pairs, isTaken }: Pairing, from: number, to: number): Run {
  const first = from === 0 ? 0 : (pairs[from - 1] ?? -1) + 1
  const most = to - from + farthest
  let end = first
  while (end < before.length && end - first < most && isTaken[end] === 0) end++
  if (end > first) return { from: first, to: end }
  // Moved steps: nothing is free after the neighbour in front, but perhaps before the one behind.
  const last = to < pairs.length ? (pairs[to] ?? 0) : before.length
  let start = last
  while (start > 0 && last - start < most && isTaken[start - 1] === 0) start--
  return { from: start, to: last }
}

/** How far from its place in the gap a partner is searched, so that a wholly new list of thousands stays linear. */
function reachIn(gap: Run): number {
  return gap.to - gap.from > 500 ? 1 : farthest
}

const farthest = 3

function pairGap(pairing: Pairing, gap: Run, free: Run): void {
  const { before, after, pairs, isTaken } = pairing
  if (free.from === free.to) return
  if (gap.to - gap.from === 1 && free.to - free.from === 1) {
    const one = before[free.from]?.content ?? ''
    // The most frequent case: a step with a word or a number that changes with every update.
    if (isNearlySame(one, after[gap.from]?.content ?? '')) return take(pairing, gap.from, free.from)
  }
  const words = before.slice(free.from, free.to).map((entry) => stems(entry.content))
  const reach = reachIn(gap)
  const found: { readonly index: number; readonly at: number; readonly score: number }[] = []
  for (let index = gap.from; index < gap.to; index++) {
    const place = index - gap.from
    const one = stems(after[index]?.content ?? '')
    for (let at = Math.max(0, place - reach); at <= Math.min(place + reach, words.length - 1); at++) {
      const other = words[at]
      if (other === undefined) continue
      const score = likeness(one, other)
      if (score > alikeAbove) found.push({ index, at: free.from + at, score })
    }
  }
  found.sort((one, other) => other.score - one.score)
  for (const { index, at } of found) {
    if (pairs[index] === -1 && isTaken[at] === 0) take(pairing, index, at)
  }
}

/** "Write tests" is not a rewording of "Write docs". */
const alikeAbove = 0.5

const textCompared = 400

const asciiWords = /[a-z0-9]+/g
const words = /[\p{L}\p{N}\p{M}]+/gu
// Scripts without spaces between words: each character counts.
const unspaced = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu
const isAscii = /^[\0-\x7f]*$/

/** The distinct words of a text without English endings: "Splitting" is "split". */
function stems(text: string): ReadonlySet<string> {
  const start = text.slice(0, textCompared).toLowerCase()
  const found = isAscii.test(start) ? start.match(asciiWords) : start.replace(unspaced, ' $1 ').match(words)
  const distinct = new Set<string>()
  for (const word of found ?? []) distinct.add(stem(word))
  return distinct
}

function stem(word: string): string {
  const root = word.slice(0, word.length - endingLength(word))
  const last = root.length - 1
  // The doubled letter of "splitting".
  return last > 0 && root[last] === root[last - 1] ? root.slice(0, last) : root
}

function endingLength(word: string): number {
  if (word.endsWith('ing')) return 3
  if (word.endsWith('ed') || word.endsWith('es')) return 2
  return word.endsWith('s') || word.endsWith('e') ? 1 : 0
}

/** The share of common stems: 1 for the same words, 0 for none (Dice's coefficient). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = one.size + other.size
  if (all === 0) return 0
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return (2 * shared) / all
}

const enoughToTell = 20
const nearlyAll = 0.85

/** Whether two longer texts differ in one place only, and little: a fast check before the stems are compared. */
function isNearlySame(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest < enoughToTell || shortest < longest * nearlyAll || longest > textCompared) return false
  const { start, end } = commonEnds(one, other, (at, place) => one.charCodeAt(at) === other.charCodeAt(place))
  return start + end >= longest * nearlyAll
}
