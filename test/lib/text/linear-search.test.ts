import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearSearch } from '../../../src/lib/text/linear-search.ts'

function found(source: string, text: string): readonly string[] | 'not read' {
  const search = linearSearch(source)
  return search === null ? 'not read' : search(text).map(({ start, end }) => text.slice(start, end))
}

test.each([
  ['needle', 'a needle in needles', ['needle', 'needle']],
  [String.raw`ACME-\d+`, 'ACME-1, ACME-22 and ACME-', ['ACME-1', 'ACME-22']],
  ['a|ab|abc', 'abcab', ['abc', 'ab']],
  ['b*', 'abba', ['bb']],
  ['^a+', 'aaa a', ['aaa']],
  ['a+$', 'aaa aa', ['aa']],
  [String.raw`\bcat\b`, 'concat cat cats', ['cat']],
  ['😀+', 'x😀😀y😀', ['😀😀', '😀']],
  [String.raw`\b😀`, 'x😀 😀', ['😀']],
  ['x.*y', 'x1y2y z', ['x1y2y']],
  ['', 'nothing', []],
])('%s in “%s”', (source, text, matches) => {
  expect(found(source, text)).toEqual(matches)
})

test('finds what the expressions of JavaScript find where these are greedy', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', String.raw`\d`, '0', '.', '😀', String.raw`\w`)
  const source = fc
    .array(fc.tuple(atom, fc.constantFrom('', '', '+', '{1,2}')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map((part) => part.join('')).join(''))
  const text = fc.array(fc.constantFrom('a', 'b', '0', ' ', '😀', 'é'), { maxLength: 14 })
  fc.assert(
    fc.property(source, text, (expression, parts) => {
      const sample = parts.join('')
      const starts = (linearSearch(expression)?.(sample) ?? []).map(({ start }) => start)
      const [first] = [...sample.matchAll(new RegExp(expression, 'gu'))]
      expect(starts[0]).toBe(first?.index)
      for (const match of found(expression, sample))
        expect(match).toMatch(new RegExp(`^(?:${expression})$`, 'u'))
    }),
    { numRuns: 1000 },
  )
})

describe('what would block the keys', () => {
  test.each(['(a+)+$', '(a|aa)+!', '(x+x+)+y', 'a|a.*b', String.raw`(\w+\s?)*!`])(
    '%s is through',
    { timeout: 60_000 },
    (bomb) => {
      expect(() => found(bomb, 'a'.repeat(20_000))).not.toThrow()
    },
  )

  test.each(['a{401}', '(?=a)b', String.raw`(a)\1`])('%s is not read', (source) => {
    expect(found(source, 'a')).toBe('not read')
  })
})
