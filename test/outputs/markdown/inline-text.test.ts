import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { inlineText } from '../../../src/outputs/markdown/inline-text.ts'

test.each([
  ['Read `parser.ts`, *then* split it', 'Read `parser.ts`, *then* split it'],
  ['  two\nlines\t', 'two ⏎ lines'],
  ['# no heading', '\\# no heading'],
  ['#tag', '#tag'],
  ['- no list', '\\- no list'],
  ['1. no list', '1\\. no list'],
  ['12) no list', '12\\) no list'],
  ['1.5 seconds', '1.5 seconds'],
  ['> no quote', '\\> no quote'],
  ['```js', '\\```js'],
  ['| no | table', '\\| no | table'],
  ['[x] no box', '\\[x] no box'],
  ['[a link](https://a.example)', '[a link](https://a.example)'],
  ['a < b, <script>x</script>, <!-- y', 'a < b, &lt;script>x&lt;/script>, &lt;!-- y'],
  ['`Map<string>` and ``a`<b>`` and `<c> open', '`Map<string>` and ``a`<b>`` and `&lt;c> open'],
  ['\u001b[2Jx\u202ey', '␛[2Jxy'],
])('%j', (raw, text) => {
  expect(inlineText(raw)).toBe(text)
})

test('whatever an agent writes stays in its line, and is no HTML', () => {
  const pieces = fc.constantFrom(
    '`',
    '``',
    '<b>',
    '</b>',
    '<!--',
    '#',
    '- ',
    '1. ',
    '> ',
    '~~~',
    'a',
    ' ',
    '\n',
    '|',
    '*',
    '[',
    ']',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = marked.parse(`- [ ] ${inlineText(parts.join(''))}\n- [ ] next\n`, { async: false })
      expect(html.match(/<ul>/g)).toHaveLength(1)
      expect(html.match(/<li>/g)).toHaveLength(2)
      expect(html).not.toMatch(/<(?:b|h\d|ol|blockquote|pre|table|!--)[ >-]/)
    }),
  )
})

test('gets through what is made to hold it up', { timeout: 60_000 }, () => {
  expect(inlineText('`'.repeat(100_000)).length).toBeGreaterThan(100_000)
  inlineText(Array.from({ length: 2000 }, (_, index) => '`'.repeat((index % 300) + 1)).join(' '))
})
