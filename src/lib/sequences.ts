/**
 * How many items two lists have in common at the beginning, and at the end after that. `isSame` compares the item at an
 * index of the one list with that at an index of the other.
 */
export function commonEnds(
  one: { readonly length: number },
  other: { readonly length: number },
  isSame: (oneIndex: number, otherIndex: number) => boolean,
): { readonly start: number; readonly end: number } {
  const shortest = Math.min(one.length, other.length)
  let start = 0
  while (start < shortest && isSame(start, start)) start++
  let end = 0
  while (end < shortest - start && isSame(one.length - 1 - end, other.length - 1 - end)) end++
  return { start, end }
}

/**
 * Which of the values form a longest rising subsequence: 1 for each that does. Negative values never do. Of a list in its new
 * order, with each item's old place as its value, the others are those that have moved. O(n log n).
 */
export function longestRising(values: ArrayLike<number>): Uint8Array {
  const isIn = new Uint8Array(values.length)
  // For each length: the index of the smallest value that ends a rising subsequence of it.
  const ends: number[] = []
  const previous = new Int32Array(values.length).fill(-1)
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? -1
    if (value < 0) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? -1) < value) low = middle + 1
      else high = middle
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = at
  }
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) isIn[at] = 1
  return isIn
}

/** The index of the last of `count` increasing values that is at most `wanted`, by binary search; 0 if none is. */
export function lastAtMost(wanted: number, count: number, valueAt: (index: number) => number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (valueAt(middle) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Whether `text` begins with `prefix`. Comparing a slice is a memory comparison in V8: for a megabyte about fifty times faster than
 * `startsWith`, which compares character by character.
 */
export function isPrefix(prefix: string, text: string): boolean {
  return prefix.length <= text.length && text.slice(0, prefix.length) === prefix
}
