import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { compareTexts } from '../../../src/plans/comparison/compare-texts.ts'
import { changedLinesOf } from '../../../src/ui/plan-panes/change-bars.ts'
import { dark } from '../paint/any-rows.ts'
import { anySource } from './any-source.ts'

/** The rows of the new text, those marked that show a change. */
function marked(before: string, after: string, columns = 60): readonly string[] {
  const document = new MarkdownDocument({ theme: dark, columns })
  document.setSource(after)
  document.work(10_000, () => 0)
  const count = document.rowCount
  const marks = document.changedRows(0, count, changedLinesOf(compareTexts(before, after), after))
  expect(marks).toHaveLength(count)
  return document
    .rows(0, count)
    .map((row, at) => `${(marks[at] ?? null) === null ? ' ' : '+'} ${rowText(row).trimEnd()}`)
}

function lines(...some: readonly string[]): string {
  return `${some.join('\n')}\n`
}

describe('the rows that show a changed line', () => {
  test('of a list: the item, and not the ones that only got another number', () => {
    const before = lines('1. Move it', '2. Test it', '   - at once', '3. Ship it')
    const after = lines('1. Move it', '2. Warn', '3. Test it', '   - at once', '   - and again', '4. Ship it')
    expect(marked(before, after)).toEqual([
      '  1. Move it',
      '+ 2. Warn',
      '  3. Test it',
      '     • at once',
      '+    • and again',
      '  4. Ship it',
    ])
  })

  test('of a paragraph: those that have words of it', () => {
    const before = lines(
      'One two three four five six',
      'seven eight nine ten eleven',
      'twelve thirteen fourteen.',
    )
    const after = before.replace('seven', 'Seven')
    expect(marked(before, after, 24)).toEqual([
      '  One two three four five',
      '+ six Seven eight nine ten',
      '+ eleven twelve thirteen',
      '  fourteen.',
    ])
  })

  test('of code: its lines, brackets too', () => {
    const before = lines('```ts', 'if (a) {', '  b()', '}', '```')
    const after = lines('```ts', 'if (a) {', '  b()', '}', 'else {', '  c()', '}', '```')
    expect(
      marked(before, after)
        .filter((row) => row.startsWith('+'))
        .map((row) => row.slice(2).trim()),
    ).toEqual(['else {', 'c()', '}'])
  })

  test('of a table: its rows', () => {
    const before = lines('| file | change |', '|---|---|', '| a.ts | new |')
    const after = lines('| file | change |', '|---|---|', '| a.ts | new |', '| b.ts | −2 |')
    expect(marked(before, after)).toEqual([
      '  file │ change',
      '  ─────┼───────',
      '  a.ts │ new',
      '+ b.ts │ −2',
    ])
  })

  test('of ideographs, which break anywhere', () => {
    const before = lines('構文解析器を分割する。', '引用符のテストを追加する。')
    const after = lines('構文解析器を分割する。', '逃避文字のテストを追加する。')
    expect(marked(before, after, 16)).toEqual([
      '  構文解析器を分割',
      '+ する。 逃避文字',
      '+ のテストを追加す',
      '+ る。',
    ])
  })

  test('of links, whose addresses are not shown', () => {
    const before = lines(
      '- See [the docs](https://example.org/a/b/c) first',
      '- Then [more](https://example.org)',
    )
    const after = before.replace('Then', 'And then')
    expect(marked(before, after).map((row) => row[0])).toEqual([' ', '+'])
  })

  test('of a heading: its line beneath too', () => {
    expect(marked('# One\n\nText.\n', '# Two\n\nText.\n').map((row) => row[0])).toEqual(['+', '+', ' ', ' '])
  })

  test('are none of the same text, and all with words of a new one', () => {
    fc.assert(
      fc.property(anySource, anySource, (one, other) => {
        expect(marked(one, one).filter((row) => row.startsWith('+'))).toEqual([])
        marked(one, other, 30)
      }),
      { numRuns: 100 },
    )
  })
})
