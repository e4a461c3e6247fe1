import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOfJson, formattedJson, isSameJson } from '../../../src/lib/json/json-values.ts'

const anyValue = fc.jsonValue({ maxDepth: 5 })

describe('formatted JSON', () => {
  test('is what JSON.stringify makes of it, up to a limit', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(200), (value, limit) => {
        const whole = JSON.stringify(value, null, 2)
        expect(formattedJson(value, 100_000)).toEqual({ text: whole, isCut: false })
        expect(formattedJson(value, limit)).toEqual({
          text: whole.slice(0, limit),
          isCut: whole.length > limit,
        })
      }),
    )
  })

  test('can be written on one line', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(200), (value, limit) => {
        expect(beginningOfJson(value, limit)).toBe(JSON.stringify(value).slice(0, limit))
      }),
    )
  })

  test('leaves out members that are undefined, as JSON.stringify does', () => {
    const value = { a: undefined, b: [undefined], c: { d: undefined } }
    expect(beginningOfJson(value, 100)).toBe(JSON.stringify(value))
    expect(formattedJson({ a: undefined }, 100).text).toBe('{}')
  })

  test('takes time for the shown part only', () => {
    let asked = 0
    const long: unknown[] = new Proxy(Array<number>(10_000_000).fill(1), {
      get(list, key) {
        asked++
        return Reflect.get(list, key) as unknown
      },
    })
    expect(beginningOfJson([long, long], 10)).toBe('[[1,1,1,1,')
    expect(asked).toBeLessThan(20)
  })

  test('has a limited indentation', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`) as unknown
    const { text, isCut } = formattedJson(deep, 1_500_000)
    expect(isCut).toBe(false)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBe(49)
  })
})

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

test('a value is the same as its copy', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(isSameJson(value, structuredClone(value))).toBe(true)
    }),
  )
})

test('values with different texts differ', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(isSameJson(one, other)).toBe(sorted(one) === sorted(other))
    }),
  )
})

/** JSON with its keys in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

test.each([
  [[], {}, false],
  [null, {}, false],
  [{}, [], false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined }, {}, false],
  [{ toString: 1 }, { valueOf: 1 }, false],
  [JSON.parse('{"__proto__":1}'), {}, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  [JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}'), false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
])('%j and %j: %s', (one, other, expected) => {
  expect(isSameJson(one, other)).toBe(expected)
})
