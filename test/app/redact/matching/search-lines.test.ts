import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchLines } from '../../../../src/app/redact/redact-rules.ts'

function found(source: string, text: string, flags = 'gu'): readonly string[] {
  return searchLines(new RegExp(source, flags), text).map(({ start, end }) => text.slice(start, end))
}

test('each line has its own anchors, and no match spans two lines', () => {
  expect(searchLines(/^b.*$/gu, 'ab\nba\r\nbc')).toEqual([
    { start: 3, end: 5 },
    { start: 7, end: 9 },
  ])
  expect(found(String.raw`a\s+b`, 'a b\na\nb')).toEqual(['a b'])
})

test('empty matches are ignored', () => {
  expect(found('a*', 'baab')).toEqual(['aa'])
  expect(found('(?=🚀)|x', '🚀🚀x')).toEqual(['x'])
})

describe('a long line', () => {
  const long = (word: string, at: number): string => `${'.'.repeat(at)}${word}${'.'.repeat(20_000)}`

  test.each([0, 1_990, 2_000, 3_999, 12_345])('has what begins at %i', (at) => {
    expect(searchLines(/ACME-\d+/gu, long('ACME-123', at))).toEqual([{ start: at, end: at + 8 }])
  })

  test('begins and ends with the tags, and not with similar text', () => {
    const line = 'ab'.repeat(10_000)
    expect(searchLines(/^ab|ab$/gu, line)).toEqual([
      { start: 0, end: 2 },
      { start: 19_998, end: 20_000 },
    ])
    expect(found('b(?!a)', line)).toEqual(['b'])
  })

  test('is searched further where a match goes on', () => {
    const key = `KEY-${'k'.repeat(9_000)}`
    expect(found(String.raw`KEY-\w+`, long(key, 1_500))).toEqual([key])
    const endless = `KEY-${'k'.repeat(50_000)}`
    expect(found(String.raw`KEY-\w+`, endless)[0]?.length).toBeGreaterThan(15_000)
  })

  test('takes linear time, for an expression that takes quadratic time', () => {
    expect(found(String.raw`\w+@`, `${'a'.repeat(50_000)}\nmia@`)).toEqual(['mia@'])
  })
})

test('a short match is found at any position, as in a line of its own', () => {
  const word = fc.constantFrom('ab', 'a', 'b', '🚀', ' ', '-')
  const line = fc.tuple(fc.array(word, { maxLength: 60 }), fc.nat(120)).map(([words, times]) => {
    return words.join('').repeat(times + 1)
  })
  fc.assert(
    fc.property(line, (text) => {
      const expression = /\bab+\b|🚀-|(?<=b)a{1,3}/gu
      const all = Array.from(text.matchAll(expression), ({ index, 0: match }) => ({
        start: index,
        end: index + match.length,
      }))
      expect(searchLines(expression, text)).toEqual(all)
    }),
  )
})
