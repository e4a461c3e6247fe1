import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { newAlignment, alignEqual, type Alignment } from './align-equal.ts'
import {
  pairById,
  newPairing,
  unpaired,
  take,
  type Pairing,
  type Unpaired,
  areOtherSteps,
  type SharedIds,
} from './pairing.ts'
import { pairByLikeness } from './pair-by-likeness.ts'
import { wordsOfStep, type StepWords } from './step-words.ts'
import { commonEnds, range } from '../../lib/sequences.ts'

export interface EntryPairs {
  /** For each entry after, the index of its partner before, or -1. No partner is there twice. */
  readonly partners: Int32Array
  /** How many texts were compared word by word: at most a fixed number for each entry. */
  readonly comparisons: number
}

/**
 * Finds for each entry of a list the entry before it that is the same step, as a person would say: by the agent's ids,
 * by equal texts, by texts with the same words, by likeness, and by position where a step begins or ends. Linear in the number of entries, except for sorts.
 */
export function pairEntries(before: readonly PlanEntry[], after: readonly PlanEntry[]): EntryPairs {
  const pairing = newPairing(before, after)
  const alignment = newAlignment(pairing)
  const ids = pairById(pairing)
  const rest = ids === null ? pairEnds(pairing) : unpaired(pairing)
  const contentOf = (entries: readonly PlanEntry[]) => (index: number) => entries[index]?.content ?? null
  const free = ids === null ? pairSharedWords(pairing, rest) : rest
  const changed = pairEqual(alignment, free, { before: contentOf(before), after: contentOf(after) })
  const { partners } = pairing
  if (changed.before.length === 0 || changed.after.length === 0) return { partners, comparisons: 0 }
  const words = { before: wordsOf(before, changed.before), after: wordsOf(after, changed.after) }
  const joinedOf = (known: ReadonlyMap<number, StepWords>) => (index: number) =>
    known.get(index)?.joined || null
  const others = pairEqual(alignment, changed, {
    before: joinedOf(words.before),
    after: joinedOf(words.after),
  })
  const comparisons = pairByLikeness(pairing, others, { words, ids })
  pairByProgress(pairing, ids)
  return { partners, comparisons }
}

function wordsOf(entries: readonly PlanEntry[], indexes: readonly number[]): ReadonlyMap<number, StepWords> {
  const words = new Map<number, StepWords>()
  for (const index of indexes) words.set(index, wordsOfStep(entries[index]?.content ?? ''))
  return words
}

/**
 * Pairs the equal beginnings and ends of both lists: nearly everything in nearly every update, without an index of
 * texts. Equal texts at the border of the rest stay: which of them was added or removed is not known yet.
 */
function pairEnds(pairing: Pairing): Unpaired {
  const { before, after } = pairing
  const isSame = (old: number, now: number): boolean => before[old]?.content === after[now]?.content
  let { start, end } = commonEnds(before, after, isSame)
  const rest = new Set<string>()
  for (let at = start; at < before.length - end; at++) rest.add(before[at]?.content ?? '')
  for (let at = start; at < after.length - end; at++) rest.add(after[at]?.content ?? '')
  while (start > 0 && rest.has(after[start - 1]?.content ?? '')) start--
  while (end > 0 && rest.has(after[after.length - end]?.content ?? '')) end--
  for (let at = 0; at < start; at++) take(pairing, at, at)
  for (let at = 1; at <= end; at++) take(pairing, after.length - at, before.length - at)
  return {
    before: range(start, before.length - end),
    after: range(start, after.length - end),
  }
}

