import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJson, readJson } from '../../../src/lib/json/read-json.ts'
import { limitTextDepth } from '../../../src/lib/json/limit-text-depth.ts'

const parsedLevels = 10_000
const levels = 700_000

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
  const wide = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => [{ '"[{': index, '\\': '\\"[' }]))
  expect(limitTextDepth(wide)).toBe(wide)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = `[${JSON.stringify(value)},${wide}]`
      expect(limitTextDepth(json)).toBe(json)
    }),
    { numRuns: 20 },
  )
})
