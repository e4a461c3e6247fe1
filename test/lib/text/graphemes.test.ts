import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { graphemes, singleWidth } from '../../../src/lib/text/graphemes.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  singleWidth.test(character),
)
const plainText = fc.array(fc.constantFrom(...plain, '\u001b'), { maxLength: 12 }).map((all) => all.join(''))
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\u001b', '\r', '\n', '\u0301', '\u200d', 'a'), fc.string()),
})
const text = fc.oneof(plainText, anyText)

describe('grapheme clusters', () => {
  test('are those of Intl.Segmenter', () => {
    fc.assert(
      fc.property(text, (given) => {
        const expected = Array.from(segmenter.segment(given), ({ segment, index }) => ({ segment, index }))
        expect(Array.from(graphemes(given), ({ segment, index }) => ({ segment, index }))).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  test('are found by any of their code units', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -1, max: 14 }), (given, at) => {
        const expected = segmenter.segment(given).containing(at)
        const found = graphemes(given).containing(at)
        expect([found?.segment, found?.index]).toEqual([expected?.segment, expected?.index])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('characters that count as one column wide', () => {
  test('have this width alone', () => {
    expect(plain.length).toBeGreaterThan(1000)
    expect(plain.filter((character) => stringWidth(character) !== 1)).toEqual([])
  })

  test('have this width in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...plain) }), (given) => {
        expect(stringWidth(given)).toBe(given.length)
      }),
    )
  })
})

test('an emoji of one character is wide, whether it is recognised as emoji or not', () => {
  const rgi = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')
  const emoji = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => rgi.test(character))
  expect(emoji.length).toBeGreaterThan(1000)
  // With the mark it is no emoji any more. The build relies on it: .tools/build/late-unicode.mjs.
  expect(emoji.filter((character) => stringWidth(`${character}\u0301`) !== 2)).toEqual([])
})
