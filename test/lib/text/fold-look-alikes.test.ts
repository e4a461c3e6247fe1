import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedPattern, foldLookAlikes } from '../../../src/lib/text/fold-look-alikes.ts'
import { anyCharacter } from '../../support/any-character.ts'

test.each([
  ['b\u200by\u00adpass', 'bypass'],
  ['ｂｙｐａｓｓ', 'bypass'],
  ['𝐛𝐲𝐩𝐚𝐬𝐬', 'bypass'],
  ['🅱🅨🅟🅐🅢🅢', 'bypass'],
  ['bу\u0301раѕѕ', 'bypass'],
  ['BYPASS', 'bypass'],
  ['full_access', 'full access'],
  ['full\u2003\u2800access', 'full access'],
  ['Don’t  ask', 'dont ask'],
  ['уоIо', 'yolo'],
  ['y0l0', 'yolo'],
  ['perrnissions', 'permissions'],
  ['alvvays', 'always'],
])('%s looks like %s', (text, alike) => {
  expect(foldLookAlikes(text)).toBe(foldLookAlikes(alike))
})

test('marks without end over one letter are removed like one', () => {
  expect(foldLookAlikes(`by${'\u0301\u0316'.repeat(200_000)}pass`)).toBe('bypass')
})

test('what does not look alike stays apart', () => {
  const words = ['ask', 'auto', 'plan', 'default', 'accept', 'reject', '自动', '手動', 'всегда', 'никогда']
  expect(new Set(words.map(foldLookAlikes)).size).toBe(words.length)
})

test('a pattern finds its words in folded texts', () => {
  const pattern = foldedPattern('all permissions|常に')
  expect(pattern().test(foldLookAlikes('ALL\u200b Perrnissions!'))).toBe(true)
  expect(pattern().test(foldLookAlikes('常に許可'))).toBe(true)
  expect(pattern().test(foldLookAlikes('no permissions'))).toBe(false)
})

test('any text can be folded, and its folding is in folded form', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const folded = foldLookAlikes(text)
      expect(folded).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u)
      expect(folded).not.toMatch(/[A-Zl01]/)
    }),
  )
})
