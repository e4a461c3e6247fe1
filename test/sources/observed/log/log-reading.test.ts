import { expect, test } from 'vitest'
import { LogTimes, wallTime } from '../../../../src/sources/observed/log/log-reading.ts'

test.each([1e300, -1, '+200000-01-01T00:00:00Z', 'x'.repeat(41), 'soon', null, Number.NaN])(
  'a time that no log can have is none: %s',
  (timestamp) => {
    expect(wallTime({ timestamp })).toBe(null)
  },
)

test('a line with such a time came when the one before it came', () => {
  const times = new LogTimes()
  const moments = [1_700_000_000_000, 1e300, '2023-11-14T22:13:21.000Z'].map((timestamp) =>
    times.at(wallTime({ timestamp })),
  )
  expect(moments).toEqual([0, 0, 1000])
})
