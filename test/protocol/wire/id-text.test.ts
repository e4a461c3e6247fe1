import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idTextsOf } from '../../../src/protocol/wire/id-text.ts'

test.each<[string, Readonly<Record<number, string>>]>([
  ['{"id":9007199254740993,"method":"x"}', { 0: '9007199254740993' }],
  ['  { "method" : "x" , "id" : -0 }  ', { 0: '-0' }],
  ['{"params":{"id":1},"x":[{"id":2}],"id":1e999}', { 0: '1e999' }],
  ['{"id":1,"\\u0069d":2.50}', { 0: '2.50' }],
  ['{"id":1,"id":"1"}', {}],
  ['{"x":"\\"id\\":1","y":"id"}', {}],
  ['[{"id":1},7,["id",2],{"a":[1,2],"id":3},{"id":null}]', { 0: '1', 3: '3' }],
  ['"id"', {}],
  ['[]', {}],
])('%s', (text, ids) => {
  expect(Object.fromEntries(idTextsOf(text))).toEqual(ids)
})

test('they are the numbers that JSON.parse reads', () => {
  const item = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ id: fc.oneof(fc.double(), fc.integer(), fc.string()) }),
  )
  fc.assert(
    fc.property(fc.oneof(item, fc.array(item)), fc.constantFrom(0, 1), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const read = JSON.parse(text) as unknown
      const wanted = (Array.isArray(read) ? (read as unknown[]) : [read]).map((one) => {
        const id =
          typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as { id?: unknown }).id : null
        return typeof id === 'number' ? id : null
      })
      const ids = idTextsOf(text)
      expect(wanted.map((_, place) => (ids.has(place) ? Number(ids.get(place)) : null))).toEqual(wanted)
    }),
    { numRuns: 500 },
  )
})
