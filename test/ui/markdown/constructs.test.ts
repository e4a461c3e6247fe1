import { expect, test } from 'vitest'
import { allRows, asciiOnly, bare, dark, settled, shown, textOf } from './support.ts'
import type { Theme } from '../../../src/ui/paint/theme.ts'
import { ansiText } from '../../support/ansi-text.ts'

const plan = `# Split the tokenizer out

Why **nested** quotes _cannot_ be tested alone, with \`parser.ts\` as it ~~was~~ is.

## Steps
1. Move tokenize() to src/tokenizer.ts
   - keep the export
     * and its tests
2. Add a rollback test
- [x] Read the parser
- [ ] Update the README

> A quote of some length that wraps
> > and one within it

| File | Lines |
|:--|--:|
| parser.ts | 120 |
| 日本語.ts | 7 |

\`\`\`
npm test
\`\`\`

### Notes
See [the docs](https://example.com/docs).
`

const wideTable = '|-|-|-|-|\n| aaaaaaa | bbbbbbb | ccccccc | ddddddd |\n| e | | f | g |'

/** What is rendered, for 40 columns where no others are named; the golden has what comes of it. */
const constructs: readonly (readonly [what: string, source: string, columns?: number, theme?: Theme])[] = [
  ['a plan at 78 columns', plan, 78],
  ['the same plan at 20 columns, in ASCII', plan, 20, asciiOnly],
  ['a list keeps its numbers, its delimiter and its blank lines', '7. seven\n7. eight\n\n9. ten\n\n1) one'],
  [
    'a list goes on after a paragraph of an item, and ends with a fence that is not indented',
    '1. a\n\n   more\n2. b\n```\nc\n```\n5. d',
  ],
  ['marks within tight items, task boxes once', '- **a** and `b`\n- [x] **c**\n  - [ ] d\n- [ ] e\n\n  f'],
  ['a list right after its sentence, a heading right after a list', 'Steps:\n- a\n- b\n# Next\ntext'],
  [
    'a table that is too wide wraps its cells',
    '| Name | What it is for |\n|-|-|\n| lexer | cuts the text into tokens |\n| parser | builds a tree |',
    24,
  ],
  ['a table becomes a list where even that does not fit', `| one | two | three | four |\n${wideTable}`, 20],
  ['a value under a header without words stands alone', `| | two | &nbsp; | four |\n${wideTable}`, 20],
  [
    'references are resolved by definitions before and after them, which are not shown',
    '[a]: https://early.example\n\n[x][a] and [late]\n\n[late]: https://late.example',
    78,
  ],
  ['images are shown as their text', '![a chart](x.png) ![](y.png)'],
  ['HTML as written', 'a <b>b</b><br>c\n\n<details>\n# x\n</details>'],
  ['entities decoded', '&lt;b&gt; &amp;amp; &copy; &#8364; &unknown; `&lt;`'],
  [
    'names of emoji, single tildes, and underscores in words stay text',
    ':smile: ~5 minutes or ~6, a:b `c:d` snake_case_word',
  ],
  ['hard breaks', 'a  \nb\\\nc\nd', 12],
  ['rules, setext headings, indented code', 'T\n=\n\nU\n---\n***\n    code\n\n    more', 12],
  [
    'line breaks of any system, tabs to the next stop',
    '# A\r\n\r\n- b\r\n\t- c\r\n\r\n```\r\nd\te\r\n```\r\n',
  ],
  ['wide characters count for two columns, and may be parted anywhere', '日本語のテキスト and words', 9],
  ['so do those that are joined', '👩‍👩‍👧'.repeat(5), 8],
]

test('each construct looks as in its golden', async () => {
  const rendered = constructs.map(
    ([what, source, columns, theme]) => `== ${what}\n${shown(source, columns, theme).join('\n')}\n`,
  )
  await expect(rendered.join('\n')).toMatchFileSnapshot('../golden/markdown-constructs.txt')
})

test('styles are the ones of the theme, closed at the end of each row and opened again on the next', () => {
  const rows = allRows(settled('# Title\n\n**strong words over rows** `code` ~~gone~~', 16, dark))
  expect(rows.map(ansiText)).toEqual([
    '\u001b[1;36mTitle\u001b[0m',
    '\u001b[2m═════\u001b[0m',
    '',
    '\u001b[1mstrong words\u001b[0m',
    '\u001b[1mover rows\u001b[0m \u001b[33mcode\u001b[0m',
    '\u001b[2;9mgone\u001b[0m',
  ])
})

test('without colour no row has any', () => {
  const source = '# A\n\n`b` [c](https://d.example)\n\n```ts\nconst a = 1\n```\n\n- [x] done'
  const codes = allRows(settled(source, 40, bare)).flatMap((each) => each.map(({ style }) => style.sgr))
  expect(new Set(codes)).toEqual(new Set(['', '1', '2', '4']))
})

test('code is highlighted when its language is named and known, and only when its fence is closed', () => {
  const fence = (info: string, end = '```'): string =>
    ansiText(allRows(settled(`\`\`\`${info}\nconst a = 'b'\n${end}`, 40, dark))[0] ?? [])
  expect(fence('ts')).toBe("  \u001b[36mconst\u001b[0m a = \u001b[32m'b'\u001b[0m")
  expect(fence('ts title=x.ts')).toBe(fence('ts'))
  expect(fence('ts', '')).toBe("  const a = 'b'")
  expect(fence('')).toBe("  \u001b[33mconst a = 'b'\u001b[0m")
  expect(fence('no-such-language')).toBe(fence(''))
})

test('only addresses with an allowed scheme become links; others are shown as text', () => {
  const open = '\u001b]8;;https://a.example/%C3%A4\u001b\\\u001b[4;36mtext\u001b[0m\u001b]8;;\u001b\\'
  expect(allRows(settled('[text](https://a.example/ä)', 60, dark)).map(ansiText)).toEqual([open])
  expect(shown('[text](javascript:alert) [file](file:///etc/passwd) [doc](docs/a.md)', 78, dark)).toEqual([
    'text (javascript:alert) file (file:///etc/passwd) doc (docs/a.md)',
  ])
  expect(shown('<https://a.example> a@b.example', 60)).toEqual(['https://a.example a@b.example'])
})

test('headings without a line below them show no signs, and each level has its own style', () => {
  const source = [1, 2, 3, 4, 5, 6].map((depth) => `${'#'.repeat(depth)} Level ${depth}\n`).join('\n')
  for (const theme of [dark, bare]) {
    const rows = allRows(settled(source, 40, theme))
    const headings = rows.filter((line) => textOf(line).startsWith('Level'))
    expect(headings.map(textOf)).toEqual([1, 2, 3, 4, 5, 6].map((depth) => `Level ${depth}`))
    const [first, second, ...others] = headings.map((line) => line[0]?.style.sgr)
    expect(first).toBe(second)
    expect(new Set(others).size).toBe(4)
  }
})
