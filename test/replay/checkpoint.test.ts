import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Places, startPlace, type Place } from '../../src/replay/checkpoint.ts'

const at = (records: number): Place => ({
  ...startPlace(true),
  records,
  offset: records * 100,
  atMs: records,
})

test('places are kept that are far enough from each other, and never too many', () => {
  const places = new Places(at(0), 10_000)
  for (let records = 1; records <= 100_000; records++) if (places.wants(at(records))) places.keep(at(records))
  const kept = new Set<number>()
  for (let records = 0; records <= 100_000; records += 50)
    kept.add(places.lastBefore((place) => place.records <= records).records)
  expect(kept.size).toBeGreaterThan(90)
  expect(kept.size).toBeLessThanOrEqual(200)
  // Whatever is looked for is at most two steps behind a place.
  const gaps = [...kept].map((records, index, all) => records - (all[index - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2500)
})

test('the last place before one is found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), fc.nat(600), (numbers, wanted) => {
      const sorted = numbers.toSorted((one, other) => one - other)
      const places = new Places(at(0), 0)
      for (const records of sorted) places.keep(at(records))
      const found = places.lastBefore((place) => place.records <= wanted).records
      expect(found).toBe(sorted.findLast((records) => records <= wanted) ?? 0)
    }),
  )
})
