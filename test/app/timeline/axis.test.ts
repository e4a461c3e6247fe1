import { describe, expect, test } from 'vitest'
import { axisLabels, timeScale } from '../../../src/app/timeline/time-scale.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

function labels(fromMs: number, toMs: number, columns = 42): readonly string[] {
  const scale = timeScale({ fromMs, toMs, idle: [], columns, foldColumns: 12, grows: false })
  return axisLabels(scale, { fromColumn: 0, toColumn: columns }, noon).map(
    ({ column, text }) => `${Math.round(column)} ${text}`,
  )
}

describe('the axis', () => {
  test.each<[string, number, number, readonly string[]]>([
    ['seconds', 0, 4 * second, ['0 12:00:00', '11 12:00:01', '21 12:00:02', '32 12:00:03', '42 12:00:04']],
    ['ten seconds', 3 * second, 40 * second, ['8 12:00:10', '19 12:00:20', '31 12:00:30', '42 12:00:40']],
    ['minutes', 30 * second, 5 * minute, ['5 12:01', '14 12:02', '23 12:03', '33 12:04', '42 12:05']],
    ['quarters', 0, 80 * minute, ['0 12:00', '8 12:15', '16 12:30', '24 12:45', '32 13:00', '39 13:15']],
    ['hours, and a new day', 9 * hour, 15 * hour, ['7 22:00', '21 Nov 23', '35 02:00']],
    ['days', 0, 5 * day, ['4 Nov 23', '13 Nov 24', '21 Nov 25', '29 Nov 26', '38 Nov 27']],
  ])('%s', (_, fromMs, toMs, expected) => {
    expect(labels(fromMs, toMs)).toEqual(expected)
  })

  test('has no labels in a folded time', () => {
    const idle = [{ fromMs: minute, toMs: 10 * minute }]
    const scale = timeScale({
      fromMs: 0,
      toMs: 11 * minute,
      idle,
      columns: 42,
      foldColumns: 12,
      grows: false,
    })
    const texts = axisLabels(scale, { fromColumn: 0, toColumn: 42 }, noon).map(({ text }) => text)
    expect(texts).toEqual(['12:00', '12:01', '12:10', '12:11'])
  })

  test('has only the labels of the window', () => {
    const scale = timeScale({ fromMs: 0, toMs: hour, idle: [], columns: 420, foldColumns: 12, grows: false })
    const texts = axisLabels(scale, { fromColumn: 210, toColumn: 252 }, noon).map(({ text }) => text)
    expect(texts).toEqual(['12:30', '12:31', '12:32', '12:33', '12:34', '12:35', '12:36'])
  })

  test('of a broken clock ends', () => {
    expect(labels(0, Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(200)
    expect(labels(0, 1e300).length).toBeLessThanOrEqual(200)
  })
})
