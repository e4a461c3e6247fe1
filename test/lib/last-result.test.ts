import { expect, test } from 'vitest'
import { cachingLast } from '../../src/lib/last-result.ts'

test('only a call with other arguments than the last one runs the function', () => {
  const calls: string[] = []
  const joined = cachingLast((one: string, other: object | null) => {
    calls.push(one)
    return { one, other }
  })
  const other = {}
  const first = joined('a', other)
  expect(joined('a', other)).toBe(first)
  expect(joined('a', {})).not.toBe(first)
  expect(joined('b', null)).toEqual({ one: 'b', other: null })
  expect(calls).toEqual(['a', 'a', 'b'])
})
