import { expect, test } from 'vitest'
import { LookPace } from '../../src/sources/look-pace.ts'

test('what rests is looked at less often, until it changes', () => {
  const pace = new LookPace(200, 1000)
  expect(pace.delayMs(10_999)).toBe(200)
  expect(pace.delayMs(11_000)).toBe(800)
  pace.changed(30_000)
  expect(pace.delayMs(30_000)).toBe(200)
  expect(pace.delayMs(40_000)).toBe(800)
})
