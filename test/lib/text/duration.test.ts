import { expect, test } from 'vitest'
import { tookClockTime, tookTime } from '../../../src/lib/text/duration.ts'

test.each<[number, string, string]>([
  [0, '<1s', ''],
  [1, '<1s', '<1s'],
  [999, '<1s', '<1s'],
  [1000, '1s', '0:01'],
  [72_000, '1m12s', '1:12'],
])('%i ms in the past are never shown as 0 s', (ms, spoken, clock) => {
  expect(tookTime(ms)).toBe(spoken)
  expect(tookClockTime(ms)).toBe(clock)
})
