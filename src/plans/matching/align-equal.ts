import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { isOver } from '../steps/tracked-entry.ts'
import { take, type Pairing } from './pairing.ts'

/** The indexes of the entries with one text, in order. */
export interface EqualEntries {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** What the alignment of all texts of an update shares. */
export interface Alignment {
  readonly pairing: Pairing
  /** Once it is needed. */
  texts: { readonly before: NumberedTexts; readonly after: NumberedTexts } | null
  /** How many pairs may still be compared to find the best ones; entries past it are paired in order. */
  comparisonsLeft: number
}

/** The texts of a list as numbers, which are compared faster; and where the neighbours with other texts are. */
interface NumberedTexts {
  readonly numbers: Int32Array
  /** For each entry, the index of the nearest one in front that has another text; -1: none. */
  readonly otherInFront: Int32Array
  /** For each entry, the index of the nearest one behind that has another text; the length of the list: none. */
  readonly otherBehind: Int32Array
}

/** Takes about 2 ms. */
const maxComparisons = 100_000

export function newAlignment(pairing: Pairing): Alignment {
  return { pairing, texts: null, comparisonsLeft: maxComparisons }
}

/**
 * Pairs entries with equal texts: in order where status and neighbours are the same, and else so that most of them
 * agree. So it is known which of several equal steps was added or removed.
 */
export function alignEqual(alignment: Alignment, entries: EqualEntries): void {
  const { pairing } = alignment
  const rest = withoutEnds(alignment, entries, 'start')
  const comparisons = rest.before.length * rest.after.length
  if (comparisons > alignment.comparisonsLeft) pairInOrder(pairing, withoutEnds(alignment, rest, 'end'))
  else {
    alignment.comparisonsLeft -= comparisons
    alignBest(alignment, rest)
    pairInOrder(pairing, rest)
  }
}

/** Pairs the entries at one end that have the same status and the same neighbours on both sides; the others. */
function withoutEnds(
  alignment: Alignment,
  { before, after }: EqualEntries,
  end: 'start' | 'end',
): EqualEntries {
  const shortest = Math.min(before.length, after.length)
  const at = (indexes: readonly number[], count: number): number =>
    indexes[end === 'start' ? count : indexes.length - 1 - count] ?? 0
  let count = 0
  while (count < shortest && isUnchanged(alignment, at(before, count), at(after, count))) {
    take(alignment.pairing, at(after, count), at(before, count))
    count++
  }
  if (end === 'start') return { before: before.slice(count), after: after.slice(count) }
  return { before: before.slice(0, before.length - count), after: after.slice(0, after.length - count) }
}

function isUnchanged(alignment: Alignment, old: number, now: number): boolean {
  const { before, after } = alignment.pairing
  return (
    before[old]?.status === after[now]?.status &&
    inFront(alignment, old, now) !== 'others' &&
    behind(alignment, old, now) !== 'others'
  )
}

function pairInOrder(pairing: Pairing, { before, after }: EqualEntries): void {
  const free = before.filter((index) => pairing.isTaken[index] === 0)
  const open = after.filter((index) => pairing.partners[index] === -1)
  for (const [at, index] of free.slice(0, open.length).entries()) take(pairing, open[at] ?? 0, index)
}

/** Takes the pairs in order for which the most speaks. */
function alignBest(alignment: Alignment, { before, after }: EqualEntries): void {
  const statusAfter = (now: number): string => alignment.pairing.after[after[now] ?? 0]?.status ?? ''
  const width = after.length + 1
  const scores = new Uint8Array((before.length + 1) * width)
  /** The highest sum of what follows, for each place in both lists. */
  const best = new Int32Array(scores.length)
  for (let old = before.length; old >= 0; old--) {
    for (let now = after.length - 1; now >= 0; now--) {
      const cell = old * width + now
      const skipped = (best[cell + 1] ?? 0) - newPenalty(statusAfter(now))
      if (old === before.length) {
        best[cell] = skipped
        continue
      }
      const score = agreement(alignment, before[old] ?? 0, after[now] ?? 0)
      scores[cell] = score
      best[cell] = Math.max(score + (best[cell + width + 1] ?? 0), best[cell + width] ?? 0, skipped)
    }
  }
  let [old, now] = [0, 0]
  while (old < before.length && now < after.length) {
    const cell = old * width + now
    if (best[cell] === (scores[cell] ?? 0) + (best[cell + width + 1] ?? 0)) {
      take(alignment.pairing, after[now++] ?? 0, before[old++] ?? 0)
    } else if (best[cell] === best[cell + width]) old++
    else now++
  }
}

/** A new step is seldom begun. */
function newPenalty(status: string): number {
  return placeOf(status) === 0 ? 0 : 3
}

/** How much speaks for a pair besides its text; never 0, so that as many as possible are paired. */
function agreement(alignment: Alignment, old: number, now: number): number {
  const { before, after } = alignment.pairing
  const one = before[old]?.status ?? ''
  const other = after[now]?.status ?? ''
  const status = one === other ? 4 : placeOf(one) <= placeOf(other) ? 3 : 1
  // Steps are added at the end, and hardly at the front.
  return status + inFrontScore[inFront(alignment, old, now)] + behindScore[behind(alignment, old, now)]
}

const inFrontScore = { partners: 4, equal: 3, ends: 2, others: 0 }
const behindScore = { partners: 4, equal: 3, ends: 0, others: 0 }

/** How far a step with this status is. */
function placeOf(status: string): number {
  if (status === 'pending') return 0
  return isOver(status) ? 2 : 1
}

/** What two neighbours are to each other: known partners, equal texts without partners, both ends of the lists, or others. */
type Neighbours = keyof typeof inFrontScore

/** What the nearest entries with other texts in front of these two are. */
function inFront(alignment: Alignment, old: number, now: number): Neighbours {
  const { before, after } = textsOf(alignment)
  const [one = -1, other = -1] = [before.otherInFront[old], after.otherInFront[now]]
  if (one < 0 && other < 0) return 'ends'
  return one < 0 || other < 0 ? 'others' : neighbours(alignment, one, other)
}

function behind(alignment: Alignment, old: number, now: number): Neighbours {
  const { before, after } = textsOf(alignment)
  const [one = 0, other = 0] = [before.otherBehind[old], after.otherBehind[now]]
  const isEnd = one >= before.numbers.length
  if (isEnd && other >= after.numbers.length) return 'ends'
  return isEnd || other >= after.numbers.length ? 'others' : neighbours(alignment, one, other)
}

function neighbours(alignment: Alignment, old: number, now: number): Neighbours {
  const { partners, isTaken } = alignment.pairing
  if (partners[now] === old) return 'partners'
  if (partners[now] !== -1 || isTaken[old] === 1) return 'others'
  const { before, after } = textsOf(alignment)
  return before.numbers[old] === after.numbers[now] ? 'equal' : 'others'
}

function textsOf(alignment: Alignment): NonNullable<Alignment['texts']> {
  const { before, after } = alignment.pairing
  if (alignment.texts === null) {
    const known = new Map<string, number>()
    alignment.texts = { before: numberedTexts(before, known), after: numberedTexts(after, known) }
  }
  return alignment.texts
}

/** `known`: the numbers of texts so far, which is added to. */
function numberedTexts(entries: readonly PlanEntry[], known: Map<string, number>): NumberedTexts {
  const { length } = entries
  const numbers = Int32Array.from(entries, ({ content }) => {
    const number = known.get(content) ?? known.size
    known.set(content, number)
    return number
  })
  const otherInFront = new Int32Array(length).fill(-1)
  for (let at = 1; at < length; at++)
    otherInFront[at] = numbers[at] === numbers[at - 1] ? (otherInFront[at - 1] ?? -1) : at - 1
  const otherBehind = new Int32Array(length).fill(length)
  for (let at = length - 2; at >= 0; at--)
    otherBehind[at] = numbers[at] === numbers[at + 1] ? (otherBehind[at + 1] ?? length) : at + 1
  return { numbers, otherInFront, otherBehind }
}
