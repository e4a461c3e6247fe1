import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnOf,
  timeAt,
  timeScale,
  type ScaleOptions,
  type Span,
} from '../../../src/app/timeline/time-scale.ts'

const minute = 60_000

function scaleOf(
  toMs: number,
  idle: readonly Span[] = [],
  more: Partial<ScaleOptions> = {},
): ReturnType<typeof timeScale> {
  return timeScale({ fromMs: 0, toMs, idle, columns: 60, foldColumns: 12, grows: false, ...more })
}

const folded = (...options: Parameters<typeof scaleOf>): readonly (readonly [number, number])[] =>
  scaleOf(...options)
    .pieces.filter(({ isFolded }) => isFolded)
    .map(({ fromMs, toMs }) => [fromMs, toMs])

describe('the scale', () => {
  test('without idle times is even', () => {
    const scale = scaleOf(60_000)
    expect([0, 30_000, 60_000].map((atMs) => columnOf(scale, atMs))).toEqual([0, 30, 60])
  })

  test('times outside of it have its first or last column', () => {
    const scale = scaleOf(60_000)
    expect([-5, 90_000].map((atMs) => columnOf(scale, atMs))).toEqual([0, 60])
  })

  test('an idle time takes the columns of its label, however long it is', () => {
    const columnsOf = (idleMs: number): readonly number[] => {
      const scale = scaleOf(2 * minute + idleMs, [{ fromMs: minute, toMs: minute + idleMs }])
      return [minute, minute + idleMs, 2 * minute + idleMs].map((atMs) => Math.round(columnOf(scale, atMs)))
    }
    expect(columnsOf(9 * minute)).toEqual([24, 36, 60])
    expect(columnsOf(9000 * minute)).toEqual([24, 36, 60])
  })

  test.each<[string, number, Span, boolean]>([
    ['20 seconds of two minutes are folded', 2 * minute, { fromMs: minute, toMs: minute + 20_000 }, true],
    ['less is not', 2 * minute, { fromMs: minute, toMs: minute + 19_999 }, false],
    ['nor is what is short for the whole', 1000 * minute, { fromMs: minute, toMs: 2 * minute }, false],
  ])('%s', (_, toMs, idle, isFolded) => {
    expect(folded(toMs, [idle]).length).toBe(isFolded ? 1 : 0)
  })

  test('many idle times leave more than half of the columns for work', () => {
    const idle = Array.from({ length: 500 }, (_, at) => ({
      fromMs: at * minute + 1000,
      toMs: (at + 1) * minute,
    }))
    const { pieces } = scaleOf(500 * minute, idle)
    const width = pieces.reduce((sum, each) => sum + (each.isFolded ? each.toColumn - each.fromColumn : 0), 0)
    expect(width).toBeCloseTo(24, 5)
    expect(pieces.at(-1)?.toColumn).toBeCloseTo(60, 5)
  })

  test('while it grows, columns stay where they are for a while', () => {
    const columns = [70_000, 71_000].map((toMs) => columnOf(scaleOf(toMs, [], { grows: true }), 30_000))
    expect(columns[0]).toBe(columns[1])
  })

  test('the time at a column is the one that has this column', () => {
    const scale = scaleOf(11 * minute, [{ fromMs: minute, toMs: 10 * minute }])
    for (const atMs of [0, 30_000, 4 * minute, 10.5 * minute])
      expect(timeAt(scale, columnOf(scale, atMs))).toBeCloseTo(atMs, 3)
  })

  test('of a moment has room for what may come', () => {
    expect(scaleOf(0).msPerColumn).toBeCloseTo(1000 / 60)
  })

  test('columns never go back, and stay on the axis, whatever the idle times are', () => {
    const time = fc.integer({ min: -1000, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time)), time, time, fc.boolean(), (spans, fromMs, toMs, grows) => {
        const idle = spans.map(([one, other]) => ({ fromMs: one, toMs: other }))
        const scale = timeScale({ fromMs, toMs, idle, columns: 40, foldColumns: 6, grows })
        let last = 0
        for (let atMs = -2000; atMs < 10_002_000; atMs += 99_991) {
          const column = columnOf(scale, atMs)
          expect(column).toBeGreaterThanOrEqual(last - 1e-6)
          expect(column).toBeLessThanOrEqual(40)
          last = column
        }
      }),
    )
  })
})
