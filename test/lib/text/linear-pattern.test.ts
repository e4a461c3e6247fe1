import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearPattern } from '../../../src/lib/text/linear-pattern.ts'

function matches(source: string, text: string): boolean | null | 'not read' {
  const pattern = linearPattern(source)
  return pattern === null ? 'not read' : pattern(text)
}

/** A character, or something that stands for one. */
const atom = fc.oneof(
  fc.constantFrom('a', 'b', '0', '_', ' ', 'é', '日', '😀', '-', '/', '.', String.raw`\.`, String.raw`\-`),
  fc.constantFrom(
    String.raw`\d`,
    String.raw`\D`,
    String.raw`\w`,
    String.raw`\W`,
    String.raw`\s`,
    String.raw`\S`,
  ),
  fc.constantFrom(
    String.raw`\u0061`,
    String.raw`\x62`,
    String.raw`\u{1f600}`,
    String.raw`\p{L}`,
    String.raw`\P{Lu}`,
  ),
  fc.constantFrom(
    '[ab]',
    '[^ab]',
    '[a-c0-9]',
    String.raw`[\w-]`,
    String.raw`[^\d\s]`,
    '[]',
    '[^]',
    '[a-]',
    '[.*+]',
  ),
)
const assertion = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`)
const times = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{2}', '{1,}', '{0,3}', '{2,3}?')
const { source } = fc.letrec<{ source: string; part: string; piece: string }>((tie) => ({
  source: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  part: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 2, depthSize: 'xsmall' },
    fc.tuple(atom, times).map(([one, often]) => `${one}${often}`),
    assertion,
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('source'), times)
      .map(([open, inner, often]) => `${open}${inner})${often}`),
  ),
}))
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '0', '_', ' ', '-', '.', '\n', 'é', '日', '😀'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

test('finds what the expressions of JavaScript find', () => {
  let read = 0
  let tooBig = 0
  fc.assert(
    fc.property(source, text, (expression, sample) => {
      let native: RegExp
      try {
        native = new RegExp(expression, 'u')
      } catch {
        // Two groups of one name, an escape that needs none.
        return
      }
      // V8 finds \B between the two halves of one character, where the specification never looks.
      if (expression.includes(String.raw`\B`) && sample.includes('😀')) return
      const found = matches(expression, sample)
      if (found === 'not read') {
        tooBig++
        return
      }
      read++
      expect(found).toBe(native.test(sample))
    }),
    { numRuns: 3000 },
  )
  // Repeats in repeats of many parts have too many steps.
  expect(tooBig).toBeLessThan(read / 20)
}, 30_000)

test.each([
  ['^[a-zA-Z_][a-zA-Z0-9_]*$', 'processData', true],
  ['^[a-zA-Z_][a-zA-Z0-9_]*$', '1st', false],
  [String.raw`^\d{4}-\d{2}-\d{2}$`, '2026-11-30', true],
  [String.raw`^(?:[a-z0-9-]+\.)+[a-z]{2,}$`, 'docs.example.org', true],
  [String.raw`^[\w.\-]+@[\w\-]+\.\w+$`, 'mia@example.org', true],
  ['needle', 'in a haystack', false],
  ['', 'anything', true],
  ['^(|a)+$', 'aaaa', true],
  ['^(a?){60}$', 'a'.repeat(60), true],
])('%s and “%s”: %s', (expression, sample, isThere) => {
  expect(matches(expression, sample)).toBe(isThere)
})

describe('what would block the keys', () => {
  const bombs = [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    String.raw`^(\w+\s?)*$`,
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ]
  test.each(bombs)('%s is through', (bomb) => {
    expect(matches(bomb, `${'a'.repeat(5000)}!`)).toBe(false)
  })

  test('a text that is too long for it is left alone', () => {
    expect(matches('^(a|b|c)+$', 'a'.repeat(1_000_000))).toBeNull()
  })

  test.each([
    ['repeats in repeats', '((((a{100}){100}){100}){100}'],
    ['nothing, a billion times', '(){999999999}'],
    ['a set that is long', `[${'ab'.repeat(900)}]{1,900}`],
    ['groups in groups', '('.repeat(1000) + ')'.repeat(1000)],
    ['a long text', 'a'.repeat(100_000)],
  ])('%s', (_, bomb) => {
    expect(() => matches(bomb, 'b'.repeat(1000))).not.toThrow()
  })
})

test.each([
  String.raw`(a)\1`,
  '(?=a)b',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  String.raw`(?<x>a)\k<x>`,
  '(?i:a)',
  '*',
  'a**',
  '(',
  ')',
  '[',
  '[b-a]',
  'a{2,1}',
  'a{',
  '\\',
  String.raw`\z`,
  String.raw`\p{None}`,
  String.raw`\u{110000}`,
  String.raw`\01`,
])('%s is not read', (expression) => {
  expect(matches(expression, 'aa')).toBe('not read')
})
