import { expect, test } from 'vitest'
import { factWords, hasNewPriority, haveSameFacts } from '../../../src/plans/steps/entry-facts.ts'

test('the steps that one waits for are named by their numbers, more than four are counted', () => {
  expect(factWords({})).toBe('')
  expect(factWords({ waitsFor: [] })).toBe('')
  expect(factWords({ waitsFor: [2] })).toBe('waits for 2')
  expect(factWords({ waitsFor: [1, 2, 3, 4] })).toBe('waits for 1, 2, 3, 4')
  expect(factWords({ waitsFor: [1, 2, 3, 4, 5, 6] })).toBe('waits for 1, 2, 3, 4 and 2 more')
})

test('no list and an empty one are the same', () => {
  expect(haveSameFacts({}, { waitsFor: [] })).toBe(true)
  expect(haveSameFacts({ waitsFor: [1] }, { waitsFor: [1] })).toBe(true)
  expect(haveSameFacts({ waitsFor: [1] }, { waitsFor: [2] })).toBe(false)
  expect(haveSameFacts({ waitsFor: [1] }, {})).toBe(false)
})

test.each([
  ['high', 'low', true],
  ['high', '', true],
  ['', 'high', false],
  ['', 'medium', false],
  ['medium', '', false],
  ['low', 'medium', true],
])('a priority %j that becomes %j is news: %s', (before, after, isNew) => {
  const step = { content: 'Tests', status: 'pending' }
  expect(hasNewPriority({ ...step, priority: before }, { ...step, priority: after })).toBe(isNew)
})
