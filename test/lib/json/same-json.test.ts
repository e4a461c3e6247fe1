import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../../src/lib/json/same-json.ts'

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
