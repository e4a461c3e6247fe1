import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { embeddedMarkdown } from '../../../src/outputs/markdown/embedded-markdown.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { items, markdown, opening, update } from '../stage.ts'
import { reported } from './reported.ts'

// Texts that markdown parsers have misread, as many to a line as fit.
// prettier-ignore
const pieces = [
  '<script>', '</script>', '<img src=x onerror=alert(1)>', '<b>', '<div>\n', '<pre>', '<a href="', '">', '<br>',
  '<!--', '-->', '<?', '<![CDATA[', ']]>', '<details>', '<javascript:alert(1)>', '<https://a.example>', '<a@b.c>',
  '`', '`', '``', '```', '````', '~~~', '```ts', '`<b>`', '\\', '\\`', '\\[', '\\<', '&lt;', '"`"', '<https://a`b>',
  '\n', '\n', '\n\n', '\r\n', '\t', ' ', '  ', '   ', '    ', '      ',
  '- ', '* ', '- [ ] ', '1. ', '2) ', '10. ', '> ', '>', '# ', '## ', '---', '===', '***', '**', '_', '~~',
  '|', '|-|-|\n', '| a | b |\n|-|-|\n', '\n|-|\n', '[', ']', '(', ')', '![', '](', ':', "'", '"', 'a', 'b c',
  '](javascript:alert(1))', '[a](javascript:x)', '[a](https://a.example "t")', '[a](<javascript:x>)',
  '![i](data:image/png;base64,xx)', '[x]: javascript:alert(1)\n', '[x]: https://a.example\n', '[x]:\n', '[x]',
  '\njavascript:y', 'java&#115;cript:', '&#x6a;avascript&colon;x', 'JaVaScRiPt:', 'java\tscript:', '[a](//e)',
  '[^1]: ', '[^1]', 'https://a.example/', 'www.a.example`', 'ftp://a.example', 'xmpp:a@b.c',
  '&#27;', '&#x202e;', '&#8203', '&shy;', '(ftp://a.example/`', '[ftp://a.example](', 'a.b?u=ftp://c',
]
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))

const ownElements = new Set(
  'h1 h2 h3 h4 h5 h6 p em strong del a img code pre ul ol li blockquote hr br table thead tbody tr th td input'.split(
    ' ',
  ),
)
const ownAttributes = new Set('href src alt title class start align type disabled checked'.split(' '))

/** The first construct in HTML that markdown cannot express, as a browser parses it; null if there is none. */
function foreign(html: string): string | null {
  // oxlint-disable-next-line no-control-regex -- no text may have it
  const hidden = /&(?:#27;|#x202e;|#8203|shy;)|[\u001b\u202e\u200b]/.exec(html)
  if (hidden !== null) return hidden[0]
  const tags = /<(?:[!?]|\/?([a-zA-Z][^\s/>]*))((?:[^>"']|"[^"]*"|'[^']*')*)>?/g
  for (const [tag, name, attributes = ''] of html.matchAll(tags)) {
    if (name === undefined || !ownElements.has(name.toLowerCase())) return tag
    for (const [, attribute = '', quoted = ''] of attributes.matchAll(/([^\s=/"']+)(?:="([^"]*)")?/g)) {
      if (!ownAttributes.has(attribute.toLowerCase())) return tag
      if ((attribute === 'href' || attribute === 'src') && !leadsSomewhereHarmless(quoted)) return tag
    }
  }
  return null
}

function leadsSomewhereHarmless(attribute: string): boolean {
  const target = attribute
    .replace(/&#(x?)([\da-f]+);?/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16) || 0xfffd),
    )
    .replaceAll('&colon;', ':')
    .replaceAll('&Tab;', '\t')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  if (/^[\s\\/]*[\\/]{2}/.test(target)) return false
  // As a web page would embed it.
  const url = urlOf(target)
  return url === null || ['http:', 'https:', 'mailto:'].includes(url.protocol)
}

function urlOf(target: string): URL | null {
  try {
    return new URL(target, 'https://base.example/a/')
  } catch {
    return null
  }
}

function htmlOf(document: string): readonly string[] {
  return [true, false].map((gfm) => marked.parse(document, { async: false, gfm }))
}

test('no plan becomes raw HTML or a harmful link, or affects the text after it', () => {
  fc.assert(
    fc.property(hostile, (source) => {
      const text = embeddedMarkdown(source, { deeper: 1, dropsFirstHeading: false })
      for (const html of htmlOf(`# T\n\n## P\n\n${text}\n\n## After\n\nx \`<b>\` y\n`)) {
        expect(foreign(html)).toBeNull()
        expect(html).toContain('<h2>After</h2>\n<p>x <code>&lt;b&gt;</code> y</p>')
      }
    }),
    { numRuns: 500 },
  )
})

test('nor do any titles, steps, statuses and priorities together', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (one, other, third) => {
      const entries = [
        { content: one, status: other, priority: third },
        { content: other, status: 'in_progress', priority: one },
      ]
      const plan: SessionEvent = {
        type: 'plan-replaced',
        plan: { dialect: 'planId', id: third },
        content: { type: 'items', entries },
      }
      const events = [
        ...opening(),
        update(1000, plan),
        update(2000, markdown('b', `# ${one}\n\n${other}`)),
        update(3000, items('a', `. ${third}`)),
      ]
      const report = reported(events, { title: other })
      for (const html of htmlOf(report)) expect(foreign(html)).toBeNull()
    }),
    { numRuns: 250 },
  )
})

test('harmless texts are unchanged', () => {
  // prettier-ignore
  const harmless = fc.constantFrom(
    '- ', '* ', '1. ', '> ', '` ', ' `` ', '*', '_', 'a', ' b', ' < c', '1<2', ' ', '\n', '\n\n', '    ', '| a | b |',
    '[a](b.md#c)', '[d](https://a.example/e "f")', '![g](h.png)', '[i]', 'https://a.example', '&lt;',
    '\\', '\\*', '[j]: k l', 'a[0](b, c)', '***',
  )
  fc.assert(
    fc.property(fc.array(harmless, { maxLength: 20 }), (parts) => {
      const source = `a ${parts.join('')} z`
      expect(embeddedMarkdown(source, { deeper: 1, dropsFirstHeading: true })).toBe(source)
    }),
    { numRuns: 250 },
  )
})
