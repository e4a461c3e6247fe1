import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

test.each<[string, object, string | undefined]>([
  ['the kind that it tells', { kind: 'read', _meta: goose('edit') }, 'read'],
  ['of Goose, its tool', { _meta: goose('write') }, 'edit'],
  ['of Goose before 1.34, its tool', { _meta: goose('developer__shell') }, 'execute'],
  ['of a tool of an extension', { _meta: goose('edit', 'mine') }, undefined],
  ['of a tool that is not known', { kind: 'other', _meta: goose('tree') }, 'other'],
  [
    'of Grok, leaving its plan mode',
    { kind: 'other', _meta: { 'x.ai/tool': { kind: 'exit_plan' } } },
    'switch_mode',
  ],
  ['of Grok, another one', { kind: 'other', _meta: { 'x.ai/tool': { kind: 'task' } } }, 'other'],
])('the kind of a call: %s', (_, call, kind) => {
  const update = { sessionUpdate: 'tool_call', toolCallId: 'c', ...call }
  expect(readSessionUpdate({ sessionId: 's', update }).events).toMatchObject([
    kind === undefined ? {} : { kind },
  ])
})

function goose(toolName: string, extensionName = 'developer'): object {
  return { goose: { toolCall: { toolName, extensionName } } }
}
