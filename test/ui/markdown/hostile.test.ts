import { expect, test, vi } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { allRows, checkRow, dark, settled, shown, textOf } from './support.ts'

// Much input: a busy machine may take longer than the five seconds that a test has.
vi.setConfig({ testTimeout: 60_000 })

/** Rows at both ends and in the middle, all of them checked; the whole document settled. */
function survives(source: string): readonly string[] {
  const document = new MarkdownDocument({ theme: dark, columns: 40 })
  document.setSource(source)
  const rows = [
    ...document.rows(0, 40),
    ...document.lastRows(40),
    ...document.rows(Math.floor(document.rowCount / 2), 40),
  ]
  for (const each of rows) checkRow(each, 40)
  document.work(Number.POSITIVE_INFINITY, () => 0)
  return rows.map(textOf)
}

test('escape sequences are shown and not sent, in any encoding', () => {
  const attacks = [
    '\u001b[2J',
    '\u001b]52;c;eA==\u0007',
    '\u009b2J',
    '&#27;[2J',
    '&#x1b;]0;x&#7;',
    '&#155;2J',
    '&#8238;x',
  ]
  for (const attack of attacks) {
    for (const source of [
      attack,
      `\`${attack}\``,
      `\`\`\`ts\n${attack}\n\`\`\``,
      `[${attack}](https://a.example)`,
      `# ${attack}`,
    ]) {
      for (const each of allRows(settled(source, 40, dark))) checkRow(each, 40)
    }
  }
  expect(shown('&#27;[2J')).toEqual(['␛[2J'])
})

test('a link cannot carry a sequence in its target', () => {
  const rows = allRows(
    settled('[a](<https://x.example/\u001b\\\u001b]0;t\u0007>) [b](https://x.example/&#27;&#92;y)', 78, dark),
  )
  for (const each of rows) checkRow(each, 78)
})

test('names of JavaScript’s own properties are plain text', () => {
  expect(shown('[__proto__]: https://a.example\n\n[__proto__] [constructor] [toString][]', 60)).toEqual([
    'proto (https://a.example) [constructor] [toString][]',
  ])
  expect(shown('```constructor\na\n```\n\n&constructor;')).toEqual(['  a', '', '&constructor;'])
})

test('ten thousand nested quotes or lists', () => {
  for (const nest of ['>', '> ', '- ', '1. ', '> - '])
    expect(survives(`${nest.repeat(10_000)}deep`).join('\n')).toContain('deep')
  survives(Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'))
  survives(Array.from({ length: 400 }, (_, depth) => `${'>'.repeat(depth + 1)} x`).join('\n'))
})

test('a word, a line, a paragraph, a fence and a table of a megabyte', () => {
  expect(survives('w'.repeat(1_000_000))).toHaveLength(120)
  expect(survives('日'.repeat(300_000))).toHaveLength(120)
  survives('word '.repeat(200_000))
  survives('a line of some words\n'.repeat(50_000))
  survives(`\`\`\`ts\n${'const a = 1\n'.repeat(80_000)}`)
  survives(`| a | b |\n|-|-|\n${'| some **text** | more |\n'.repeat(5_000)}`)
})

test('a long line is cut without loss', () => {
  const word = Array.from({ length: 5_000 }, (_, number) => `w${number}`).join('')
  expect(shown(word).join('') === word).toBe(true)
  const code = shown(`\`\`\`\n${word}\n\`\`\``).map((line) => line.trim())
  expect(code.join('') === word).toBe(true)
})

test('a hundred thousand combining marks', () => {
  const rows = survives(`a${'\u0301'.repeat(100_000)}b`)
  expect(rows.join('').length).toBeLessThan(1_000)
})

test('code that takes the highlighter too long is shown without colours', () => {
  for (const bomb of ['${', '"', '((', 'a ', '`${']) {
    const rows = survives(`\`\`\`bash\n${bomb.repeat(7_000 / bomb.length)}\n\`\`\``)
    expect(rows.join('').replaceAll(' ', '')).toContain(bomb.trim().repeat(20))
  }
  const nested = Array.from({ length: 45 }, () => '${'.repeat(70)).join('\n')
  const runs = allRows(settled(`\`\`\`bash\n${nested}\n\`\`\``, 78, dark)).flat()
  expect(runs.filter(({ style }) => style.fg !== null)).toEqual([])
})