/** Pairs entries with equal texts, wherever they are; several equal ones by their status and neighbours. */
function pairEqual(alignment: Alignment, free: Unpaired, textOf: TextOf): Unpaired {
  if (free.before.length === 0 || free.after.length === 0) return free
  const { pairing } = alignment
  /** For each text, the index of the one entry before that has it; or -1 and less: the group of several. */
  const places = new Map<string, number>()
  /** For each entry before, the one entry after with its text, or -1. */
  const claims = new Int32Array(pairing.before.length).fill(-1)
  const groups: Group[] = []
  const addGroup = (text: string, group: Group): void => {
    groups.push(group)
    places.set(text, -groups.length)
  }
  for (const index of free.before) {
    const text = textOf.before(index)
    if (text === null) continue
    const place = places.get(text)
    if (place === undefined) places.set(text, index)
    else if (place < 0) groups[-place - 1]?.before.push(index)
    else addGroup(text, { before: [place, index], after: [] })
  }
  for (const index of free.after) {
    const text = textOf.after(index)
    const place = text === null ? undefined : places.get(text)
    if (text === null || place === undefined) continue
    const claimed = claims[place] ?? -1
    if (place < 0) groups[-place - 1]?.after.push(index)
    else if (claimed === -1) claims[place] = index
    else {
      addGroup(text, { before: [place], after: [claimed, index] })
      claims[place] = -1
    }
  }
  for (const index of free.before) {
    const claimed = claims[index] ?? -1
    if (claimed !== -1) take(pairing, claimed, index)
  }
  // Now the partners of their neighbours are known.
  for (const group of groups) if (group.after.length > 0) alignEqual(alignment, group)
  return unpaired(pairing)
}

/** The text of the entry at an index, in the form in which texts are compared; null is never equal. */
interface TextOf {
  readonly before: (index: number) => string | null
  readonly after: (index: number) => string | null
}

interface Group {
  readonly before: number[]
  readonly after: number[]
}

/**
 * Pairs what is left by position where agents reword steps with their progress, as Claude does ("Read the parser and
 * list its callers", "Reading" while it is in progress, and back): a row of entries stands between the same neighbours
 * as before, and each of them has just begun or ended.
 */
function pairByProgress(pairing: Pairing, ids: SharedIds | null): void {
  const { before, after, partners, isTaken } = pairing
  for (let now = 0; now < after.length; now++) {
    if (partners[now] !== -1) continue
    const first = now === 0 ? 0 : (partners[now - 1] ?? -1) + 1
    const count = freeFrom(now, after.length, (index) => partners[index] === -1)
    const end = now + count < after.length ? (partners[now + count] ?? -1) : before.length
    const areFree = freeFrom(first, before.length, (index) => isTaken[index] === 0) === count
    if (areFree && first + count === end && haveTurned(pairing, ids, { now, old: first, count }))
      for (let at = 0; at < count; at++) take(pairing, now + at, first + at)
    now += count
  }
}

const nothing: Unpaired = { before: [], after: [] }

/**
 * Pairs two steps by position that are called the same while they are in progress, as "Working", where the first one ends, the
 * second one begins or goes on, and all others stay where they are: otherwise the text would lead from one to the other.
 */
function pairSharedWords(pairing: Pairing, rest: Unpaired): Unpaired {
  const [first = -1, second = -1] = rest.after
  if (rest.before.length !== 2 || rest.after.length !== 2 || rest.before[0] !== first) return rest
  const { before, after } = pairing
  const [ended, other, done, begun] = [before[first], before[second], after[first], after[second]]
  const isShared = ended?.content === begun?.content && other?.content !== done?.content
  const hasEnded = ended?.status === 'in_progress' && done?.status === 'completed'
  const isOpen = other?.status === 'pending' || other?.content === begun?.content
  if (!isShared || !hasEnded || !isOpen || begun?.status !== 'in_progress') return rest
  take(pairing, first, first)
  take(pairing, second, second)
  return nothing
}

function freeFrom(from: number, length: number, isFree: (index: number) => boolean): number {
  let at = from
  while (at < length && isFree(at)) at++
  return at - from
}

interface Rows {
  readonly now: number
  readonly old: number
  readonly count: number
}

/** Whether each entry of a row has begun or ended since. A step that was done is seldom begun again with other words. */
function haveTurned({ before, after }: Pairing, ids: SharedIds | null, { now, old, count }: Rows): boolean {
  for (let at = 0; at < count; at++) {
    const [one, other] = [before[old + at], after[now + at]]
    if (one === undefined || other === undefined || areOtherSteps(ids, one, other)) return false
    const hasBegun = one.status === 'pending' && other.status === 'in_progress'
    const hasEnded = one.status === 'in_progress' && other.status !== 'in_progress'
    if (!hasBegun && !hasEnded) return false
  }
  return true
}
