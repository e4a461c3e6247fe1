import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lastValues,
  mapDifference,
  withEntry,
  withEntryInPlace,
  withoutEntry,
  SortedList,
} from '../../src/lib/shared-map.ts'

type Known = ReadonlyMap<string, number>

type Change =
  | { readonly type: 'set'; readonly key: string; readonly value: number }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'replace'; readonly key: string; readonly next: string; readonly value: number }

const key = fc.integer({ min: 0, max: 90 }).map((number) => `k${number}`)
const value = fc.nat(1000)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('set' as const), key, value }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('replace' as const), key, next: key, value }) },
)

function changed(map: Known, step: Change): Known {
  switch (step.type) {
    case 'set':
      return withEntry(map, step.key, step.value)
    case 'delete':
      return withoutEntry(map, step.key)
    case 'replace':
      return withEntryInPlace(map, step.key, [step.next, step.value])
  }
}

/** The same with a Map that is copied whole. */
function copied(map: Known, step: Change): Map<string, number> {
  const copy = new Map(map)
  switch (step.type) {
    case 'set':
      return copy.set(step.key, step.value)
    case 'delete':
      copy.delete(step.key)
      return copy
    case 'replace': {
      if (!copy.has(step.key)) return copy
      if (step.next !== step.key) copy.delete(step.next)
      return new Map([...copy].map((each) => (each[0] === step.key ? [step.next, step.value] : each)))
    }
  }
}

const manySteps = fc.array(change, { size: 'max', maxLength: 300 })

function filled(count: number): Known {
  let map: Known = new Map()
  for (let at = 0; at < count; at++) map = withEntry(map, `k${at}`, at)
  return map
}

describe('it is like a Map that is copied for each change', () => {
  test('entries, their order, and what is found by key', () => {
    fc.assert(
      fc.property(fc.nat(80), manySteps, (size, steps) => {
        let map = filled(size)
        let model: Known = new Map(map)
        for (const step of steps) {
          map = changed(map, step)
          model = copied(model, step)
          expect(map.size).toBe(model.size)
        }
        expect([...map]).toEqual([...model])
        expect([...map.keys()]).toEqual([...model.keys()])
        expect([...map.values()]).toEqual([...model.values()])
        for (const each of ['nowhere', ...model.keys()]) {
          expect(map.get(each)).toBe(model.get(each))
          expect(map.has(each)).toBe(model.has(each))
        }
      }),
    )
  })

  test('a change does not alter the value before it', () => {
    fc.assert(
      fc.property(fc.nat(80), manySteps, manySteps, (size, one, other) => {
        const start = filled(size)
        const entries = [...start]
        one.reduce(changed, start)
        const second = other.reduce(changed, start)
        expect([...start]).toEqual(entries)
        expect([...second]).toEqual([...other.reduce<Known>(copied, start)])
      }),
    )
  })

  test('forEach and lastValues', () => {
    for (const size of [3, 100]) {
      const map = filled(size)
      const visited: [string, number][] = []
      map.forEach((each, at) => visited.push([at, each]))
      expect(visited).toEqual([...map])
      expect(lastValues(map, 2)).toEqual([size - 1, size - 2])
      expect(lastValues(map, 1000)).toEqual([...map.values()].toReversed())
    }
  })
})

test('a difference lists removed keys, and keys with a new or another value, in order', () => {
  fc.assert(
    fc.property(fc.nat(80), manySteps, manySteps, (size, first, then) => {
      const before = first.reduce(changed, filled(size))
      const after = then.reduce(changed, before)
      const gone = [...before.keys()].filter((each) => !after.has(each))
      const others = [...after].filter(([each, now]) => before.get(each) !== now).map(([each]) => each)
      const difference = mapDifference(after, before)
      expect(difference.changed).toEqual(others)
      expect(difference.gone).toEqual(gone)
    }),
  )
})

test('nothing differs from itself', () => {
  const map = filled(100)
  expect(mapDifference(map, map)).toEqual({ gone: [], changed: [] })
  expect(withoutEntry(map, 'nowhere')).toBe(map)
})

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
