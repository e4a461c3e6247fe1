import { createTwoFilesPatch, diffLines } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffsIn, readCallEvidence } from '../../../src/protocol/session/call-evidence.ts'

const modify = (path: string): object => ({ operation: 'modify', path })
const block = (changes: readonly object[], text?: string, format = 'git_patch'): object => ({
  type: 'diff',
  changes,
  ...(text === undefined ? {} : { patch: { format, text } }),
})

const patch = [
  'diff --git /a.ts /a.ts',
  'index 1..2 100644',
  '--- /a.ts',
  '+++ /a.ts',
  '@@ -1,3 +1,4 @@ function one() {',
  ' one',
  '--- a line that looks like a name',
  '+++ another one',
  '+more',
  ' three',
  '\\ No newline at end of file',
  'diff --git /dev/null "/caf\\303\\251 \\"x\\".ts"',
  'new file mode 100644',
  '--- /dev/null',
  '+++ "/caf\\303\\251 \\"x\\".ts"',
  '@@ -0,0 +1 @@',
  '+new',
  'diff --git /old.ts /old.ts',
  'deleted file mode 100644',
  '--- /old.ts',
  '+++ /dev/null',
  '@@ -1,2 +0,0 @@',
  '-one',
  '-two',
  'diff --git /from.ts /to.ts',
  'similarity index 100%',
  'rename from /from.ts',
  'rename to /to.ts',
].join('\n')

test('version 1 has the texts of one file', () => {
  const old = { type: 'diff', path: '/a', oldText: 'x', newText: 'y' }
  expect(diffsIn([old, { type: 'diff', path: '/b', newText: 'y' }, { type: 'diff', path: '/c' }, 3])).toEqual(
    [
      { path: '/a', oldText: 'x', newText: 'y' },
      { path: '/b', oldText: null, newText: 'y' },
    ],
  )
})

test('version 2 has a list of files, and the lines of those in its patch', () => {
  const changes = ['/a.ts', '/café "x".ts', '/old.ts', '/to.ts', '/elsewhere'].map(modify)
  expect(diffsIn([block(changes, patch)])).toEqual([
    { path: '/a.ts', lines: { added: 2, removed: 1 } },
    { path: '/café "x".ts', lines: { added: 1, removed: 0 } },
    { path: '/old.ts', lines: { added: 0, removed: 2 } },
    { path: '/to.ts', lines: { added: 0, removed: 0 } },
    { path: '/elsewhere', lines: null },
  ])
})

test('a patch may have the names that `git diff` writes', () => {
  const part = (name: string, line: string): string =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-x\n+y\n${line}`
  const text = `${part('a.ts', '')}${part('src/a.ts', '@@ -9,0 +9 @@\n+z\n')}`
  expect(diffsIn([block(['/w/src/a.ts', '/w/a.ts', '/w/b.ts'].map(modify), text)])).toEqual([
    { path: '/w/src/a.ts', lines: { added: 2, removed: 1 } },
    { path: '/w/a.ts', lines: { added: 1, removed: 1 } },
    { path: '/w/b.ts', lines: null },
  ])
})

test.each([
  ['without a patch', block([modify('/a.ts')])],
  ['with a patch of another kind', block([modify('/a.ts')], patch, '_mine')],
  ['with a patch that is too long', block([modify('/a.ts')], `${patch}\n${'x'.repeat(500_000)}`)],
  [
    'with a name that is too long',
    block([modify('/a.ts')], `+++ "${'a'.repeat(400_000)}"\n@@ -1 +1 @@\n-x\n+y`),
  ],
  ['with a broken patch', block([modify('/a.ts')], '@@ -1 +1 @@\n-x\n+y')],
])('the lines of a file %s are not told', (_, each) => {
  expect(diffsIn([each])).toEqual([{ path: '/a.ts', lines: null }])
})

test('a folder is no file, and what is no change is left out', () => {
  expect(diffsIn([block([{ operation: 'add', path: '/src', fileType: 'directory' }, { path: 3 }])])).toEqual(
    [],
  )
  expect(diffsIn([{ type: 'diff', changes: 'all' }])).toEqual([])
  expect(diffsIn('all')).toEqual([])
})

test('the lines are those of the difference, for any two texts', () => {
  const line = fc.constantFrom(
    'one',
    'two',
    '- x',
    '-- /b',
    '+++ /c',
    '@@ -1 +1 @@',
    'diff --git a b',
    '\\ x',
    '',
  )
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`).join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const sent = createTwoFilesPatch('/a.ts', '/a.ts', before, after)
      const parts = diffLines(before, after)
      const count = (sign: 'added' | 'removed'): number =>
        parts.filter((part) => part[sign]).reduce((sum, part) => sum + (part.count ?? 0), 0)
      expect(diffsIn([block([modify('/a.ts')], sent)])).toEqual([
        {
          path: '/a.ts',
          lines: { added: count('added'), removed: count('removed') },
        },
      ])
    }),
  )
})

test('a patch in the answer of a tool counts where no difference is shown', () => {
  const answered = (update: object): unknown =>
    readCallEvidence({
      rawOutput: { details: { patch: '--- a/a.ts\n+++ a/a.ts\n@@ -1 +1,2 @@\n-a\n+b\n+c\n' } },
      ...update,
    })?.diffs
  const lines = { added: 2, removed: 1 }
  expect(answered({})).toEqual([{ path: 'a/a.ts', lines }])
  expect(answered({ locations: [{ path: '/p/a.ts' }] })).toEqual([{ path: '/p/a.ts', lines }])
  const shown = { path: '/a.ts', oldText: 'a', newText: 'b' }
  expect(answered({ content: [{ type: 'diff', ...shown }] })).toEqual([shown])
  expect(answered({ rawOutput: { details: { patch: 'no patch' } } })).toBeUndefined()
})
