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
