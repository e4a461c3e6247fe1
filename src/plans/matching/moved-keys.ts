import { longestRising } from '../../lib/longest-rising.ts'

/**
 * The keys of the entries that are in both lists, and moved among the others that are: as few as possible (what a
 * longest increasing subsequence leaves), so that a step that is taken to the front has moved, and not all others.
 */
export function movedKeys(
  before: readonly { readonly key: number }[],
  after: readonly { readonly key: number }[],
): ReadonlySet<number> {
  const places = new Map<number, number>()
  for (const [place, { key }] of before.entries()) places.set(key, place)
  const kept: { readonly key: number; readonly place: number }[] = []
  let isInOrder = true
  for (const { key } of after) {
    const place = places.get(key)
    if (place === undefined) continue
    isInOrder &&= place > (kept.at(-1)?.place ?? -1)
    kept.push({ key, place })
  }
  if (isInOrder) return noneMoved
  const isFixed = longestRising(kept.map(({ place }) => place))
  return new Set(kept.filter((_, index) => isFixed[index] !== 1).map(({ key }) => key))
}

const noneMoved: ReadonlySet<number> = new Set()
