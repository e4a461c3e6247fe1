import { expect, test } from 'vitest'
import { LookPace } from '../../../src/sources/trace-file/followed-trace.ts'

test('what rests is looked at less often, until it changes', () => {
  const pace = new LookPace(200, 1000)
  expect(pace.delayMs(10_999)).toBe(200)
  expect(pace.delayMs(11_200)).toBe(800)
  pace.changed(30_000)
  expect(pace.delayMs(30_000)).toBe(200)
  expect(pace.delayMs(40_000)).toBe(800)
})

test('all that rest are looked at in the same moments', () => {
  const [one, other] = [new LookPace(200, 0), new LookPace(500, 777)]
  expect(20_001 + one.delayMs(20_001)).toBe(20_795 + other.delayMs(20_795))
})

test('what is one of many in a list is looked at within two seconds while it rests', () => {
  const pace = new LookPace(200, 0, 'listed')
  expect(pace.delayMs(9999)).toBe(200)
  expect(pace.delayMs(18_000)).toBe(1800)
})
