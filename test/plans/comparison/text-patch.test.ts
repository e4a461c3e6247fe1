import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textPatch } from '../../../src/plans/comparison/line-diff.ts'

const wide = { context: 1, characters: 10_000 }

test('a changed line stands between its neighbours, with the number of the first of them', () => {
  const before = 'one\ntwo\nthree\nfour\nfive\n'
  expect(textPatch(before, before.replace('three', 'THREE'), wide)).toEqual({
    text: '@@ line 2 @@\n two\n-three\n+THREE\n four',
    added: 1,
    removed: 1,
    isCut: false,
  })
})

test('changes that are near share their lines between, and others begin anew', () => {
  const before = Array.from({ length: 12 }, (_, index) => `l${index + 1}`).join('\n')
  const after = before.replace('l2\n', '').replace('l4', 'L4').replace('l11', 'l11\nnew')
  expect(textPatch(before, after, wide).text).toBe(
    ['@@ line 1 @@', ' l1', '-l2', ' l3', '-l4', '+L4', ' l5', '@@ line 10 @@', ' l11', '+new', ' l12'].join(
      '\n',
    ),
  )
})

test('a change of the line breaks at the end is none', () => {
  expect(textPatch('a\n', 'a', wide)).toEqual({ text: '', added: 0, removed: 0, isCut: false })
  expect(textPatch('', 'a\n', wide).text).toBe('@@ line 1 @@\n+a')
  expect(textPatch('a\n', '', wide).text).toBe('@@ line 1 @@\n-a')
})

test('a long difference is cut at a line, and its counts stay whole', () => {
  const after = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')
  const patch = textPatch('', after, { context: 1, characters: 100 })
  expect(patch).toMatchObject({ added: 1000, removed: 0, isCut: true })
  expect(patch.text.length).toBeLessThanOrEqual(100)
  expect(patch.text.split('\n').at(-1)).toMatch(/^\+line \d+$/)
})

test('a line of a megabyte is left out, not cut within', () => {
  const patch = textPatch('x'.repeat(1_000_000), 'y'.repeat(1_000_000), wide)
  expect(patch).toEqual({ text: '@@ line 1 @@', added: 1, removed: 1, isCut: true })
})

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })

test('with all lines around them the changes are both texts', () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [`${one.join('\n')}\n|`, `${other.join('\n')}\n|`]
      const { text } = textPatch(before, after, { context: 100, characters: 10_000 })
      if (before === after) {
        expect(text).toBe('')
        return
      }
      const shown = text.split('\n').slice(1)
      const side = (mark: string): string =>
        shown
          .filter((line) => line[0] === ' ' || line[0] === mark)
          .map((line) => line.slice(1))
          .join('\n')
      expect(text.startsWith('@@ line 1 @@\n')).toBe(true)
      expect(side('-')).toBe(before)
      expect(side('+')).toBe(after)
    }),
  )
})

test('many line breaks before the end take linear time', () => {
  const before = `${'\n'.repeat(300_000)}a`
  expect(textPatch(before, `${before}\nb\n\n\n`, wide)).toMatchObject({ added: 1, removed: 0 })
})
