import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Checkpoints, startCheckpoint, type Checkpoint } from '../../src/replay/checkpoint.ts'

const start = startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 })
const at = (records: number): Checkpoint => ({
  ...start,
  offset: records * 100,
  progress: { ...start.progress, records, atMs: records },
})

test('checkpoints are far enough from each other, and their number is bounded', () => {
  const checkpoints = new Checkpoints(at(0), 10_000)
  for (let records = 1; records <= 100_000; records++)
    if (checkpoints.isDue(at(records))) checkpoints.keep(at(records))
  const kept = new Set<number>()
  for (let records = 0; records <= 100_000; records += 50)
    kept.add(checkpoints.lastWhere(({ progress }) => progress.records <= records).progress.records)
  expect(kept.size).toBeGreaterThan(90)
  expect(kept.size).toBeLessThanOrEqual(200)
  // Every position is at most two distances behind a checkpoint.
  const gaps = [...kept].map((records, index, all) => records - (all[index - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2500)
})

test('finds the last checkpoint before a position', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), fc.nat(600), (numbers, wanted) => {
      const sorted = numbers.toSorted((one, other) => one - other)
      const checkpoints = new Checkpoints(at(0), 0)
      for (const records of sorted) checkpoints.keep(at(records))
      const found = checkpoints.lastWhere(({ progress }) => progress.records <= wanted).progress.records
      expect(found).toBe(sorted.findLast((records) => records <= wanted) ?? 0)
    }),
  )
})
