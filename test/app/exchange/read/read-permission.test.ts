import { expect, test } from 'vitest'
import { detailText } from '../../../../src/app/state/permission.ts'
import { maxDetailLength, type ParsedPermission } from '../../../../src/app/exchange/read/read-permission.ts'
import { readAsked } from './read-asked.ts'

const options = [{ optionId: 'ok', name: 'OK', kind: 'allow_once' }]

function read(params: object): ParsedPermission {
  const result = readAsked({ sessionId: 's1', options, ...params })
  if (!result.ok) throw new Error(result.problem.text)
  return result.value
}

test('version 2: its own title and description, the call as the subject', () => {
  const toolCall = {
    toolCallId: 't',
    title: 'Edit',
    kind: 'edit',
    content: [{ type: 'content', content: { type: 'text', text: 'why' } }],
  }
  expect(
    read({ title: 'May I?', description: 'It is needed.', subject: { type: 'tool_call', toolCall } }),
  ).toEqual({
    sessionId: 's1',
    request: {
      callId: 't',
      title: 'May I?',
      toolKind: 'edit',
      detail: [
        { type: 'words', text: 'It is needed.' },
        { type: 'words', text: 'why' },
      ],
      options: [{ id: 'ok', name: 'OK', kind: 'allow_once' }],
      plan: null,
    },
    problems: [],
  })
})

test('version 2: a command as the subject', () => {
  const subject = { type: 'command', command: 'rm -rf build', cwd: '/project' }
  const { detail } = read({ title: 'Run a command', subject }).request
  expect(detail).toEqual([{ type: 'code', language: 'console', text: '$ rm -rf build', folder: '/project' }])
  expect(detailText(detail)).toBe('$ rm -rf build\n(in /project)')
})

test.each<{ readonly call: object; readonly language: string | null; readonly text: string }>([
  { call: { rawInput: { command: ['git', 'push'] } }, language: 'console', text: '$ git push' },
  {
    call: { rawInput: { command: ['apply_patch', '*** Begin Patch\n+ a\n'] } },
    language: 'diff',
    text: '$ apply_patch *** Begin Patch\n+ a\n',
  },
  // Of Cline 3.0.65.
  { call: { rawInput: { commands: ['npm test'] } }, language: 'console', text: '$ npm test' },
  {
    call: { rawInput: { input: '*** Begin Patch\n+ a\n' } },
    language: 'diff',
    text: '*** Begin Patch\n+ a\n',
  },
  { call: { rawInput: { todos: 1 } }, language: 'json', text: '{\n  "todos": 1\n}' },
  // Pi repeats the question and its answers there.
  {
    call: { title: 'Which?', rawInput: { method: 'select', title: 'Which?', options: ['OK'] } },
    language: 'json',
    text: '{\n  "method": "select"\n}',
  },
  {
    call: { title: 'Which?', rawInput: { title: 'What?', options: ['OK', 'No'] } },
    language: 'json',
    text: '{\n  "title": "What?",\n  "options": [\n    "OK",\n    "No"\n  ]\n}',
  },
  // Nanocoder names the question otherwise.
  {
    call: { title: 'Which?', rawInput: { question: 'Which?', options: ['OK', 'No'] } },
    language: 'json',
    text: '{\n  "options": [\n    "OK",\n    "No"\n  ]\n}',
  },
  // Of Copilot 1.0.102 and OpenCode.
  {
    call: { rawInput: { fileName: '/w/a.ts', diff: '\n--- a/w/a.ts\n+++ b/w/a.ts\n@@ -1 +1 @@\n-x\n+y\n' } },
    language: 'diff',
    text: '--- a/w/a.ts\n+++ b/w/a.ts\n@@ -1 +1 @@\n-x\n+y\n',
  },
  {
    call: { rawInput: { fileName: '/w/a.ts', diff: '@@ -1 +1 @@\n-x\n+y' } },
    language: 'json',
    text: '{\n  "fileName": "/w/a.ts",\n  "diff": "@@ -1 +1 @@\\n-x\\n+y"\n}',
  },
  {
    call: { rawInput: { filePath: '/w/a.ts', oldString: 'x', newString: 'y', replaceAll: true } },
    language: 'json',
    text: '{\n  "filePath": "/w/a.ts",\n  "oldString": "x",\n  "newString": "y",\n  "replaceAll": true\n}',
  },
  { call: { rawInput: 'as text' }, language: null, text: 'as text' },
  { call: { rawInput: '{"command":"make"}' }, language: 'console', text: '$ make' },
  { call: { rawInput: '{"command":' }, language: null, text: '{"command":' },
  { call: { rawInput: {}, locations: [{ path: '/a' }, { path: '/b' }, {}] }, language: null, text: '/a\n/b' },
  { call: { content: [{ type: 'terminal' }, 7] }, language: null, text: '[terminal]' },
  {
    call: { content: [{ type: 'terminal' }], rawInput: { command: 'make' } },
    language: 'console',
    text: '$ make',
  },
  {
    call: { content: [{ type: 'content', content: { type: 'resource_link', uri: 'file:///a_b_c' } }] },
    language: null,
    text: 'file:///a_b_c',
  },
  {
    call: { content: [{ type: 'diff', changes: [{ operation: 'move', oldPath: '/a', path: '/b' }] }] },
    language: null,
    text: 'move /a /b',
  },
  {
    call: { content: [{ type: 'diff', changes: [], patch: { format: 'git_patch', text: '@@' } }] },
    language: 'diff',
    text: '@@',
  },
])('what is shown of $call is code', ({ call, language, text }) => {
  expect(read({ toolCall: call }).request.detail).toEqual([{ type: 'code', language, text }])
})

