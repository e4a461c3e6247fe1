import { expect, test } from 'vitest'
import { clockTime, past, preciseTime, shortTime, spokenTime } from '../../../src/lib/text/duration.ts'

test.each<[number, string, string]>([
  [0, '<1s', ''],
  [1, '<1s', '<1s'],
  [999, '<1s', '<1s'],
  [1000, '1s', '0:01'],
  [72_000, '1m12s', '1:12'],
])('%i ms in the past are never shown as 0 s', (ms, short, clock) => {
  expect(shortTime(ms, 'took')).toBe(short)
  expect(clockTime(ms, false)).toBe(clock)
})

test.each<[number, string, string, string, string, string]>([
  [0, '0s', '0s', '0s', '0 ms', 'less than a second'],
  [41_300, '41s', '41s', '41s', '41.3 s', '41 seconds'],
  [59_970, '59s', '59s', '59s', '1m00s', '59 seconds'],
  [61_450, '1m01s', '1m', '1m', '1m01s', '1 minute 1 second'],
  [3_600_000, '1h00m', '1h00m', '1h', '1h00m', '1 hour'],
  [93_720_000, '26h02m', '26h02m', '26h', '26h02m', '26 hours 2 minutes'],
  [259_200_000, '72h00m', '3d', '72h', '72h00m', '72 hours'],
  [265_000_000, '73h36m', '3d', '73h', '73h36m', '73 hours 36 minutes'],
])('%i ms', (ms, whole, rough, unit, precise, spoken) => {
  const formats = [
    shortTime(ms),
    shortTime(ms, 'rough'),
    shortTime(ms, 'unit'),
    preciseTime(ms),
    spokenTime(ms),
  ]
  expect(formats).toEqual([whole, rough, unit, precise, spoken])
})

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
