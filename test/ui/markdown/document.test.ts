import { expect, test } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { allRows, bare, dark, settle, settled, textOf } from './support.ts'
import { ansiText } from '../../support/ansi-text.ts'

function steps(count: number): string {
  return Array.from({ length: count }, (_, number) => `- [ ] Read **the parser** (step ${number})\n`).join('')
}

test('an empty document has no rows and nothing to do', () => {
  const document = new MarkdownDocument({ theme: bare, columns: 40 })
  expect([document.rowCount, document.isSettled, document.rows(0, 10), document.lastRows(10)]).toEqual([
    0,
    true,
    [],
    [],
  ])
  document.setSource('\n\n')
  expect([document.rowCount, document.isSettled]).toEqual([0, true])
})

test('renders only the requested rows', () => {
  const document = new MarkdownDocument({ theme: bare, columns: 40 })
  document.setSource(steps(5_000))
  expect(document.rows(0, 2).map(textOf)).toEqual([
    '☐ Read the parser (step 0)',
    '☐ Read the parser (step 1)',
  ])
  expect(document.lastRows(1).map(textOf)).toEqual(['☐ Read the parser (step 4999)'])
  expect(document.isSettled).toBe(false)
  expect(document.find('step')).toHaveLength(3)
})

test('work continues in slices until all rows are counted', () => {
  const document = new MarkdownDocument({ theme: bare, columns: 20 })
  document.setSource(steps(100))
  let ticks = 0
  let slices = 0
  while (!document.work(10, () => (ticks += 1))) slices += 1
  expect(slices).toBeGreaterThan(5)
  expect([document.isSettled, document.rowCount]).toEqual([true, 200])
})

test('rows before the last two blocks stay while the source grows, one character at a time', () => {
  const blocks = [
    '# Plan',
    'Some words here that are wrapped.',
    '1. one',
    '2. two\n\n   more',
    '| a | b |\n|-|-|\n| 1 | 2 |',
    '```ts\nconst a = 1\n```',
    '> quote\n> goes on',
    'Text\n----',
    '- [ ] a',
    '- [x] b',
    '<b>c</b>',
  ]
  const document = new MarkdownDocument({ theme: bare, columns: 30 })
  let written = ''
  for (const [index, block] of blocks.entries()) {
    const settledRows = allRows(settled(blocks.slice(0, Math.max(0, index - 1)).join('\n\n'), 30))
    for (const character of `${block}\n\n`) {
      written += character
      document.setSource(written)
      expect(document.rows(0, settledRows.length)).toEqual(settledRows)
    }
  }
})

test.each([
  [
    'a box ticked at the top',
    (source: string) => source.replace('- [ ]', '- [x]'),
    ['', '☑ Read the parser (step 0)'],
  ],
  [
    'a longer title, and a step at the end',
    (source: string) => `${source.replace('# ', '# The ')}- [ ] b\n`,
    ['The Plan', '════════', '☐ b'],
  ],
  ['a section less', (source: string) => source.replace(steps(20), ''), []],
  [
    'a section more',
    (source: string) => `## First\n\nWords\n\n${source}`,
    ['First', '─────', '', 'Plan', '════', '', 'Words'],
  ],
])('only what a source has that the one before had not is rendered: %s', (_, edit, rendered) => {
  const source = `# Plan\n\n${steps(20)}\n\`\`\`ts\nconst a = 1\n\`\`\`\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\nWords\n`
  const document = settled(source, 60)
  const before = new Set(allRows(document))
  document.setSource(edit(source))
  settle(document)
  const made = allRows(document).filter((row) => !before.has(row))
  expect(made.map(textOf)).toEqual(rendered)
  expect(allRows(document)).toEqual(allRows(settled(edit(source), 60)))
})

const codeLines = '+ a = 1 // words\n'.repeat(600)
const tableRows = '| some words | 1 |\n'.repeat(700)

