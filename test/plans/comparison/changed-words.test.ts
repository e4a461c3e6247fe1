import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedWords, type Span } from '../../../src/plans/comparison/changed-words.ts'

function marked(line: string, spans: readonly Span[]): string {
  let [text, at] = ['', 0]
  for (const { start, end } of spans) {
    text += `${line.slice(at, start)}[${line.slice(start, end)}]`
    at = end
  }
  return text + line.slice(at)
}

function both(before: string, after: string): readonly string[] {
  const changed = changedWords(before, after)
  return [marked(before, changed.before), marked(after, changed.after)]
}

describe('the words that differ', () => {
  test.each([
    [
      'Delete the old lexer in the next release',
      'Delete the old lexer now, not in the next release',
      'Delete the old lexer in the next release',
      'Delete the old lexer [now, not ]in the next release',
    ],
    ['Read the file now', 'Read the files now', 'Read the [file] now', 'Read the [files] now'],
    ['it stays, it grows', 'it stays, it grows a lot', 'it stays, it grows', 'it stays, it grows[ a lot]'],
    ['move a and b to c d', 'move x and y to c d', 'move [a] and [b] to c d', 'move [x] and [y] to c d'],
    ['構文解析器を分割する', '構文解析器を統合する', '構文解析器を[分割]する', '構文解析器を[統合]する'],
    [
      'all the same words 😀 here',
      'all the same words 😁 here',
      'all the same words [😀] here',
      'all the same words [😁] here',
    ],
  ])('%s → %s', (before, after, old, now) => {
    expect(both(before, after)).toEqual([old, now])
  })

  test('are not marked where hardly anything is common', () => {
    expect(both('Write the tests', 'Ship it to everyone')).toEqual(['Write the tests', 'Ship it to everyone'])
  })

  test('in a line of a megabyte are found without comparing all of it', () => {
    const words = Array.from({ length: 150_000 }, (_, at) => `word${at}`)
    const after = [...words.slice(0, 70_000), 'another', ...words.slice(70_001)]
    const [before, now] = [words.join(' '), after.join(' ')]
    const changed = changedWords(before, now)
    expect(changed.before.map(({ start, end }) => before.slice(start, end))).toEqual(['word70000'])
    expect(changed.after.map(({ start, end }) => now.slice(start, end))).toEqual(['another'])
  })

  test('far apart in a long line are one stretch', () => {
    const middle = 'x '.repeat(20_000)
    const { before } = changedWords(`one ${middle}two ${middle}`, `eins ${middle}zwei ${middle}`)
    expect(before).toEqual([{ start: 0, end: 40_007 }])
  })

  test('of any two lines: the words that are not marked are the same in both', () => {
    const anyLine = fc
      .array(fc.constantFrom('one', 'two', ' ', ' ', ', ', '😀', 'three', '日本'), { maxLength: 20 })
      .map((some) => some.join(''))
    const unmarked = (line: string, spans: readonly Span[]): string =>
      marked(line, spans).replaceAll(/\[[^\]]*\]|\s/g, '')
    fc.assert(
      fc.property(anyLine, anyLine, (before, after) => {
        const changed = changedWords(before, after)
        fc.pre(changed.before.length + changed.after.length > 0)
        expect(unmarked(before, changed.before)).toBe(unmarked(after, changed.after))
      }),
    )
  })
})
