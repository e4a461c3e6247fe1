import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeLine, shownLine } from '../../../src/lib/text/safe-text.ts'
import { cutLine, displayWidth } from '../../../src/lib/text/width.ts'
import { anyCharacter } from '../../support/any-character.ts'

const anyRaw = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r\n', '\u001b[31m', '\u0000', '\u202e', '👩‍👩‍👧', 'e\u0301', '漢', '\ud83d'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
  ),
  maxLength: 400,
})

test('what is shown of a raw text is the safe beginning of it: all of a short one, never half a character', () => {
  fc.assert(
    fc.property(anyRaw, fc.constantFrom('word', 'line', 'long'), (raw, most) => {
      const limit = { word: 100, line: 300, long: 1000 }[most]
      const shown = shownLine(raw, most)
      expect(shown).toBe(safeLine(raw.slice(0, limit)))
      expect(shown.isWellFormed()).toBe(true)
      if (raw.length <= limit) expect(shown).toBe(safeLine(raw))
    }),
  )
})

test('what comes after many characters without a width is not left out in silence', () => {
  const [few, many] = [300, 3000].map((count) => `ab${'\u200b'.repeat(count)}hello world`)
  expect(cutLine(few ?? '', 12)).toBe('abhello wor…')
  expect(cutLine(many ?? '', 12)).toBe('ab…')
  expect(cutLine('a'.repeat(1001), 2000)).toBe('a'.repeat(1001))
  expect(cutLine('a'.repeat(1000), 1000)).toBe('a'.repeat(1000))
})

test('a line that is cut fits its columns, and one that fits is whole', () => {
  fc.assert(
    fc.property(anyRaw, fc.integer({ min: -2, max: 120 }), (raw, columns) => {
      const cut = cutLine(raw, columns)
      expect(displayWidth(cut)).toBeLessThanOrEqual(Math.max(0, columns))
      expect(cut.isWellFormed()).toBe(true)
      const whole = safeLine(raw)
      if (raw.length <= columns && displayWidth(whole) <= columns) expect(cut).toBe(whole)
    }),
  )
})
