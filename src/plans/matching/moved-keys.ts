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
  const isFixed = longestIncreasing(kept.map(({ place }) => place))
  return new Set(kept.filter((_, index) => isFixed[index] !== 1).map(({ key }) => key))
}

const noneMoved: ReadonlySet<number> = new Set()

/** 1 for each value of a longest increasing subsequence. Takes n log n: the smallest last value for each length is kept. */
function longestIncreasing(values: readonly number[]): Uint8Array {
  const isIn = new Uint8Array(values.length)
  /** The index of the smallest value that ends a subsequence, for each length. */
  const ends: number[] = []
  const previous = new Int32Array(values.length).fill(-1)
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) isIn[index] = 1
  return isIn
}
