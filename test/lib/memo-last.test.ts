import { expect, test } from 'vitest'
import { memoLast } from '../../src/lib/memo-last.ts'

test('a result is made again only for other arguments than the last ones', () => {
  const given: unknown[] = []
  const pair = memoLast((one: object, two: number): object => {
    given.push([one, two])
    return [one, two]
  })
  const [a, b] = [{}, {}]
  expect(pair(a, 1)).toBe(pair(a, 1))
  pair(a, 2)
  pair(b, 2)
  pair(a, 1)
  expect(given).toEqual([
    [a, 1],
    [a, 2],
    [b, 2],
    [a, 1],
  ])
})