test.each([
  { filePath: '/w/a.ts', oldString: 'x', newString: 'y', replaceAll: false },
  { file_path: '/w/a.ts', old_string: 'x', new_string: 'y' },
  { path: '/w/a.ts', old_str: 'x', new_str: 'y' },
])('a text in place of another one is shown as a difference: %j', (rawInput) => {
  expect(read({ toolCall: { rawInput } }).request.detail).toEqual([
    { type: 'code', language: 'diff', file: '/w/a.ts', text: '- x\n+ y' },
  ])
})

test('a call without anything has no detail, and what comes twice is shown once', () => {
  expect(read({ toolCall: {} }).request.detail).toEqual([])
  const twice = { description: 'ls', toolCall: { rawInput: 'ls' } }
  expect(read(twice).request.detail).toEqual([{ type: 'words', text: 'ls' }])
})

test('a diff shows what changed and a little around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const after = before.toSpliced(4, 1, 'E', 'and more')
  const diff = { type: 'diff', path: '/x.ts', oldText: before.join('\n'), newText: after.join('\n') }
  expect(detailText(read({ toolCall: { content: [diff] } }).request.detail).split('\n')).toEqual([
    '/x.ts',
    '  b',
    '  c',
    '  d',
    '- e',
    '+ E',
    '+ and more',
    '  f',
    '  g',
    '  h',
  ])
})

test('a new file is all additions', () => {
  const diff = { type: 'diff', path: '/x.ts', oldText: null, newText: 'one\ntwo' }
  expect(read({ toolCall: { content: [diff] } }).request.detail).toEqual([
    { type: 'code', language: 'diff', file: '/x.ts', text: '+ one\n+ two' },
  ])
})

test('the title falls back to the call, its kind, and words of ours', () => {
  expect(read({ title: '  ', toolCall: { title: 'Call' } }).request.title).toBe('Call')
  expect(read({ toolCall: { name: 'Bash', kind: 'execute' } }).request.title).toBe('Bash')
  expect(read({ toolCall: { kind: 'execute' } }).request.title).toBe('execute')
  expect(read({}).request.title).toBe('The agent asks for permission')
})

test('the words of a command may be anything, an object that has a text of its own too', () => {
  const command = ['ls', 7, { toString: 1, valueOf: null }, [{ toString: null }], null]
  expect(detailText(read({ toolCall: { rawInput: { command } } }).request.detail)).toBe(
    `$ ls 7 '{"toString":1,"valueOf":null}' '[{"toString":null}]' null`,
  )
})

test('an input that is too wide is cut, in time for the shown part only', () => {
  const rawInput = { wide: Array.from({ length: 1_000_000 }, () => [[['x']]]) }
  const { detail } = read({ toolCall: { rawInput } }).request
  expect(detailText(detail)).toMatch(/\n\n… cut: the first 200000 characters are shown$/)
})

test('long details are cut, and say so', () => {
  const note = { type: 'words', text: '… cut: the first 200000 characters are shown' }
  const { detail } = read({ description: 'x'.repeat(maxDetailLength + 5) }).request
  expect(detail).toEqual([{ type: 'words', text: 'x'.repeat(maxDetailLength) }, note])
  const diff = { type: 'diff', path: '/x.ts', newText: 'x'.repeat(50) }
  const rest = 'y'.repeat(maxDetailLength - 20)
  expect(read({ description: rest, toolCall: { content: [diff, diff] } }).request.detail).toEqual([
    { type: 'words', text: rest },
    { type: 'code', language: 'diff', file: '/x.ts', text: `+ ${'x'.repeat(12)}` },
    note,
  ])
})

test('options with the same id cannot be chosen: an answer would not say which is meant', () => {
  const [allow, reject, other] = [
    { optionId: 'same', name: 'Allow', kind: 'allow_once' },
    { optionId: 'same', name: 'Reject', kind: 'reject_once' },
    { optionId: 'later', name: 'Later', kind: 'reject_once' },
  ]
  const { request, problems } = read({ options: [allow, other, reject] })
  expect(request.options).toEqual([{ id: 'later', name: 'Later', kind: 'reject_once' }])
  expect(problems.map(({ path }) => path)).toEqual(['params.options'])
  expect(problems[0]?.text).toContain('same optionId')
  expect(readAsked({ sessionId: 's1', options: [allow, reject] }).ok).toBe(false)
})

test('options with other names for their fields can be chosen', () => {
  const result = readAsked({
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'Run' },
    options: [
      { id: 'yes', label: 'Yes', kind: 'allow_once' },
      { optionId: 'no', id: 'other', name: 'No', kind: 'reject_once' },
    ],
  })
  expect(result).toMatchObject({
    value: {
      request: {
        options: [
          { id: 'yes', name: 'Yes', kind: 'allow_once' },
          { id: 'no', name: 'No', kind: 'reject_once' },
        ],
      },
      problems: [{ path: 'params.options[0].optionId', weight: 'noted' }],
    },
  })
})

test.each([
  [{ optionId: 'no', name: ' ', label: 'No', kind: 'reject_once' }, 'No'],
  [{ optionId: 'no', name: '\u200b', kind: 'reject_once' }, 'no'],
  [{ optionId: '', name: '', kind: 'reject_once' }, 'reject once'],
  [{ optionId: ' ' }, '(no name)'],
])('an option in whose name nobody sees anything has one: %j', (option, name) => {
  const result = readAsked({ sessionId: 's', toolCall: { toolCallId: 'c', title: 'Run' }, options: [option] })
  expect(result).toMatchObject({ value: { request: { options: [{ name }] } } })
})
