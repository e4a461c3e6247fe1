import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineDiff, type LineHunk, changedWords, type Span } from '../../../src/plans/comparison/line-diff.ts'

/** What the hunks make of the old lines. */
function applied(before: readonly string[], after: readonly string[], hunks: readonly LineHunk[]): string[] {
  const parts: (readonly string[])[] = []
  let at = 0
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    parts.push(before.slice(at, oldStart), after.slice(newStart, newEnd))
    at = oldEnd
  }
  return [...parts, before.slice(at)].flat()
}

function counts(hunks: readonly LineHunk[]): { readonly added: number; readonly removed: number } {
  return {
    added: hunks.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0),
    removed: hunks.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0),
  }
}

const anyLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', 'e', 'f'), { maxLength: 40, size: 'max' })
const anyDistinct = fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), {
  maxLength: 40,
  size: 'max',
})
const anyText = fc.oneof(anyLines, anyDistinct)

describe('the difference of two texts', () => {
  test.each<[string, string, readonly LineHunk[]]>([
    ['abc', 'abc', []],
    ['', 'ab', [{ oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 2 }]],
    ['ab', '', [{ oldStart: 0, oldEnd: 2, newStart: 0, newEnd: 0 }]],
    ['abc', 'axc', [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]],
    [
      'abcd',
      'xabdy',
      [
        { oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 1 },
        { oldStart: 2, oldEnd: 3, newStart: 3, newEnd: 3 },
        { oldStart: 4, oldEnd: 4, newStart: 4, newEnd: 5 },
      ],
    ],
    ['xx', 'xxx', [{ oldStart: 2, oldEnd: 2, newStart: 2, newEnd: 3 }]],
  ])('%j to %j', (before, after, hunks) => {
    expect(lineDiff(before.split(''), after.split(''))).toEqual(hunks)
  })

  test('turns the one into the other; the unchanged lines are the same in both', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const hunks = lineDiff(before, after)
        expect(applied(before, after, hunks)).toEqual(after)
        for (const [index, hunk] of hunks.entries()) {
          const last = hunks[index - 1]
          expect(hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart).toBeGreaterThan(0)
          // Between two hunks stand lines of both, and as many of each.
          if (last !== undefined) {
            expect(hunk.oldStart).toBeGreaterThan(last.oldEnd)
            expect(hunk.oldStart - last.oldEnd).toBe(hunk.newStart - last.newEnd)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('of a text with lines put in takes nothing away, and the other way round', () => {
    fc.assert(
      fc.property(anyText, fc.infiniteStream(fc.boolean()), (whole, keeps) => {
        const part = whole.filter(() => keeps.next().value)
        const missing = whole.length - part.length
        expect(counts(lineDiff(part, whole))).toEqual({ added: missing, removed: 0 })
        expect(counts(lineDiff(whole, part))).toEqual({ added: 0, removed: missing })
      }),
      { numRuns: 500 },
    )
  })
})

test.each<[string, () => readonly [string[], string[]]]>([
  ['nothing in common', () => [lines(60_000, (at) => `a${at}`), lines(60_000, (at) => `b${at}`)]],
  ['few different lines', () => [lines(500_000, (at) => `${at % 7}`), lines(500_000, (at) => `${at % 5}`)]],
  ['everything the other way round', () => [lines(80_000, String), lines(80_000, (at) => `${80_000 - at}`)]],
  [
    'a line here and there',
    () => [lines(90_000, String), lines(90_000, (at) => (at % 90 === 0 ? 'x' : `${at}`))],
  ],
  ['empty lines', () => [lines(1_000_000, () => ''), lines(900_000, () => '')]],
  [
    'shuffled',
    () => [
      lines(80_000, (at) => `${(at * 7919) % 80_021}`),
      lines(80_000, (at) => `${(at * 104_729) % 80_021}`),
    ],
  ],
])(
  'a megabyte of %s is compared, which would take hours line by line',
  { timeout: 60_000 },
  (_what, texts) => {
    const [before, after] = texts()
    const hunks = lineDiff(before, after)
    expect(applied(before, after, hunks).join('\n') === after.join('\n')).toBe(true)
  },
)

function lines(count: number, line: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => line(at))
}

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
