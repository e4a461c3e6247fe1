import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, unfolded } from '../../.tools/folded-goldens.mjs'

test('a golden has the number of its empty rows', () => {
  expect(folded('a\n\n\nb\n\n\n\nc\n')).toBe('a\n\n\nb\n⋮ 3 empty rows\nc\n')
})

test('any screen is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\n', '\n\n', 'a', ' ', '⋮') }), (text) => {
      expect(unfolded(folded(text))).toBe(text)
    }),
  )
})
