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
