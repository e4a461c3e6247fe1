import { describe, expect, test } from 'vitest'
import { fuzzyMatch } from '../../../src/ui/pickers/commands-picker.ts'

function marked(words: string, text: string): string | null {
  const found = fuzzyMatch(words.split(' '), text)
  if (found === null) return null
  const letters = text.split('').map((letter, at) => (found.at.includes(at) ? letter.toUpperCase() : letter))
  return letters.join('')
}

describe('a fuzzy match', () => {
  test.each([
    ['rev', 'previous revision', 'previous REVision'],
    ['vis', 'previous revision', 'previous reVISion'],
    ['pl ne', 'next plan', 'NExt PLan'],
    ['ptm', 'page to match', 'Page To Match'],
    ['nxt', 'next plan', 'NeXT plan'],
    ['next nxt', 'next plan', 'NEXT plan'],
    ['', 'next plan', 'next plan'],
    ['zz', 'next plan', null],
    ['x', 'next plan', 'neXt plan'],
    ['q', 'next plan', null],
    ['planx', 'next plan', null],
    ['na', 'next on the bananas', 'next on the baNAnas'],
    ['ny', 'n, and far away', null],
  ])('of %j with %j', (words, text, expected) => {
    expect(marked(words, text)).toBe(expected)
  })

  test('is better at the start of a word, then within one, then of single letters', () => {
    const texts = ['sort every pane', 'previous step', 'a footstep', 'step']
    const ranked = texts
      .map((text) => ({ text, cost: fuzzyMatch(['step'], text)?.cost ?? Number.POSITIVE_INFINITY }))
      .toSorted((one, other) => one.cost - other.cost)
    expect(ranked.map(({ text }) => text)).toEqual(['step', 'previous step', 'a footstep', 'sort every pane'])
  })

  test('reads only the beginning of a long text, and none whose lower case is longer', () => {
    expect(fuzzyMatch(['end'], `${'a'.repeat(400)} end`)).toBeNull()
    expect(fuzzyMatch(['i'], 'İstanbul')).toBeNull()
    expect(fuzzyMatch(['ab'.repeat(50)], 'ab'.repeat(100_000))?.at).toHaveLength(100)
  })
})
