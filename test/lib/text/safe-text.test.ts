import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentDecoded, safeLine, safeLinkTarget, safeText } from '../../../src/lib/text/safe-text.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { anyCharacter } from '../../support/any-character.ts'

// oxlint-disable-next-line no-control-regex -- controls are what this is about
const acting = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/
const loneSurrogate = /\p{Surrogate}/u

const hostile = fc.constantFrom(
  '\u001b]52;c;aGk=\u0007', '\u001b[2J', '\u009b31m', '\r', '\n', '\r\n', '\b', '\t', '\u0085', '\u2028', '\u202e', '\u2066',
  '\u200d', '\u200b', '\ufe0f', '\u0301', '\u20e3', '\ud800', '\udfff', '\u1161', '\u11a8', '\u{e0041}', '\u{1f3fb}', '👩', '👨‍👩‍👧‍👦',
  '🇩🇪', '❤️', 'é', 'e\u0301', 'क्षि', 'ก็', 'שָׁ', '日', '\u3164', '\u115f', '\u302a', '\u0600', 'a', ' ',
) // prettier-ignore
const anyText = fc
  .array(fc.oneof(hostile, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 30 })
  .map((parts) => parts.join(''))

describe('any output of an agent', () => {
  test.each([
    ['line', safeLine],
    ['text', safeText],
  ])('a safe %s has no control characters, but for the line feeds of a text', (kind, safeOf) => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const safe = safeOf(raw)
        expect(kind === 'text' ? safe.replaceAll('\n', '') : safe).not.toMatch(acting)
        expect(safe).not.toMatch(loneSurrogate)
        expect(safeOf(safe)).toBe(safe)
      }),
      { numRuns: 1000 },
    )
  })

  test('each character of the BMP, alone and among letters', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code)
      for (const raw of [character, `ab${character}cd`]) {
        const safe = safeLine(raw)
        if (acting.test(safe) || loneSurrogate.test(safe)) expect.fail(`U+${code.toString(16)} passed`)
      }
    }
  })

  // The quick path gives text back as it is: it may only know characters that the slow one leaves alone, in any number.
  test('the quick path and the slow path agree on the whole BMP', () => {
    const slow = '\u0627' // An Arabic letter, which is not among the quick ones.
    for (let code = 0; code <= 0xffff; code++) {
      const raw = String.fromCharCode(code).repeat(10)
      for (const safe of [safeLine, safeText]) {
        if (safe(raw) === raw && safe(raw + slow) !== raw + slow)
          expect.fail(`U+${code.toString(16)} differs`)
        if (safe(raw + slow).slice(0, -1) !== safe(raw)) expect.fail(`U+${code.toString(16)} differs`)
      }
    }
  })
})

