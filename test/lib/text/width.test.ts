import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { cells, displayWidth } from '../../../src/lib/text/width.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters of all kinds, also those that combine with others. */
const pieces = fc.oneof(
  fc.constantFrom(...Array.from('日本語한글かカーｱ。「｡🚀👩🙂↔“—▰✓ىבяéก')),
  fc.constantFrom(
    ...Array.from(
      '\u200d\ufe0f\u{1f3fd}\u{1f1e9}\u{1f1ea}\u0301\u3099\u1161\u11a8\u0e01\u0e33\u0915\u094d\u0d4e\u0600❤',
    ),
  ),
  // A chain of conjuncts is one character by Unicode.
  fc.constant('\u0915\u094d'.repeat(9)),
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x2010, max: 0xfffd }).map((code) => String.fromCodePoint(code).toWellFormed()),
  fc.integer({ min: 0x1f000, max: 0x1faff }).map((code) => String.fromCodePoint(code)),
)

test('characters are cut where Intl.Segmenter cuts them, with any neighbours', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const cut = [...cells(text)]
      expect(cut.map((cell) => cell.text).join('')).toBe(text)
      expect(cut.reduce((width, cell) => width + cell.width, 0)).toBe(displayWidth(text))
      expect(cut.filter((cell) => cell.width > 2)).toEqual([])
      // A cluster that is wider than two columns is cut further.
      const ends = (list: readonly string[]): ReadonlySet<number> => {
        let at = 0
        return new Set(list.map((each) => (at += each.length)))
      }
      const ours = ends(cut.map((cell) => cell.text))
      const segments = Array.from(segmenter.segment(text), ({ segment }) => segment)
      for (const end of ends(segments)) expect(ours).toContain(end)
      if (segments.every((segment) => stringWidth(segment) <= 2 && isOneLetter(segment)))
        expect(ours).toEqual(ends(segments))
    }),
    { numRuns: 1500 },
  )
})

test.each(['日本語', '한글', 'カタカナー', '🚀🙂', '“é”, 日本語, 🚀', '全角ＡＢＣ'])(
  '%s has the width that string-width gives',
  (text) => {
    expect(displayWidth(text)).toBe(stringWidth(text))
    expect([...cells(text)].map((cell) => cell.text)).toEqual(Array.from(text))
  },
)

/** One letter with its marks. */
function isOneLetter(segment: string): boolean {
  return Array.from(segment.replace(/[\p{M}\u200d]/gu, '')).length <= 1
}

test('a chain of conjuncts, which is one character by Unicode, is as wide as its letters', () => {
  expect(displayWidth('\u0915\u094d'.repeat(50))).toBe(50)
})
