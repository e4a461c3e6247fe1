import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonTokens } from '../../../src/lib/json/read-json.ts'

function tokensOf(text: string): readonly string[] {
  const found: string[] = []
  jsonTokens(text, 0, (_, start, end) => found.push(text.slice(start, end)) > 0)
  return found
}

test('the tokens of a JSON text are its brackets, commas, colons and strings', () => {
  expect(tokensOf('{"a\\"}": [1, true, "\\\\"]}')).toEqual([
    '{',
    '"a\\"}"',
    ':',
    '[',
    ',',
    ',',
    '"\\\\"',
    ']',
    '}',
  ])
  expect(tokensOf('x {"a":1} "open')).toEqual(['{', '"a"', ':', '}', '"open'])
})

test('what is between them has no bracket and no string, and nothing of the text is lost', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      let at = 0
      jsonTokens(text, 0, (code, start, end) => {
        expect(text.slice(at, start)).toMatch(/^[\w\s.+-]*$/)
        expect(text.charCodeAt(start)).toBe(code)
        if (code === 0x22) expect(typeof JSON.parse(text.slice(start, end))).toBe('string')
        at = end
        return true
      })
      expect(text.slice(at)).toMatch(/^[\w\s.+-]*$/)
    }),
  )
})

test('a visitor that has enough ends it', () => {
  let count = 0
  jsonTokens('[[[[', 1, () => ++count < 2)
  expect(count).toBe(2)
})
