import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

test.each<[string, object, string]>([
  [
    'a command',
    { title: 'execute_command', rawInput: '{"command":"npm test\\nnpm run lint"}' },
    'execute_command: npm test',
  ],
  ['a file', { title: 'view', rawInput: { path: 'parser.ts' } }, 'view: parser.ts'],
  [
    'a file that is shown as the location',
    { title: 'read', rawInput: { path: 'a' }, locations: [{ path: '/a' }] },
    'read',
  ],
  [
    'a question, of OpenClaw 2026.9.6',
    {
      title: 'ask_user: questions: [{"id":"db","question":"Which?',
      rawInput: { questions: [{ id: 'db', question: 'Which?', options: [] }] },
    },
    'ask_user: Which?',
  ],
  [
    'a title of its own beside a question',
    { title: 'Ask me', rawInput: { questions: [{ question: 'Which?' }] } },
    'Ask me',
  ],
  [
    'the kind of a sub-agent, of CodeBuddy',
    { title: 'reviewer', rawInput: { subagent_type: 'reviewer', description: 'Read it' } },
    'reviewer: Read it',
  ],
  ['a title of its own', { title: 'Run the tests', rawInput: { command: 'npm test' } }, 'Run the tests'],
  ['a command as the title', { title: 'ls', rawInput: { command: 'ls' } }, 'ls'],
  ['a file as the title', { title: 'a.ts', rawInput: { path: 'a.ts' } }, 'a.ts'],
  ['other input', { title: 'view', rawInput: { command: 3, path: ' ' } }, 'view'],
])('the title of a call with the name of a tool says what for: %s', (_, call, title) => {
  const update = { sessionUpdate: 'tool_call', toolCallId: 't', ...call }
  const [event] = readSessionUpdate({ sessionId: 's', update }).events
  expect(event).toMatchObject({ type: 'tool-call', title })
})
