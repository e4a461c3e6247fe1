import { expect, test } from 'vitest'
import { memoWeak } from '../../src/lib/memo-weak.ts'

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
