import { expect, test } from 'vitest'
import { isReworded, withoutNumber } from '../../src/plans/matching/step-words.ts'

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

const step = (content: string, status = 'pending') => ({ content, status })

test('other words, and the same ones with other numbers', () => {
  expect(isReworded(step('3. Do x'), step('4. Do x'))).toBe(false)
  expect(isReworded(step('3. Do x'), step('Do x'))).toBe(false)
  expect(isReworded(step('3. Do x'), step('3. Do y'))).toBe(true)
  expect(isReworded(step('Fix 3 bugs'), step('Fix 4 bugs'))).toBe(true)
})

test.each([
  ['Read the parser and list its callers', 'Reading', false],
  ['Read the parser and list its callers', 'Reading the parser, listing its callers', false],
  ['Read the parser and list its callers', 'Reading the callers', false],
  ['Read the parser', 'Reading the parser and the lexer', true],
  ['Read the parser', 'Working on it', true],
  ['Read the parser', '…', true],
])('“%s” is called “%s” while it is in progress: reworded %s', (content, active, expected) => {
  const running = step(active, 'in_progress')
  expect(isReworded(step(content), running)).toBe(expected)
  expect(isReworded(running, step(content, 'completed'))).toBe(expected)
})

test('shorter words of a step that has not begun are other words', () => {
  expect(isReworded(step('Read the parser and list its callers'), step('Read the parser'))).toBe(true)
})
