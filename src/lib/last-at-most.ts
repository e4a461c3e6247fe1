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
