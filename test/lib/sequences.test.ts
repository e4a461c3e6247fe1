import { expect, test } from 'vitest'
import { commonEnds, longestRising, lastAtMost } from '../../src/lib/sequences.ts'
import fc from 'fast-check'

test.each([
  ['', '', 0, 0],
  ['abc', 'abc', 3, 0],
  ['abc', 'axc', 1, 1],
  ['abc', 'abxc', 2, 1],
  ['abc', 'c', 0, 1],
  // An item counts once, at the beginning.
  ['aa', 'aaa', 2, 0],
  ['abc', 'xyz', 0, 0],
])('“%s” and “%s” have %i in common at the beginning and %i at the end', (one, other, start, end) => {
  expect(commonEnds(one, other, (at, place) => one[at] === other[place])).toEqual({ start, end })
})

test.each([
  [[], []],
  [
    [0, 1, 2],
    [1, 1, 1],
  ],
  [
    [3, 0, 1, 2],
    [0, 1, 1, 1],
  ],
  [
    [0, -1, 2, 1],
    [1, 0, 0, 1],
  ],
  [
    [2, 1, 0],
    [0, 0, 1],
  ],
])('of %j are %j', (values, isIn) => {
  expect([...longestRising(values)]).toEqual(isIn)
})

/** The length of the longest rising subsequence, by trying all. */
function mostRising(values: readonly number[]): number {
  let most = 0
  for (let chosen = 0; chosen < 2 ** values.length; chosen++) {
    const some = values.filter((_, index) => (chosen & (1 << index)) !== 0)
    if (some.every((value, index) => index === 0 || (some[index - 1] ?? 0) < value))
      most = Math.max(most, some.length)
  }
  return most
}

test('they rise, and no longer subsequence does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { maxLength: 9 }), (values) => {
      const isIn = longestRising(values)
      const found = values.filter((_, index) => isIn[index] === 1)
      expect(found).toEqual([...new Set(found)].toSorted((one, other) => one - other))
      expect(found).toHaveLength(mostRising(values))
    }),
  )
})

// Not timed: what is quadratic in these does not end within the limit of a test.
test('of 200,000 falling values it is one', () => {
  const values = Int32Array.from({ length: 200_000 }, (_, index) => 200_000 - index)
  expect(longestRising(values).reduce((sum, one) => sum + one, 0)).toBe(1)
})

test.each([
  [[], 3, 0],
  [[5], 3, 0],
  [[0, 2, 2, 4], 3, 2],
  [[0, 2, 2, 4], 4, 3],
  [[0, 2, 2, 4], 9, 3],
])('in %j the last value of at most %i is number %i', (values, wanted, index) => {
  expect(lastAtMost(wanted, values.length, (at) => values[at] ?? 0)).toBe(index)
})
