import type { ItemsBody } from '../kinds/items.ts'
import { pairEntries } from '../matching/pair-entries.ts'
import { isReworded } from '../matching/step-number.ts'
import type { TrackedEntry } from '../steps/tracked-entry.ts'
import { isBlank } from './compare-texts.ts'
import { comparisonOf, type Comparison, type Pairs } from './comparison.ts'
import { longestRising } from '../../lib/sequences.ts'

/** Compares two revisions of a checklist step by step: the same step has the same key. Its number does not count. */
export function compareSteps(before: ItemsBody, after: ItemsBody): Comparison {
  const olds = before.entries
  const nows = after.entries
  return comparisonOf(
    { unit: 'step', before: olds.map(({ content }) => content), after: nows.map(({ content }) => content) },
    inOrder(partnersOf(olds, nows)),
    {
      isReworded(old, now) {
        const [before, after] = [olds[old], nows[now]]
        return before !== undefined && after !== undefined && isReworded(before, after)
      },
      statusOf(old, now) {
        const status = nows[now]?.status ?? ''
        return olds[old]?.status === status ? null : status
      },
      isBlank,
    },
  )
}

/** The steps that have stayed in their order, and those that have moved. */
function inOrder(partners: Int32Array): Pairs {
  const isInOrder = longestRising(partners)
  return {
    kept: partners.map((old, now) => (isInOrder[now] === 1 ? old : -1)),
    moved: partners.map((old, now) => (isInOrder[now] === 1 ? -1 : old)),
  }
}

/** For each step after, the index of the same one before, or -1. */
function partnersOf(before: readonly TrackedEntry[], after: readonly TrackedEntry[]): Int32Array {
  const byKey = partnersByKey(before, after)
  return areOfOneList(before, after, byKey) ? byKey : pairEntries(before, after).partners
}

function partnersByKey(before: readonly TrackedEntry[], after: readonly TrackedEntry[]): Int32Array {
  const places = new Map<number, number>()
  for (const [at, { key }] of before.entries()) places.set(key, at)
  return Int32Array.from(after, ({ key }, at) => (before[at]?.key === key ? at : (places.get(key) ?? -1)))
}

/**
 * Whether the keys mean the same steps. After a plan was a text for a while its keys begin anew, and the step with the same key is
 * another one: then hardly any of the texts are the same, although most are elsewhere in the list.
 */
function areOfOneList(
  before: readonly TrackedEntry[],
  after: readonly TrackedEntry[],
  partners: Int32Array,
): boolean {
  const texts = new Set(before.map(({ content }) => content))
  let [same, elsewhere] = [0, 0]
  for (const [at, { content }] of after.entries()) {
    const partner = partners[at] ?? -1
    if (before[partner]?.content === content) same++
    else if (texts.has(content)) elsewhere++
  }
  return elsewhere <= same
}
