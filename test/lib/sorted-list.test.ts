import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SortedList } from '../../src/lib/sorted-list.ts'

interface Item {
  readonly key: number
  readonly text: string
}

const empty = new SortedList<number, Item>(({ key }) => key)

test('items stay in the order of their keys, whatever is added and removed', () => {
  const steps = fc.array(fc.record({ key: fc.nat(300), isGone: fc.boolean() }), {
    size: 'max',
    maxLength: 500,
  })
  fc.assert(
    fc.property(steps, (changes) => {
      let list = empty
      const model = new Map<number, Item>()
      for (const [step, { key, isGone }] of changes.entries()) {
        const item = { key, text: `${step}` }
        list = isGone ? list.without(key) : list.with(item)
        if (isGone) model.delete(key)
        else model.set(key, item)
      }
      const items = [...model.values()].toSorted((one, other) => one.key - other.key)
      expect(list.chunks.flat()).toEqual(items)
      for (let key = 0; key <= 300; key++) expect(list.get(key)).toBe(model.get(key))
    }),
  )
})

describe('of ten thousand items, a change copies few', () => {
  const list = Array.from({ length: 10_000 }, (_, key) => ({ key, text: '' })).reduce(
    (filled, item) => filled.with(item),
    empty,
  )

  test.each([
    ['another item', list.with({ key: 4999, text: 'other' }), ['other']],
    ['a new item', list.with({ key: 10_000, text: 'new' }), ['new']],
    ['an item less', list.without(5000), []],
  ])('%s', (_, after, texts) => {
    const copied = after.chunks.filter((chunk) => !list.chunks.includes(chunk))
    expect(copied.flat().length).toBeLessThanOrEqual(64)
    expect(after.notIn(list).map(({ text }) => text)).toEqual(texts)
  })
})