test.each([
  ['the number before an item', '1. a\n1. b\n1. c\n', '1. b\n1. c\n'],
  ['the language of long code', `\`\`\`ts\n${codeLines}\`\`\`\n`, `\`\`\`diff\n${codeLines}\`\`\`\n`],
  ['the head of a long table', `| a | long |\n|-|-|\n${tableRows}`, `| a | long |\n|-|-:|\n${tableRows}`],
  ['which definition is first', '[a]\n\n[a]: /b\n\n[a]: /c\n', '[a]\n\n[a]: /c\n\n[a]: /b\n'],
])('a block with the same text is rendered again where it depends on %s', (_, before, after) => {
  const document = settled(before, 40, dark)
  expect(allRows(document).length).toBeGreaterThan(0)
  document.setSource(after)
  settle(document)
  expect(allRows(document)).toEqual(allRows(settled(after, 40, dark)))
})

test('a late link definition changes the rows that refer to it, after all other work', () => {
  const document = settled('See [docs] and [other].\n\nText.\n\n', 60, bare)
  document.setSource('See [docs] and [other].\n\nText.\n\n[docs]: https://a.example\n')
  expect(document.lastRows(5).map(textOf)).toEqual(['See [docs] and [other].', '', 'Text.'])
  settle(document)
  expect(allRows(document).map(textOf)).toEqual(['See docs (https://a.example) and [other].', '', 'Text.'])
  document.setSource('See [docs] and [other].\n\nText.\n\n')
  settle(document)
  expect(allRows(document).map(textOf)).toEqual(['See [docs] and [other].', '', 'Text.'])
})

test('another width or theme lays out the text again', () => {
  const document = settled('# One two three\n\nfour five', 40, bare)
  document.setColumns(8)
  expect(document.isSettled).toBe(false)
  settle(document)
  expect(allRows(document).map(textOf)).toEqual(['One two', 'three', '═══════', '', 'four', 'five'])
  document.setTheme(dark)
  settle(document)
  expect(document.rows(0, 1).map(ansiText)).toEqual(['\u001b[1;36mOne two\u001b[0m'])
})

test('find gives the rows that show the query, ignoring case and markup', () => {
  const document = settled('# Nested quotes\n\n- a **nested** quote\n- other\n- NESTED', 40, bare)
  expect(document.find('nested')).toEqual([0, 3, 5])
  expect(document.find('a nested quote')).toEqual([3])
  expect(document.find('**')).toEqual([])
  expect(document.find('')).toEqual([])
})

test('an anchor finds its text at another width', () => {
  const document = settled(steps(200), 20, bare)
  const anchor = document.anchorAt(300)
  expect(document.rows(300, 2).map(textOf)).toEqual(['☐ Read the parser', '  (step 150)'])
  document.setColumns(60)
  settle(document)
  expect(document.rows(document.rowAt(anchor), 1).map(textOf)).toEqual(['☐ Read the parser (step 150)'])
})

test('rows dropped from the cache are rendered the same again', () => {
  const document = settled(`# Log\n\n\`\`\`\n${'npm test\n'.repeat(40_000)}\`\`\`\n`, 60, bare)
  const first = document.rows(0, 4)
  for (let from = 0; from < 40_000; from += 1_000) document.rows(from, 1_000)
  expect(document.rows(0, 4)).toEqual(first)
  expect(document.rowCount).toBe(40_003)
})

test('a part of a table has the table’s head, a part of a list item the item’s indent', () => {
  const table = settled(`| name | n |\n|-|-|\n${'| some file name | 1 |\n'.repeat(600)}`, 40, bare)
  expect(allRows(table).filter((each) => textOf(each) === 'name           │ n').length).toBe(2)
  const item = settled(`- first\n${'  a line of the item\n'.repeat(600)}`, 40, bare)
  expect(
    allRows(item)
      .slice(1)
      .every((each) => textOf(each).startsWith('  ')),
  ).toBe(true)
})
