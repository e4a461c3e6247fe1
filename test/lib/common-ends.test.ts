import { expect, test } from 'vitest'
import { commonEnds } from '../../src/lib/common-ends.ts'

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
