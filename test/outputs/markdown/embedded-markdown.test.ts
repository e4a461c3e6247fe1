import { describe, expect, test } from 'vitest'
import { embeddedMarkdown } from '../../../src/outputs/markdown/embedded-markdown.ts'

function embedded(lines: readonly string[], deeper = 2, dropsFirstHeading = false): readonly string[] {
  return embeddedMarkdown(lines.join('\n'), { deeper, dropsFirstHeading }).split('\n')
}

describe('headings', () => {
  test('are lowered, to level 6 at most', () => {
    expect(embedded(['# One', 'text', '## Two', '###### Six', '#no', '#'])).toEqual(
      ['### One', 'text', '#### Two', '###### Six', '#no', '### '].map((line) => line.trimEnd()),
    )
  })

  test('with underlines become ATX headings', () => {
    expect(embedded(['One', '===', '', 'Two', '---', '', 'a', 'paragraph', '---', '- item', '---'])).toEqual([
      '### One',
      '',
      '#### Two',
      '',
      'a',
      'paragraph',
      '---',
      '- item',
      '---',
    ])
  })

  test('in code are unchanged', () => {
    const code = ['```sh', '# a comment', '~~~', '```', '    # indented']
    expect(embedded(code)).toEqual(code)
  })

  test('the first one is left out if it is the section’s title', () => {
    expect(embedded(['', '# Title', '', '## Why', '# More'], 1, true)).toEqual(['### Why', '## More'])
    expect(embedded(['Title', '====', 'text'], 1, true)).toEqual(['text'])
    expect(embedded(['text', '# Title'], 1, true)).toEqual(['text', '## Title'])
  })
})

describe('what is left open', () => {
  test('in code is closed', () => {
    expect(embedded(['````md', '```', 'x'])).toEqual(['````md', '```', 'x', '````'])
    expect(embedded(['~~~', 'x', '~~~'])).toEqual(['~~~', 'x', '~~~'])
  })
})

describe('HTML', () => {
  test('is escaped, and begins no block', () => {
    expect(embedded(['<!-- a', 'comment -->', '<div>', '# One', '<script>', 'a < b, 1 <2'])).toEqual([
      '&lt;!-- a',
      'comment -->',
      '&lt;div>',
      '### One',
      '&lt;script>',
      'a < b, 1 <2',
    ])
  })

  test('in code is unchanged, in lists and quotes too', () => {
    const code = [
      'The `Map<K | V>` and ``a`<b>``.',
      '',
      '- an item',
      '  ```html',
      '  <script>',
      '  ```',
      '> ~~~',
      '> <b>',
      '> ~~~',
      '',
      '```',
      '<!-- code',
      '```',
    ]
    expect(embedded(code)).toEqual(code)
  })

  test('in indented code is escaped, since parsers differ in what that is', () => {
    expect(embedded(['a', '', '    <div>'])).toEqual(['a', '', '    &lt;div>'])
  })

  test('after the end of a code block is escaped', () => {
    expect(embedded(['- a', '  ```', '<script>', '  ```', '<b>', '', 'one `<i>', '', 'two` `<i>`'])).toEqual([
      '- a',
      '  ```',
      '&lt;script>',
      '  ```',
      '<b>',
      '',
      'one `<i>',
      '',
      'two` `<i>`',
      '```',
    ])
  })

  test('`<br>` within a line is unchanged', () => {
    expect(embedded(['| a |', '|---|', '| one<br>two |', '', '<br>', '`<b>`'])).toEqual([
      '| a |',
      '|---|',
      '| one<br>two |',
      '',
      '&lt;br>',
      '`<b>`',
    ])
  })
})

describe('links', () => {
  test('in definitions have http, https, mailto and relative targets', () => {
    expect(
      embedded([
        '[a]: https://a.example "A title"',
        '[b]: docs/b.md',
        '[c]: javascript:alert(1)',
        '[d]:',
        '  vbscript:x',
        '[^1]: a note: with words',
      ]),
    ).toEqual([
      '[a]: https://a.example "A title"',
      '[b]: docs/b.md',
      '[c]&#58; javascript:alert(1)',
      '[d]&#58;',
      '  vbscript:x',
      '[^1]: a note: with words',
    ])
  })

  test.each([
    ['in quotes that are nested too deep to be parsed', `${'> '.repeat(101)}[a]: javascript:x`],
    ['in items that are nested too deep to be parsed', `${'- '.repeat(150)}[a]: javascript:x`],
    ['with a label that is longer than markdown allows', `[${'a'.repeat(1500)}]: javascript:x`],
  ])('in definitions %s are found', (_, definition) => {
    expect(embedded([definition, '', '[a]'])).toEqual([definition.replace(']:', ']&#58;'), '', '[a]'])
  })

  test('over two lines of a quote are found', () => {
    expect(embedded(['> [a](', '> javascript:x)'])).toEqual(['> [a]&#40;', '> javascript:x)'])
  })
})

test('a harmless text is unchanged', () => {
  const source = [
    '---',
    'title: a',
    '---',
    '',
    '* one ` backtick, a < b',
    '+ [a](b.md "d"), ![e](https://f.example/(g)), [h][i]',
    '',
    "[i]: /j 'k'",
    '',
    '1) x',
    '   > quoted',
    'goes on',
    '',
    '| a | b |',
    '|:-:|--:|',
    '| `c | d` | e |',
  ]
  expect(embedded(source)).toEqual(source)
})

test('has no effect beyond its own text', () => {
  expect(embedded(['\u001b[31mred\u0007', 'a\tb\r'])).toEqual(['␛[31mred␇', 'a    b'])
})

test.each([
  ['comments', '<!-- x\n'.repeat(100_000)],
  ['underlined lines', 'a\n===\n'.repeat(100_000)],
  ['labels that never end', `<b\n${'[x\\\n'.repeat(200_000)}`],
  ['definitions behind many marks', `<b\n${'> '.repeat(200_000)}${'[a]:'.repeat(100_000)}`],
  ['blanks where a target should be', `<b\n${`](${' '.repeat(4000)}`.repeat(100)}`],
  ['targets without an end', `<b\n${'](x'.repeat(200_000)}`],
  ['definitions of blanks', `<b\n${`[a]:${' '.repeat(4000)}\n`.repeat(100)}`],
  ['a line of line breaks', `|${'<br>'.repeat(200_000)}`],
  ['a line of code', `<b ${'`a`'.repeat(100_000)}`],
  ['a line that is nearly the rule of a table', `<b\n${'-'.repeat(500_000)}x\n`],
])('takes linear time on %s', { timeout: 60_000 }, (_, source) => {
  expect(embeddedMarkdown(source, { deeper: 2, dropsFirstHeading: true }).length).toBeGreaterThan(0)
})
