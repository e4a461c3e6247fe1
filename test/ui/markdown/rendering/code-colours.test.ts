import { expect, test } from 'vitest'
import { rowText } from '../../../../src/lib/cells/row.ts'
import {
  diffRuns,
  isDiff,
  colouredLanguages,
  highlightedCode,
  highlighter,
} from '../../../../src/ui/markdown/rendering/code-colours.ts'
import { dark } from '../../stack/shown-screen.ts'
import { allRows, settled } from '../support.ts'
import { ansiText } from '../../../support/ansi-text.ts'
import { makeStyle } from '../../../../src/lib/cells/cell-style.ts'

/** Each line after the name of its style. */
function styled(code: string): readonly string[] {
  const { added, gone, dim } = dark.styles
  const names = new Map([
    [added, 'added'],
    [gone, 'gone'],
    [dim, 'dim'],
  ])
  return diffRuns(code, dark).map(({ text, style }) => `${names.get(style) ?? 'same'} ${text.trimEnd()}`)
}

test('each line has the style of what it says', () => {
  expect(
    styled(
      'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@ f\n same\n-old\n+new\n\\ No newline',
    ),
  ).toEqual([
    'dim diff --git a/x b/x',
    'dim index 1..2 100644',
    'dim --- a/x',
    'dim +++ b/x',
    'dim @@ -1 +1 @@ f',
    'same  same',
    'gone -old',
    'added +new',
    'dim \\ No newline',
  ])
})

test('a removed or added line that begins with two signs is no head', () => {
  expect(styled('--- a comment\n-b\n+++ i')).toEqual(['gone --- a comment', 'gone -b', 'added +++ i'])
})

test('a patch of Codex', () => {
  expect(styled('*** Begin Patch\n*** Update File: x\n@@\n-a\n+b')).toEqual([
    'dim *** Begin Patch',
    'dim *** Update File: x',
    'dim @@',
    'gone -a',
    'added +b',
  ])
})

test('no character is lost', () => {
  const code = '\n+a\n\n-b\n\n'
  expect(rowText(diffRuns(code, dark))).toBe(code)
})

test.each([
  ['diff', true],
  [' Patch {1}', true],
  ['diff,linenos', true],
  ['difference', false],
  ['js diff', false],
])('%j names a diff: %s', (info, expected) => {
  expect(isDiff(info)).toBe(expected)
})

test('a fenced diff has its colours while it grows, and however long it is', () => {
  const lines = '+a\n-b\n'.repeat(5000)
  for (const source of ['```diff\n+a\n-b', `\`\`\`diff\n${lines}\`\`\`\n`]) {
    const rows = allRows(settled(source, 40, dark)).map(ansiText)
    expect(rows.slice(0, 2)).toEqual(['  \u001b[32m+a\u001b[0m', '  \u001b[91m-b\u001b[0m'])
    expect(rows.slice(-2)).toEqual(rows.slice(0, 2))
  }
})

const styles = {
  keyword: makeStyle({ bold: true }),
  string: makeStyle({ italic: true }),
  selector: makeStyle({ underline: true }),
  meta: makeStyle({ dim: true }),
}

/** The code with its styles as tags: `<k>const</k>`. */
function marked(code: string, language: string): string {
  return highlightedCode(code, language, styles)
    .map(({ text, style }) => {
      const names = [
        ...(style.bold ? ['k'] : []),
        ...(style.italic ? ['s'] : []),
        ...(style.underline ? ['sel'] : []),
        ...(style.dim ? ['m'] : []),
      ].join('+')
      return names === '' ? text : `<${names}>${text}</${names}>`
    })
    .join('')
}

test('tokens have the style of their kind, nested ones both styles', () => {
  expect(marked("const a = 'b' // c", 'js')).toBe("<k>const</k> a = <s>'b'</s> // c")
  expect(marked('#include "a.h"', 'c')).toBe('<m>#</m><m>include</m><m> </m><m>"a.h"</m>')
})

test('a kind such as selector-class has the style of selector', () => {
  expect(marked('.a #b {}', 'css')).toBe('<sel>.a</sel> <sel>#b</sel> {}')
})

test('code within code has the colours of its own language', () => {
  expect(marked('<script>const a = 1</script>', 'html')).toBe('<script><k>const</k> a = 1</script>')
  const request = 'POST / HTTP/1.1\nHost: a\n\n{"a": "b"}'
  expect(marked(request, 'http')).toContain('<s>"b"</s>')
})

test('code that is not valid in its language is plain', () => {
  const code = 'class a($b = "c") { }'
  expect(marked(code, 'puppet')).toBe(code)
})

test('each name of a language has its grammar', () => {
  const grammarOf = (name: string): string | undefined => highlighter().getLanguage(name)?.name
  expect([...colouredLanguages].filter((name) => grammarOf(name) === undefined)).toEqual([])
  // Names that several grammars of highlight.js ask for.
  const names = ['h', 'hpp', 'ml', 'pl', 'console', 'toml', 'svg', 'gyp']
  expect(names.map((name) => [name, grammarOf(name)])).toEqual([
    ['h', 'C'],
    ['hpp', 'C++'],
    ['ml', 'SML (Standard ML)'],
    ['pl', 'Perl'],
    ['console', 'Shell Session'],
    ['toml', 'TOML, also INI'],
    ['svg', 'HTML, XML'],
    ['gyp', 'Python'],
  ])
})
