import { expect, test } from 'vitest'
import { memoLast, memoWeak, lateRegExp } from '../../src/lib/memo.ts'

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

test('a result is made once for each object, false and 0 too', () => {
  const given: object[] = []
  const results = [false, 0, 'two']
  const resultOf = memoWeak(
    (key: object): string | number | boolean => results[given.push(key) - 1] ?? 'more',
  )
  const [a, b, c] = [{}, {}, {}]
  for (let round = 0; round < 2; round++) expect([a, b, c].map(resultOf)).toEqual(results)
  expect(given).toEqual([a, b, c])
})

test('a late expression is the one that the source and flags say, made at its first use and only once', () => {
  const letters = lateRegExp(String.raw`\p{L}+`, 'gu')
  expect('né 1 日本'.match(letters())).toEqual(['né', '日本'])
  expect(letters()).toBe(letters())
  const wrong = lateRegExp('(', 'u')
  expect(wrong).toThrow(SyntaxError)
})
