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
