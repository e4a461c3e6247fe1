import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safe, safeLine, safeText } from '../../../src/lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../../src/lib/text/width.ts'
import { lineRanges, wrapText } from '../../../src/lib/text/wrap.ts'

const piece = fc.constantFrom(
  ' ', '  ', 'a', 'word', 'longerword', '日本', '👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '\u0301', '❤️', 'क्षि', 'क्'.repeat(9), 'กำ', '한', '\ufe0f',
  '\u1112\u1161\u11ab', '\u1100', 'ﾞ', '\u{1f3fb}', '1️⃣', '-', '\u00a0', '\u3000',
) // prettier-ignore
const raw = fc
  .array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 25 })
  .map((all) => all.join(''))
const columns = fc.integer({ min: 2, max: 20 })

describe('wrapping', () => {
  test('every line fits, and no character but spaces is lost', () => {
    const lines = fc.array(raw, { maxLength: 4 }).map((all) => safeText(all.join('\n')))
    fc.assert(
      fc.property(lines, columns, (text, width) => {
        const wrapped = wrapText(text, width)
        expect(wrapped.length).toBeGreaterThan(0)
        for (const line of wrapped) expect(displayWidth(line)).toBeLessThanOrEqual(width)
        expect(wrapped.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
      { numRuns: 1000 },
    )
  })

  test('with a limit gives the first lines', () => {
    fc.assert(
      fc.property(raw, columns, fc.integer({ min: 1, max: 5 }), (text, width, most) => {
        const safe = safeText(text)
        expect(wrapText(safe, width, most)).toEqual(wrapText(safe, width).slice(0, most))
      }),
    )
  })

  test.each<[string, string, number, readonly string[]]>([
    ['short', 'one two', 10, ['one two']],
    ['just fits', 'one two', 7, ['one two']],
    ['nothing', '', 5, ['']],
    ['at spaces', 'one two three', 8, ['one two', 'three']],
    ['a long word', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a long word after a short one', 'ab cdefghij', 4, ['ab', 'cdef', 'ghij']],
    ['a word that fits the line to its end', 'abcd efgh', 4, ['abcd', 'efgh']],
    ['many spaces at the break', 'abcd     efgh', 4, ['abcd', 'efgh']],
    ['spaces at the end', 'abcd     ', 4, ['abcd']],
    ['indentation', '  ab cd', 4, ['  ab', 'cd']],
    ['indentation before a long word', '  abcdef', 4, ['  ab', 'cdef']],
    ['only spaces', '      ', 4, ['']],
    ['ideographs', '日本語テスト', 5, ['日本', '語テ', 'スト']],
    ['an emoji in the last column', 'abc🚀', 4, ['abc', '🚀']],
    ['a wide one after an indentation', ' bcd日', 4, [' bcd', '日']],
    ['line breaks', 'a\n\nb', 5, ['a', '', 'b']],
    ['one column', 'ab', 1, ['a', 'b']],
    ['no column', 'ab', 0, ['a', 'b']],
  ])('%s', (...[, text, width, lines]) => {
    expect(wrapText(safeText(text), width)).toEqual(lines)
  })

  test('a megabyte, whole or its beginning', () => {
    const word = safeText('x'.repeat(1_000_000))
    expect(wrapText(word, 100)).toHaveLength(10_000)
    expect(wrapText(safeText('日'.repeat(1_000_000)), 100, 3)).toHaveLength(3)
    expect(wrapText(safeText('a\n'.repeat(500_000)), 100, 3)).toEqual(['a', 'a', 'a'])
  })
})

describe('cutting', () => {
  test('gives a text that fits: the whole, or its beginning with an ellipsis', () => {
    fc.assert(
      fc.property(
        raw,
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom('…', '...', ''),
        (text, width, mark) => {
          const safe = safeLine(text)
          const cut = cutToWidth(safe, width, mark)
          expect(displayWidth(cut)).toBeLessThanOrEqual(width)
          if (displayWidth(safe) <= width) expect(cut).toBe(width === 0 ? '' : safe)
          else if (width >= 3)
            expect(safe.startsWith(cut.slice(0, cut.length - mark.length)) && cut.endsWith(mark)).toBe(true)
          expect(safeLine(cut)).toBe(cut)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['abcdef', 6, '…', 'abcdef'],
    ['abcdef', 5, '…', 'abcd…'],
    ['abcdef', 1, '…', '…'],
    ['abcdef', 0, '…', ''],
    ['abcdef', -3, '…', ''],
    ['abcdef', 5, '...', 'ab...'],
    ['abcdef', 2, '...', '..'],
    ['日本語', 5, '…', '日本…'],
    ['日本語', 4, '…', '日…'],
    ['日本語', 6, '…', '日本語'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3, '…', '👨‍👩‍👧‍👦…'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 4, '…', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ])('%s to %i columns', (...[text, width, mark, expected]) => {
    expect(cutToWidth(safeLine(text), width, mark)).toBe(expected)
  })

  // Not timed: reading the whole text each time would exceed the time limit of the test.
  test('a huge text costs what its beginning costs', () => {
    const texts = ['x', '日', 'e\u0301', '🚀'].map((character) => safeLine(character.repeat(1_000_000)))
    for (let round = 0; round < 20_000; round++) {
      const cut = cutToWidth(texts[round % texts.length] ?? safe`none`, 3)
      if (cut.length > 8) expect.fail(cut)
    }
  })
})

test.each(['words', 'anywhere'] as const)('lines broken at %s have a column at least', (at) => {
  for (const columns of [0, -3])
    expect(lineRanges('ab', columns, { at })).toEqual(lineRanges('ab', 1, { at }))
})
