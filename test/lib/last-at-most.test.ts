import { expect, test } from 'vitest'
import { lastAtMost } from '../../src/lib/last-at-most.ts'

test.each([
  [[], 3, 0],
  [[5], 3, 0],
  [[0, 2, 2, 4], 3, 2],
  [[0, 2, 2, 4], 4, 3],
  [[0, 2, 2, 4], 9, 3],
])('in %j the last value of at most %i is number %i', (values, wanted, index) => {
  expect(lastAtMost(wanted, values.length, (at) => values[at] ?? 0)).toBe(index)
})
