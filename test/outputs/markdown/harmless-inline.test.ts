import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { inlineText } from '../../../src/outputs/markdown/harmless-inline.ts'

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
  ['```js', '&#96;&#96;&#96;js'],
  ['``` a <b> ``` c', '``` a <b> ``` c'],
  ['| no | table', '\\| no | table'],
  ['[x] no box', '\\[x] no box'],
  ['[a link](https://a.example)', '[a link](https://a.example)'],
  ['[a](b.md#c), [d](#e), ![f](../g.png)', '[a](b.md#c), [d](#e), ![f](../g.png)'],
  [
    '<https://a.example>, <mailto:a@b.example>, <a@b.example>',
    '<https://a.example>, <mailto:a@b.example>, <a@b.example>',
  ],
  ['[a](javascript:alert(1))', '[a]&#40;javascript:alert(1))'],
  ['![a](data:image/png;base64,AA)', '![a]&#40;data:image/png;base64,AA)'],
  ['[a](JaVa&#115;cript:x) [b](java\tscript:x)', '[a]&#40;JaVa&#115;cript:x) [b](java    script:x)'],
  ['[a](//elsewhere.example/b)', '[a]&#40;//elsewhere.example/b)'],
  ['[a](<my file.md>)', '[a](&lt;my file.md>)'],
  ['<javascript:alert(1)>', '&lt;javascript:alert(1)>'],
  ['\\`<b>` is no code', '&#96;&lt;b>&#96; is no code'],
  ['https://a`b <b>`', 'https://a&#96;b &lt;b>&#96;'],
  ['items[0](a, b) of Map<K | V>', 'items[0](a, b) of Map&lt;K | V>'],
  ['a < b, <script>x</script>, <!-- y', 'a < b, &lt;script>x&lt;/script>, &lt;!-- y'],
  ['`Map<string>` and ``a`<b>`` and `<c> open', '`Map<string>` and ``a`<b>`` and &#96;&lt;c> open'],
  ['ftp://a.example/b, (xmpp:a@b.example/c)', '`ftp:`//a.example/b, (`xmpp:`a@b.example/c)'],
  ['<ftp://a.example>, [a](FTP://b)', '&lt;`ftp:`//a.example>, [a]&#40;`FTP:`//b)'],
  ['`ftp://a` and sftp://b', '`ftp://a` and s`ftp:`//b'],
  ['xmpp: a word, ftp: another', 'xmpp: a word, ftp: another'],
  [
    'https://a.example/?u=ftp://b [c](https://d?u=ftp://e)',
    'https://a.example/?u=ftp://b [c](https://d?u=ftp://e)',
  ],
  ['[c](d?u=ftp://e)', '[c](d?u=`ftp:`//e)'],
  ['[https://a](ftp://b)', '[https://a]&#40;`ftp:`//b)'],
  ['`a`ftp://b', '`a`ftp: //b'],
  ['\u001b[2Jx\u202ey', '␛[2Jxy'],
  [
    '&#27;[2J &#x202E;x &#X00200b; &shy; &rlm;',
    '&amp;#27;[2J &amp;#x202E;x &amp;#X00200b; &amp;shy; &amp;rlm;',
  ],
  ['`&#27;` &#169; &copy; &#9; &#x110000; &shyness;', '`&#27;` &#169; &copy; &#9; &#x110000; &shyness;'],
  ['[a&#27](b "&zwj;")', '[a&amp;#27](b "&amp;zwj;")'],
])('%j', (raw, text) => {
  expect(inlineText(raw)).toBe(text)
})

test('any text of an agent stays in its line, and becomes no HTML', () => {
  const marks = '` `` <b> </b> <!-- # ~~~ a | * [ ]'.split(' ')
  const pieces = fc.constantFrom(...marks, '- ', '1. ', '> ', ' ', '\n')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = marked.parse(`- [ ] ${inlineText(parts.join(''))}\n- [ ] next\n`, { async: false })
      expect(html.match(/<ul>/g)).toHaveLength(1)
      expect(html.match(/<li>/g)).toHaveLength(2)
      expect(html).not.toMatch(/<(?:b|h\d|ol|blockquote|pre|table|!--)[ >-]/)
    }),
  )
})

test('takes linear time on adversarial texts', { timeout: 60_000 }, () => {
  expect(inlineText('`'.repeat(100_000)).length).toBeGreaterThan(100_000)
  inlineText(Array.from({ length: 2000 }, (_, index) => '`'.repeat((index % 300) + 1)).join(' '))
})
