import { expect, test } from 'vitest'
import { GrowingList } from '../../src/lib/growing-list.ts'

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
