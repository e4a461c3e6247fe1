import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestRising } from '../../src/lib/longest-rising.ts'

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
