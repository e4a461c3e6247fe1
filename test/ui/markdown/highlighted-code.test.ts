import { expect, test } from 'vitest'
import { colouredLanguages } from '../../../src/ui/markdown/code-colours.ts'
import { highlighter } from '../../../src/ui/markdown/grammars.ts'
import { highlightedCode } from '../../../src/ui/markdown/highlighted-code.ts'

const styles = {
  keyword: (text: string) => `<k>${text}</k>`,
  string: (text: string) => `<s>${text}</s>`,
  selector: (text: string) => `<sel>${text}</sel>`,
  meta: (text: string) => `<m>${text}</m>`,
}

test('words have the style of their kind, and those within others both', () => {
  expect(highlightedCode("const a = 'b' // c", 'js', styles)).toBe("<k>const</k> a = <s>'b'</s> // c")
  expect(highlightedCode('#include "a.h"', 'c', styles)).toBe('<m>#<m>include</m> <m>"a.h"</m></m>')
})

test('what has a finer kind looks like the kind', () => {
  expect(highlightedCode('.a #b {}', 'css', styles)).toBe('<sel>.a</sel> <sel>#b</sel> {}')
})

test('code within code has the colours of its own language', () => {
  expect(highlightedCode('<script>const a = 1</script>', 'html', styles)).toBe(
    '<script><k>const</k> a = 1</script>',
  )
  const request = 'POST / HTTP/1.1\nHost: a\n\n{"a": "b"}'
  expect(highlightedCode(request, 'http', styles)).toContain('<s>"b"</s>')
})

test('code that is none of its language stays as it is', () => {
  const code = 'class a($b = "c") { }'
  expect(highlightedCode(code, 'puppet', styles)).toBe(code)
})

test('each name of a language has its grammar', () => {
  const grammarOf = (name: string): string | undefined => highlighter().getLanguage(name)?.name
  expect([...colouredLanguages].filter((name) => grammarOf(name) === undefined)).toEqual([])
  // Names that several grammars of highlight.js ask for.
  const names = ['h', 'hpp', 'ml', 'pl', 'console', 'toml', 'svg', 'patch', 'gyp']
  expect(names.map((name) => [name, grammarOf(name)])).toEqual([
    ['h', 'C'],
    ['hpp', 'C++'],
    ['ml', 'SML (Standard ML)'],
    ['pl', 'Perl'],
    ['console', 'Shell Session'],
    ['toml', 'TOML, also INI'],
    ['svg', 'HTML, XML'],
    ['patch', 'Diff'],
    ['gyp', 'Python'],
  ])
})
