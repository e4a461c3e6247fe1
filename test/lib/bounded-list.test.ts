import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, emptyList, type BoundedList } from '../../src/lib/bounded-list.ts'

function filled(count: number, limit: number): BoundedList<number> {
  let list = emptyList<number>()
  for (let item = 0; item < count; item++) list = append(list, item, limit)
  return list
}

test('it holds the newest, at most a quarter more than its limit, and counts the rest', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (count, limit) => {
      const { items, dropped } = filled(count, limit)
      expect(items.length).toBeLessThanOrEqual(limit * 1.25)
      expect(items.length).toBeGreaterThanOrEqual(Math.min(count, limit))
      expect(items).toEqual(Array.from({ length: items.length }, (_, index) => dropped + index))
      expect(items.length + dropped).toBe(count)
    }),
  )
})

test('appending leaves the list before as it was', () => {
  const before = filled(2, 4)
  append(before, 9, 4)
  expect(before).toEqual({ items: [0, 1], dropped: 0 })
})
