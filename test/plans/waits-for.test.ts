import { expect, test } from 'vitest'
import { waitsForSame, waitsForWords } from '../../src/plans/waits-for.ts'

test('the steps that one waits for are named by their numbers, more than four are counted', () => {
  expect(waitsForWords({})).toBe('')
  expect(waitsForWords({ waitsFor: [] })).toBe('')
  expect(waitsForWords({ waitsFor: [2] })).toBe('waits for 2')
  expect(waitsForWords({ waitsFor: [1, 2, 3, 4] })).toBe('waits for 1, 2, 3, 4')
  expect(waitsForWords({ waitsFor: [1, 2, 3, 4, 5, 6] })).toBe('waits for 1, 2, 3, 4 and 2 more')
})

test('no list and an empty one are the same', () => {
  expect(waitsForSame({}, { waitsFor: [] })).toBe(true)
  expect(waitsForSame({ waitsFor: [1] }, { waitsFor: [1] })).toBe(true)
  expect(waitsForSame({ waitsFor: [1] }, { waitsFor: [2] })).toBe(false)
  expect(waitsForSame({ waitsFor: [1] }, {})).toBe(false)
})
