import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { newAlignment } from './align-equal.ts'
import { pairById } from './pair-by-id.ts'
import { pairByLikeness } from './pair-by-likeness.ts'
import { pairByProgress, pairSharedWords } from './pair-by-progress.ts'
import { pairEnds, pairEqual } from './pair-by-text.ts'
import { newPairing, unpaired } from './pairing.ts'
import { stepWords, type StepWords } from './step-words.ts'

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
  for (const index of indexes) words.set(index, stepWords(entries[index]?.content ?? ''))
  return words
}
