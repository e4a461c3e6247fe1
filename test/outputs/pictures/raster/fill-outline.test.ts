import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutlineFiller } from '../../../../src/outputs/pictures/raster/fill-outline.ts'

function covered(width: number, height: number, ...polygons: readonly (readonly number[])[]): number {
  const filler = new OutlineFiller(width, height)
  for (const polygon of polygons) filler.addPolygon(polygon)
  return filler.shares().reduce((sum, share) => sum + share, 0)
}

const anyPoint = fc.tuple(
  fc.double({ min: 0, max: 12, noNaN: true }),
  fc.double({ min: 0, max: 9, noNaN: true }),
)

test('the coverage of any triangle is exactly its area', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, anyPoint, (a, b, c) => {
      const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
      expect(covered(12, 9, [...a, ...b, ...c])).toBeCloseTo(area, 6)
    }),
  )
})

test('outlines are clipped', () => {
  const anySide = fc.double({ min: -6, max: 18, noNaN: true })
  fc.assert(
    fc.property(anySide, anySide, anySide, anySide, (left, right, top, bottom) => {
      const within = (value: number): number => Math.max(0, Math.min(10, value))
      const area = Math.abs((within(right) - within(left)) * (within(bottom) - within(top)))
      expect(covered(10, 10, [left, top, right, top, right, bottom, left, bottom])).toBeCloseTo(area, 6)
    }),
  )
})

test('an outline of opposite direction is a hole', () => {
  const outer = [1, 1, 7, 1, 7, 7, 1, 7]
  expect(covered(8, 8, outer, [2, 2, 2, 6, 6, 6, 6, 2])).toBeCloseTo(36 - 16, 9)
  expect(covered(8, 8, outer, [2, 2, 6, 2, 6, 6, 2, 6])).toBeCloseTo(36, 9)
})

test('a circle of TrueType curves has the area of a circle', () => {
  const filler = new OutlineFiller(20, 20)
  // Four curves through the points between the corners of a square.
  const corners = [
    [2, 2],
    [18, 2],
    [18, 18],
    [2, 18],
  ] as const
  const contour = corners.map(([x, y]) => ({ x, y, isOn: false }))
  filler.addContour(contour, { scale: 1, left: 0, baseline: 20, slant: 0 })
  const area = filler.shares().reduce((sum, share) => sum + share, 0)
  // Quadratic curves take off a sixth of each quarter's square.
  expect(area).toBeCloseTo(16 * 16 * (5 / 6), 0)
})
