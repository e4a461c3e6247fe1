import { expect, test } from 'vitest'
import { makeStyle } from '../../../../src/lib/cells/cell-style.ts'
import { colouredLanguages } from '../../../../src/ui/markdown/rendering/code-colours.ts'
import { highlighter } from '../../../../src/ui/markdown/rendering/grammars.ts'
import { highlightedCode } from '../../../../src/ui/markdown/rendering/highlighted-code.ts'

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
