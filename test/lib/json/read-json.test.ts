import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutDepth, cutMark, deepestLevel } from '../../../src/lib/json/cut-depth.ts'
import { isJson, jsonIn, readJson, limitTextDepth } from '../../../src/lib/json/read-json.ts'
import { writeJson } from '../../../src/lib/json/write-json.ts'

/** Nested lists. */
function lists(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

function objects(levels: number, inside = '1'): string {
  return `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`
}

/** The depth of a text, without brackets in strings. */
function levelsOf(json: string): number {
  let open = 0
  let most = 0
  for (const [sign] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    open += sign === '[' || sign === '{' ? 1 : -1
    most = Math.max(most, open)
  }
  return most
}

/** Trees of any depth around the limit. */
const anyTree = fc
  .tuple(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.tuple(fc.constantFrom('list', 'a', '__proto__', 'toString'), fc.jsonValue({ maxDepth: 1 }))),
    fc.nat(200),
  )
  .map(([inside, around, levels]) => {
    let json = JSON.stringify(inside)
    for (let level = 0; level < levels; level++) {
      const [kind = 'list', beside = null] = around[level % Math.max(1, around.length)] ?? []
      const other = JSON.stringify(beside)
      json = kind === 'list' ? `[${other},${json}]` : `{"b":${other},${JSON.stringify(kind)}:${json}}`
    }
    return json
  })

describe('a JSON text', () => {
  test('is read as it is, down to the deepest level', () => {
    for (const json of [lists(deepestLevel), objects(deepestLevel), '7', '"[[["', 'null', '{}'])
      expect(readJson(json)).toEqual({ value: JSON.parse(json) as unknown, cut: null })
  })

  test('is cut at the deepest level, whatever it contains', () => {
    fc.assert(
      fc.property(anyTree, (json) => {
        const levels = levelsOf(json)
        const read = readJson(json)
        expect(read?.cut === null).toBe(levels <= deepestLevel)
        if (levels <= deepestLevel) expect(writeJson(read?.value)).toBe(JSON.stringify(JSON.parse(json)))
        else expect(levelsOf(writeJson(read?.value))).toBe(deepestLevel)
        // What was read once is read whole again.
        expect(readJson(writeJson(read?.value))).toStrictEqual({ value: read?.value, cut: null })
      }),
    )
  })

  test('loses only what is too deep, and has a mark in its place', () => {
    const json = `{"deep":${objects(deepestLevel - 1, '{"c":[1],"d":2}')},"beside":[1,{"b":2}]}`
    const kept = `{"deep":${objects(deepestLevel - 1, `"${cutMark}"`)},"beside":[1,{"b":2}]}`
    expect(jsonIn(json)).toEqual(JSON.parse(kept))
  })

  test.each([
    ['a member', `{"params":{"update":${lists(200)}}}`, 'params.update[0][0][0][0][0][0][0][0][0][0]…'],
    ['a long key', `[1,{"${'k'.repeat(500)}":${lists(200)}}]`, `[1].${'k'.repeat(30)}…[0][0]…`],
    ['a key of the prototype', `{"__proto__":${lists(200)}}`, `__proto__${'[0]'.repeat(11)}…`],
  ])('is cut with a report of the place: %s', (_, json, path) => {
    expect(readJson(json)?.cut).toEqual({ path, levels: deepestLevel })
  })

  test('that was cut changes no prototype', () => {
    const value = jsonIn(`${'{"__proto__":'.repeat(300)}{"polluted":true}${'}'.repeat(300)}`) as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('polluted')
  })

  test.each([
    ['nothing', ''],
    ['a beginning', '{"a":1'],
    ['other text', 'nothing'],
    ['an end too many', lists(2000).slice(1)],
    ['lists that stay open', '['.repeat(100_000)],
    ['objects that stay open', '{"a":'.repeat(100_000)],
  ])('is rejected if it is invalid: %s', (_, text) => {
    expect(readJson(text)).toBeNull()
    expect(jsonIn(text)).toBeUndefined()
    expect(isJson(text)).toBe(false)
  })

  test('may be a million levels deep', () => {
    expect(readJson(lists(1_000_000))?.cut?.levels).toBe(deepestLevel)
    expect(isJson(lists(100_000))).toBe(true)
    // It is too deep to be parsed whole.
    expect(isJson(lists(1_000_000))).toBe(false)
  })

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => isJson(text) === (readJson(text) !== null)),
    )
  })

  test('can be cut at another depth', () => {
    expect(readJson(lists(10), 3)).toEqual({ value: [[[cutMark]]], cut: { path: '[0][0][0]', levels: 3 } })
  })
})

describe('a value', () => {
  test('that is too deep is cut when it is written', () => {
    const deep = JSON.parse(objects(100_000, '[1]')) as unknown
    expect(writeJson({ deep, beside: 1 })).toBe(
      `{"deep":${objects(deepestLevel - 1, `"${cutMark}"`)},"beside":1}`,
    )
  })

  test('that JSON does not have is written as null', () => {
    expect([undefined, Number.NaN, Number.POSITIVE_INFINITY, null].map((each) => writeJson(each))).toEqual(
      Array(4).fill('null'),
    )
  })

  test('is written with its texts replaced, but not its keys', () => {
    expect(writeJson({ a: ['a', 1, { b: 'a' }] }, (text) => text.toUpperCase())).toBe(
      '{"a":["A",1,{"b":"A"}]}',
    )
  })

  test('that is not too deep is not cut', () => {
    expect(cutDepth('text')).toBeNull()
    expect(cutDepth(null)).toBeNull()
    expect(cutDepth([[]], 2)).toBeNull()
  })
})

const parsedLevels = 10_000
const levels = 550_000

describe('a long text that is nested very deeply', () => {
  test.each([
    ['lists', '['.repeat(levels), ']'.repeat(levels)],
    ['objects', '{"a":'.repeat(levels), `1${'}'.repeat(levels)}`],
    ['both, with more beside them', '["[",{"]":'.repeat(levels), `2${'},"}"]'.repeat(levels)}`],
  ])('is cut before it is parsed: %s', (_, before, behind) => {
    const shallow = limitTextDepth(`{"id":7,"deep":${before}${behind},"last":"\\"}"}`)
    expect(shallow?.length).toBeLessThan(parsedLevels * 20)
    expect(JSON.parse(shallow ?? '')).toMatchObject({ id: 7, last: '"}' })
    const read = readJson(`{"id":7,"deep":${before}${behind},"last":2}`)
    expect(read?.value).toMatchObject({ id: 7, last: 2 })
    expect(read?.cut).not.toBeNull()
  })

  test.each([
    ['brackets', '['.repeat(levels * 2)],
    ['keys', '{"a":'.repeat(levels)],
    ['a text', `["${'['.repeat(levels * 2)}`],
    ['ends of brackets', '[]'.repeat(levels) + ']'],
  ])('is rejected with unbalanced %s', (_, text) => {
    expect(readJson(text)).toBeNull()
    expect(isJson(text)).toBe(false)
  })
})

test('a long text that is not deep is unchanged', () => {
  const wide = JSON.stringify(Array.from({ length: 45_000 }, (_, index) => [{ '"[{': index, '\\': '\\"[' }]))
  expect(limitTextDepth(wide)).toBe(wide)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = `[${JSON.stringify(value)},${wide}]`
      expect(limitTextDepth(json)).toBe(json)
    }),
    { numRuns: 20 },
  )
})
