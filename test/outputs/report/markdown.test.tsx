import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from '../../../src/outputs/report/markdown.tsx'
import { anySource } from '../../ui/markdown/any-source.ts'
import { badDocuments } from '../../ui/markdown/bad-documents.ts'

function html(text: string, dropsHeading = false): string {
  const { 1: inner = '' } =
    /^<div class="markdown">(.*)<\/div>$/s.exec(
      renderToStaticMarkup(<Markdown text={text} level={3} dropsHeading={dropsHeading} />),
    ) ?? []
  return inner
}

describe('markdown in a report', () => {
  test('has the headings of the document around it, without a gap', () => {
    expect(html('# a\n\n### b\n\n## c\n\n> # d')).toBe(
      '<h3>a</h3><h4>b</h4><h4>c</h4><blockquote><h3>d</h3></blockquote>',
    )
    expect(html('# a\n\ntext\n\n## b', true)).toBe('<p>text</p><h3>b</h3>')
  })

  test('has any number of headings', () => {
    const count = 190_000
    expect(html('#\n'.repeat(count))).toHaveLength('<h3></h3>'.length * count)
  })

  test('shows task lists, tables and code', () => {
    expect(html('- [x] a\n- [ ] b')).toContain(
      '<li class="task"><span class="box checked" role="img" aria-label="done">✓</span> ',
    )
    expect(html('| a | b |\n|-:|---|\n| `1` | **2** |')).toContain(
      '<td class="right"><code>1</code></td><td><strong>2</strong></td>',
    )
    expect(html('```ts\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;</code></pre>')
    expect(html('3. a\n4. b')).toContain('<ol start="3">')
  })

  test('makes links of addresses of the web and of mail, and shows the others', () => {
    expect(html('[a](https://example.com/ä "t")')).toBe(
      '<p><a href="https://example.com/%C3%A4" rel="noopener noreferrer nofollow">a</a></p>',
    )
    expect(html('<a@example.com>')).toContain('href="mailto:a@example.com"')
    expect(html('[a](javascript:x) [b](java&#115;cript:y) [c](src/c.ts)')).toBe(
      '<p>a (javascript:x) b (javascript:y) c (src/c.ts)</p>',
    )
  })

  test('has HTML as text, pictures as their words, and character references as what they stand for', () => {
    expect(html('a <b>c</b><br>d')).toBe('<p>a <code>&lt;b&gt;</code>c<code>&lt;/b&gt;</code><br/>d</p>')
    expect(html('<div onclick=x>\n\ntext')).toBe('<pre>&lt;div onclick=x&gt;</pre><p>text</p>')
    expect(html('![an ear](https://example.com/x.png) ![](y.png)')).toBe('<p>an ear y.png</p>')
    expect(html('1 &lt; 2 &copy; &unknown; &#x202e;x')).toBe('<p>1 &lt; 2 © &amp;unknown; x</p>')
  })

  test('shows no hidden character for a reference, wherever one stands and whoever decodes it', () => {
    const hidden = '&#27;]0;t&#7; &#x202e;a&#x2066;b&#x200b;c&#155;d&shy;e'
    const places = [
      '# x',
      '- [ ] x',
      '| x |\n|-|\n| x |',
      '> **x** ~~x~~ _x_',
      '[x](y.md "x")',
      '![x](x)',
      '<b>x</b>',
      'x\n  x',
      '<x',
    ]
    for (const place of [
      ...places,
      '[x](https://a.example/x)',
      '`x` \\x',
      '    x',
      '```\nx\n```',
      '[a][b]\n\n[b]: x',
    ])
      // oxlint-disable-next-line no-control-regex -- these are what nobody may see
      expect(html(place.replaceAll('x', hidden))).not.toMatch(
        /[\p{Cf}\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u,
      )
    expect(html('&#27;[2J &amp;#27;')).toBe('<p>␛[2J &amp;#27;</p>')
  })
})

const own =
  /^\/?(?:h[3-6]|p|em|strong|del|a|code|pre|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|th|td|div|span)$/

test('any document becomes the elements of markdown, and nothing that acts', () => {
  fc.assert(
    fc.property(anySource, (source) => {
      const written = renderToStaticMarkup(<Markdown text={source} level={3} />)
      for (const [, name = ''] of written.matchAll(/<(\/?[\w!?-]+)/g)) expect(name).toMatch(own)
      for (const [, target = ''] of written.matchAll(/ href="([^"]*)"/g))
        expect(target).toMatch(/^(?:https?:\/\/|mailto:)/)
      // oxlint-disable-next-line no-control-regex -- these are what nobody may see
      expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/)
      expect(written).not.toMatch(/ on\w+=| style=| src=/)
    }),
  )
})

test.each(badDocuments.map(({ name, make }) => [name, make] as const))(
  'a bad document is rendered within seconds: %s',
  (_, make) => {
    const before = process.cpuUsage()
    renderToStaticMarkup(<Markdown text={make(50_000)} level={3} />)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(7.5)
  },
)
