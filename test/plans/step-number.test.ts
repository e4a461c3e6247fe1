import { expect, test } from 'vitest'
import { areOtherWords, withoutNumber } from '../../src/plans/step-number.ts'

test.each([
  ['1. Read the parser'],
  ['  12) Read the parser '],
  ['(3) Read the parser'],
  ['[4] Read the parser'],
  ['5 - Read the parser'],
  ['1.2: Read the parser'],
  ['Step 6: Read the parser'],
  ['1️⃣ Read the parser'],
])('the number of “%s” is not one of its words', (content) => {
  expect(withoutNumber(content)).toBe('Read the parser')
})

test.each([
  ['3 tests fail'],
  ['1.5 is the version'],
  ['12:30 is the time'],
  ['#12: a bug'],
  ['1.'],
  ['2024-10-10'],
])('“%s” has no number in front', (content) => {
  expect(withoutNumber(content)).toBe(content)
})

test('other words, and the same ones with other numbers', () => {
  expect(areOtherWords('3. Do x', '4. Do x')).toBe(false)
  expect(areOtherWords('3. Do x', 'Do x')).toBe(false)
  expect(areOtherWords('3. Do x', '3. Do y')).toBe(true)
  expect(areOtherWords('Fix 3 bugs', 'Fix 4 bugs')).toBe(true)
})
