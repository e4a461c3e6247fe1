import fc from 'fast-check'
import { expect, test } from 'vitest'
import { panned, wholeTimeline, zoomed, type TimelineState } from '../../../src/ui/state/list-state.ts'

test('at the end, zooming keeps the end in view', () => {
  expect(zoomed(zoomed(wholeTimeline, 1), 1)).toEqual({ zoom: 2, fromEnd: 0 })
})

test('elsewhere it keeps the middle', () => {
  expect(zoomed({ zoom: 2, fromEnd: 3 }, 1)).toEqual({ zoom: 3, fromEnd: 7 })
  expect(zoomed({ zoom: 3, fromEnd: 7 }, -1)).toEqual({ zoom: 2, fromEnd: 3 })
})

test('the whole cannot be moved', () => {
  expect([panned(wholeTimeline, -1), panned(wholeTimeline, 1)]).toEqual([wholeTimeline, wholeTimeline])
})

test('no keys lead beyond the beginning or the end', () => {
  const key = fc.constantFrom('in', 'out', 'left', 'right')
  fc.assert(
    fc.property(fc.array(key, { maxLength: 80 }), (keys) => {
      const end = keys.reduce<TimelineState>(
        (state, each) =>
          each === 'in'
            ? zoomed(state, 1)
            : each === 'out'
              ? zoomed(state, -1)
              : panned(state, each === 'left' ? -1 : 1),
        wholeTimeline,
      )
      expect(end.zoom).toBeGreaterThanOrEqual(0)
      expect(end.fromEnd).toBeGreaterThanOrEqual(0)
      // The left edge: the width is 2 ** zoom screens, of two halves each.
      expect(end.fromEnd).toBeLessThanOrEqual(2 * 2 ** end.zoom - 2)
    }),
  )
})
