import { expect, test } from 'vitest'
import { excerptOf } from '../../../src/protocol/wire/wire-problem.ts'

test.each<[unknown, string]>([
  ['a text', 'a text'],
  [{ a: [1, null] }, '{"a":[1,null]}'],
  [null, 'null'],
  [undefined, ''],
  ['x'.repeat(1000), 'x'.repeat(240)],
])('the excerpt of %j', (value, excerpt) => {
  expect(excerptOf(value)).toBe(excerpt)
})
