import { expect, test } from 'vitest'
import {
  maxDetailLength,
  readPermission,
  type ParsedPermission,
} from '../../../../src/app/exchange/read/read-permission.ts'

const options = [{ optionId: 'ok', name: 'OK', kind: 'allow_once' }]

function read(params: object): ParsedPermission {
  const result = readPermission({ sessionId: 's1', options, ...params })
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
      detail: 'It is needed.\n\nwhy',
      options: [{ id: 'ok', name: 'OK', kind: 'allow_once' }],
      plan: null,
    },
    problems: [],
  })
})

test('version 2: a command as the subject', () => {
  const subject = { type: 'command', command: 'rm -rf build', cwd: '/project' }
  expect(read({ title: 'Run a command', subject }).request.detail).toBe('$ rm -rf build\n(in /project)')
})

test.each([
  { call: { rawInput: { command: ['git', 'push'] } }, detail: '$ git push' },
  { call: { rawInput: { todos: 1 } }, detail: '{\n  "todos": 1\n}' },
  { call: { rawInput: 'as text' }, detail: 'as text' },
  { call: { rawInput: {}, locations: [{ path: '/a' }, { path: '/b' }, {}] }, detail: '/a\n/b' },
  {
    call: { content: [{ type: 'content', content: { type: 'image' } }, { type: 'terminal' }, 7] },
    detail: '[image]\n\n[terminal]',
  },
  {
    call: { content: [{ type: 'diff', changes: [{ operation: 'move', oldPath: '/a', path: '/b' }] }] },
    detail: 'move /a /b',
  },
  {
    call: { content: [{ type: 'diff', changes: [], patch: { format: 'git_patch', text: '@@' } }] },
    detail: '@@',
  },
  { call: {}, detail: '' },
])('what is shown of $call', ({ call, detail }) => {
  expect(read({ toolCall: call }).request.detail).toBe(detail)
})

test('a diff shows what changed and a little around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const after = before.toSpliced(4, 1, 'E', 'and more')
  const diff = { type: 'diff', path: '/x.ts', oldText: before.join('\n'), newText: after.join('\n') }
  expect(read({ toolCall: { content: [diff] } }).request.detail.split('\n')).toEqual([
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
  expect(read({ toolCall: { content: [diff] } }).request.detail).toBe('/x.ts\n+ one\n+ two')
})

test('the title falls back to the call, its kind, and words of ours', () => {
  expect(read({ title: '  ', toolCall: { title: 'Call' } }).request.title).toBe('Call')
  expect(read({ toolCall: { name: 'Bash', kind: 'execute' } }).request.title).toBe('Bash')
  expect(read({ toolCall: { kind: 'execute' } }).request.title).toBe('execute')
  expect(read({}).request.title).toBe('The agent asks for permission')
})

test('the words of a command may be anything, an object that has a text of its own too', () => {
  const command = ['ls', 7, { toString: 1, valueOf: null }, [{ toString: null }], null]
  expect(read({ toolCall: { rawInput: { command } } }).request.detail).toBe(
    '$ ls 7 {"toString":1,"valueOf":null} [{"toString":null}] null',
  )
})

test('an input that is too wide is cut, in time for the shown part only', () => {
  const rawInput = { wide: Array.from({ length: 1_000_000 }, () => [[['x']]]) }
  const { detail } = read({ toolCall: { rawInput } }).request
  expect(detail).toMatch(/\n… cut: the first 200000 characters are shown$/)
})

test('long details are cut, and say so', () => {
  const { detail } = read({ description: 'x'.repeat(maxDetailLength + 5) }).request
  expect(detail).toBe(`${'x'.repeat(maxDetailLength)}\n… cut: the first 200000 characters are shown`)
})
