import fc from 'fast-check'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { formatOfDocument, parseMediaType } from '../../../src/sources/plan-file/document-format.ts'
import { locateDocument } from '../../../src/sources/plan-file/locate-document.ts'
import { anyCharacter } from '../../support/any-character.ts'

test.each([
  ['file:///a/b.md', '/a/b.md'],
  ['FILE:///a/b.md', '/a/b.md'],
  ['file:/a/b.md', '/a/b.md'],
  ['file://localhost/a/b.md', '/a/b.md'],
  ['file:///a b/%C3%BC/日本.md', '/a b/ü/日本.md'],
  ['file:///a/b.md?x#L10', '/a/b.md'],
  ['file:///a/../b.md', '/b.md'],
])('%s is the file %s', (uri, path) => {
  expect(locateDocument(uri)).toEqual({ ok: true, value: { at: 'file', path } })
})

test.each([
  ['', { kind: 'bad-uri', cause: 'it is empty' }],
  ['plan.md', { kind: 'relative' }],
  ['./plan.md', { kind: 'relative' }],
  ['../a:b', { kind: 'relative' }],
  ['~/plan.md', { kind: 'relative' }],
  ['//host/plan.md', { kind: 'relative' }],
  ['\\\\host\\share\\plan.md', { kind: 'relative' }],
  ['file:plan.md', { kind: 'relative' }],
  ['file:', { kind: 'relative' }],
  ['/a/b.md', { kind: 'path-without-scheme', suggestion: 'file:///a/b.md' }],
  ['C:\\a b\\c.md', { kind: 'path-without-scheme', suggestion: 'file:///C:/a%20b/c.md' }],
  ['/a\nb', { kind: 'path-without-scheme' }],
  ['file://plan.md', { kind: 'other-host', host: 'plan.md' }],
  ['file://server/share/plan.md', { kind: 'other-host', host: 'server' }],
  [
    'file:///a/100%.md',
    { kind: 'bad-uri', cause: 'a “%” in it is not followed by a character’s code (a plain “%” is %25)' },
  ],
  [
    'file:///a/%FF.md',
    { kind: 'bad-uri', cause: 'a “%” in it is not followed by a character’s code (a plain “%” is %25)' },
  ],
  ['file:///a%2Fb.md', { kind: 'bad-uri', cause: 'it has an encoded slash in a name' }],
  ['file:///a%00.md', { kind: 'bad-uri', cause: 'its path has a NUL character' }],
  ['file:///a\nb.md', { kind: 'bad-uri', cause: 'it has control characters in it' }],
  ['http://', { kind: 'bad-uri', cause: 'it is not written as a URI' }],
  ['https://me:secret@host/', { kind: 'bad-uri', cause: 'it carries a user name or a password' }],
  ['javascript:alert(1)', { kind: 'unknown-scheme', scheme: 'javascript' }],
  ['vscode-remote://x/y', { kind: 'unknown-scheme', scheme: 'vscode-remote' }],
])('%j is refused', (uri, reason) => {
  expect(locateDocument(uri)).toEqual({ ok: false, problem: reason })
})

test('no string makes locateDocument throw, and each absolute path comes back from its URI', () => {
  const starts = fc.constantFrom('', '/', 'file:///', 'file://', 'http://', 'C:\\', 'data:')
  fc.assert(
    fc.property(starts, fc.string({ unit: anyCharacter }), (start, rest) => {
      locateDocument(start + rest)
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (names) => {
      const path = `/${names.filter((name) => !/[/\p{Cc}]|^\.{1,2}$/u.test(name)).join('/')}`
      expect(locateDocument(pathToFileURL(path).href)).toEqual({ ok: true, value: { at: 'file', path } })
    }),
  )
})

test.each([
  // A media type says it, unless it is one that servers give to everything.
  { clues: { type: 'text/markdown', name: 'plan.py', text: '' }, format: { format: 'markdown' } },
  { clues: { type: 'application/json;charset=utf-8', text: '' }, format: { format: 'json' } },
  { clues: { type: 'application/vnd.api+json', text: '' }, format: { format: 'json' } },
  { clues: { type: 'text/x-python', text: '' }, format: { format: 'source', language: 'python' } },
  { clues: { type: 'text/x-unheard-of', text: '' }, format: { format: 'source' } },
  { clues: { type: 'image/svg+xml', text: '' }, format: { format: 'source', language: 'xml' } },
  { clues: { type: 'text/plain', name: '/docs/PLAN.md', text: '' }, format: { format: 'markdown' } },
  { clues: { type: 'text/plain', text: '# Plan' }, format: { format: 'plain' } },
  {
    clues: { type: 'application/octet-stream', name: 'plan.rs', text: '' },
    format: { format: 'source', language: 'rust' },
  },
  // Then the name.
  { clues: { name: '/a/plan.MDX', text: '' }, format: { format: 'markdown' } },
  { clues: { name: '/a/plan.json', text: 'not json' }, format: { format: 'json' } },
  { clues: { name: '/a/Dockerfile', text: '' }, format: { format: 'source', language: 'dockerfile' } },
  { clues: { name: '/a/notes.txt', text: '# not a heading' }, format: { format: 'plain' } },
  { clues: { name: '/a/go', text: 'go' }, format: { format: 'plain' } },
  // Then the text.
  { clues: { name: '/a/PLAN', text: 'Intro\n\n## Steps\n' }, format: { format: 'markdown' } },
  { clues: { text: '- [ ] do it' }, format: { format: 'markdown' } },
  { clues: { text: ' {"a": 1}' }, format: { format: 'json' } },
  { clues: { text: '[see below] then' }, format: { format: 'plain' } },
  {
    clues: { name: '/a/run', text: '#!/usr/bin/env python3\n' },
    format: { format: 'source', language: 'python' },
  },
  { clues: { text: 'just words' }, format: { format: 'plain' } },
])('$clues is shown as $format', ({ clues, format }: FormatCase) => {
  const mediaType = clues.type === undefined ? undefined : parseMediaType(clues.type)
  expect(formatOfDocument({ mediaType, name: clues.name, text: clues.text })).toEqual(format)
})

interface FormatCase {
  readonly clues: { readonly type?: string; readonly name?: string; readonly text: string }
  readonly format: object
}