describe('the text that is shown', () => {
  test.each([
    ['plain text', 'Read the parser', 'Read the parser'],
    ['an escape sequence', '\u001b[2Jx', '␛[2Jx'],
    ['an OSC 52', '\u001b]52;c;aGk=\u0007', '␛]52;c;aGk=␇'],
    ['C1', '\u009b31mred', '\ufffd31mred'],
    ['DEL', 'a\u007fb', 'a␡b'],
    ['a backspace', 'ab\b\bcd', 'ab␈␈cd'],
    ['a tab', 'a\tb', 'a    b'],
    ['line breaks', 'a\nb\r\nc\rd\u2028e\u0085f', 'a ⏎ b ⏎ c ⏎ d ⏎ e ⏎ f'],
    ['a bidi override', 'abc\u202etxt.exe', 'abctxt.exe'],
    ['isolates and marks', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['a flood of zero-width spaces', `a${'\u200b'.repeat(100_000)}b`, 'ab'],
    ['a flood of joiners', `a${'\u200d'.repeat(100_000)}b`, 'ab'],
    ['joiners and spaces in turn', `a${'\u200d\u200b'.repeat(1000)}b`, 'ab'],
    ['a hidden message in tags', `a${'\u{e0068}\u{e0069}'.repeat(10)}`, 'a'],
    ['Hangul fillers', 'a\u3164\u115f\u1160\uffa0b', 'ab'],
    ['musical and shorthand formats', 'a\u{1d173}\u{1bca0}b', 'ab'],
    ['a byte-order mark', '\ufeffa', 'a'],
    ['a soft hyphen', 'a\u00adb', 'ab'],
    ['markup stays text', '&#27;[2J <b>', '&#27;[2J <b>'],
  ])('%s', (_, raw, shown) => {
    expect(safeLine(raw)).toBe(shown)
  })

  test('several lines stay lines', () => {
    expect(safeText('a\r\nb\rc\u2029d\n\te\u001b')).toBe('a\nb\nc\nd\n    e␛')
  })

  test.each([
    ['marks', '\u0301'],
    ['tone marks for ideographs', '\u302a'],
    ['variation selectors', '\ufe0f'],
    ['Korean vowels', '\u1161'],
    ['Korean finals', '\u11a8'],
    ['enclosing marks', '\u20e3'],
  ])('100,000 %s on one letter are cut to a few', (_, mark) => {
    expect(safeLine(`a${mark.repeat(100_000)}b`)).toBe(`a${mark.repeat(4)}b`)
    expect(safeLine(mark.repeat(100_000)).length).toBeLessThanOrEqual(4)
  })

  test('chains of skin tones and of joined emoji are limited', () => {
    expect(safeLine(`👩${'\u{1f3fb}'.repeat(1000)}`)).toBe('👩\u{1f3fb}')
    expect(safeLine(`👩${'\u{1f3fb}\ufe0f'.repeat(1000)}`).length).toBeLessThan(10)
    const chain = safeLine(Array.from({ length: 1000 }, () => '👩').join('\u200d'))
    expect(chain.replaceAll('\u200d', '')).toBe('👩'.repeat(1000))
    expect(displayWidth(chain)).toBeGreaterThanOrEqual(2 * (1000 / 8))
  })
})

test.each([
  ['a family', '👨‍👩‍👧‍👦', 2],
  ['a kiss in two skins', '👩🏻‍❤️‍💋‍👨🏿', 2],
  ['a profession', '👩🏽‍⚕️', 2],
  ['a rainbow flag', '🏳️‍🌈', 2],
  ['a pirate flag', '🏴‍☠️', 2],
  ['a country', '🇯🇵', 2],
  ['a thumb with a skin', '👍🏿', 2],
  ['a heart', '❤️', 2],
  ['a heart on fire', '❤️‍🔥', 2],
  ['a keycap', '1️⃣', 2],
  ['a rocket', '🚀', 2],
  ['composed', 'é', 1],
  ['decomposed', 'e\u0301', 1],
  ['Vietnamese, decomposed', 'e\u0302\u0323', 1],
  ['Korean, decomposed', '\u1112\u1161\u11ab', 2],
  ['Korean', '한국어', 6],
  ['Arabic', 'تحليل النص', 10],
  ['Arabic with vowel signs', 'كِتَاب', 4],
  ['Hebrew with points', 'שָׁלוֹם', 4],
  ['Thai', 'ภาษาไทย', 7],
  ['Devanagari', 'हिन्दी', null],
  ['Tamil', 'தமிழ்', null],
  ['Japanese', '日本語テスト', 12],
  ['Greek and Cyrillic', 'Ωμέγα Жук', 9],
  ['box drawing', '│ ▰▱ ✓', 6],
])('%s survives', (_, text, width) => {
  expect(safeLine(text)).toBe(text)
  expect(safeText(text)).toBe(text)
  expect(safeLine(`x ${text} y`)).toBe(`x ${text} y`)
  if (width !== null) expect(displayWidth(text)).toBe(width)
})

// Not timed: a quadratic algorithm would exceed the time limit of the test.
test.each([
  ['letters', 'a'.repeat(1_000_000)],
  ['Arabic letters', 'ا'.repeat(1_000_000)],
  ['escapes', '\u001b'.repeat(1_000_000)],
  ['marks', '\u0301'.repeat(1_000_000)],
  ['letters with marks', 'a\u0301\u0302\u0303'.repeat(250_000)],
  ['joined people', '👩\u200d'.repeat(300_000)],
  ['skins', '\u{1f3fb}\u0301'.repeat(300_000)],
  ['line breaks', '\r\n'.repeat(500_000)],
  ['lone surrogates', '\ud800'.repeat(1_000_000)],
])('a megabyte of %s', (_, raw) => {
  expect(safeLine(raw)).not.toMatch(acting)
  expect(safeText(raw)).not.toMatch(loneSurrogate)
})

test.each([
  ['https://example.com/a?b=c#d', true],
  ['HTTP://example.com', true],
  ['mailto:me@example.com', true],
  [' https://example.com ', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['data:text/html,x', false],
  ['//example.com', false],
  ['https://', false],
  ['https://example.com/\u001b]8;;x', false],
  ['https://example.com/a b', false],
  ['https://exämple.com', false],
  ['java\nscript:https://x', false],
  [`https://example.com/${'a'.repeat(2048)}`, false],
  ['', false],
])('a link to %s', (raw, isGiven) => {
  expect(safeLinkTarget(raw)).toBe(isGiven ? raw.trim() : null)
})

test.each(['\u0301', '\ufe0f', '\u{1f3fb}', '\u{1f3fb}\u0301', '\u200d'])(
  'millions of %j in a row are cut to a few',
  (mark) => {
    const shown = safeText(`a${mark.repeat(8_000_000 / mark.length)}b`)
    expect(shown.length).toBeLessThan(10)
    expect(safeText(shown)).toBe(shown)
  },
)

test.each([
  ['caf%C3%A9 %2F a', 'café / a'],
  ['50% of %zz', '50% of %zz'],
  ['%C3', '%C3'],
  ['', ''],
])('what is percent-encoded is decoded, and malformed as it is: %s', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded)
})
