import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, emptyList, type BoundedList, GrowingList } from '../../src/lib/sequences.ts'

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

test('a longer version leaves the shorter one as it is', () => {
  const one = GrowingList.of(['a'])
  const two = one.with('b')
  expect([one.length, one.last(), one.toArray()]).toEqual([1, 'a', ['a']])
  expect([two.length, two.last(), two.toArray()]).toEqual([2, 'b', ['a', 'b']])
})

test('two versions that grow from the same one do not see each other', () => {
  const one = GrowingList.of(['a'])
  const [two, other] = [one.with('b'), one.with('c')]
  expect(two.with('d').toArray()).toEqual(['a', 'b', 'd'])
  expect(other.with('e').toArray()).toEqual(['a', 'c', 'e'])
})

test('an empty list has no last item, and the array it was made of may change', () => {
  expect(GrowingList.of([]).last()).toBeUndefined()
  const items = ['a']
  const list = GrowingList.of(items)
  items.push('b')
  expect(list.toArray()).toEqual(['a'])
})
