import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allMatches, matchesAround } from '../../../../src/app/redact/matching/literals.ts'

const at = /@/g
/** A word around an @, and something that has to follow it behind the blank. */
const address = /(?<![\w.-])[\w.-]+@(\w+)(?= [~/]|:|$)/g

const anyText = fc
  .array(fc.constantFrom('a', 'b1', '@', '@', ' ', '\n', '\t', '~', '/', ':', '.', '-', '😀'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))

function found(matches: readonly RegExpExecArray[]): readonly object[] {
  return matches.map((match) => ({ index: match.index, groups: [...match] }))
}

test('around its signs the same is found as in the whole text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      // The end of a text is no end of a word: what is cut off behind one must not look like it.
      const whole = `${text} .....`
      expect(found(matchesAround(at, address, whole))).toEqual(found(allMatches(address, whole)))
    }),
    { numRuns: 1000 },
  )
})

test('a match in each character takes as long as one', () => {
  const text = '@'.repeat(200_000)
  expect(matchesAround(at, /x@/g, text)).toEqual([])
})
