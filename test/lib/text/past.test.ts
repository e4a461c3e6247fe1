import { expect, test } from 'vitest'
import { past } from '../../../src/lib/text/past.ts'

const now = new Date(2026, 10, 21, 12).getTime()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [-30 * minuteMs, 'just now'],
  [minuteMs, '1 min ago'],
  [59 * minuteMs, '59 min ago'],
  [2 * hourMs, '2 h ago'],
  [23 * hourMs, '23 h ago'],
  [dayMs, '1 day ago'],
  [6.5 * dayMs, '6 days ago'],
  [9 * dayMs, '12 Nov'],
  [400 * dayMs, '17 Oct 2025'],
  [-dayMs, '22 Nov'],
  [Number.POSITIVE_INFINITY, ''],
  [Number.NaN, ''],
])('%d ms ago is %j', (agoMs, words) => {
  expect(past(now - agoMs, now)).toBe(words)
})
