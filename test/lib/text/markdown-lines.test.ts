import { expect, test } from 'vitest'
import {
  closesFence,
  fenceAfter,
  headingLine,
  headingUnderline,
  openedFence,
  withoutMarkup,
} from '../../../src/lib/text/markdown-lines.ts'

test.each<[string, string | null, string]>([
  ['```', '```', ''],
  ['````ts title', '````', 'ts title'],
  ['~~~ a`b', '~~~', ' a`b'],
  ['``` a`b', null, ''],
  ['``', null, ''],
  ['text', null, ''],
])('a fence is opened by %j', (line, mark, info) => {
  expect(openedFence(line, 0, line.length)).toEqual(mark === null ? null : { mark, info })
})

test.each<[string, string, boolean]>([
  ['```', '```', true],
  ['````` \t\r', '````', true],
  ['```', '````', false],
  ['~~~', '```', false],
  ['``` js', '```', false],
  ['', '```', false],
])('%j closes a fence of %j: %j', (line, mark, closes) => {
  expect(closesFence(line, 0, line.length, mark)).toBe(closes)
})

test('a fence at any indentation is open until a line closes it', () => {
  const lines = ['- a', '    ~~~ts', '  ```', '~~', ' ~~~~', 'b']
  let open: string | null = null
  expect(lines.map((line) => (open = fenceAfter(open, line)))).toEqual([
    null,
    '~~~',
    '~~~',
    '~~~',
    null,
    null,
  ])
})

test('a heading has one to six marks and a blank behind them, or is underlined', () => {
  const heads = ['# One', '   ###### Six #', '#', '####### seven', '#tag', '    # code']
  expect(heads.map((line) => headingLine.exec(line)?.slice(1) ?? null)).toEqual([
    ['#', ' One'],
    ['######', ' Six #'],
    ['#', ''],
    null,
    null,
    null,
  ])
  expect(['=', '--', '-', '== =', '   ===  '].map((line) => headingUnderline.test(line))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
})

test.each<[string, string]>([
  ['**Add** _some_ `tests`', 'Add some tests'],
  ['~~no~~ ***all*** of it', 'no all of it'],
  ['[the parser](src/parser.ts) ![a](b)', 'the parser a'],
  ['**the `x` of _y_**', 'the x of y'],
  [
    'src/**/*.ts, a * b * c, snake_case_name, __init__.py, ~/x',
    'src/**/*.ts, a * b * c, snake_case_name, __init__.py, ~/x',
  ],
  ['**open', '**open'],
])('the words of %j', (line, words) => {
  expect(withoutMarkup(line)).toBe(words)
})
