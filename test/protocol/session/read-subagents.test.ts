import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

test('a sub-agent that claude-agent-acp leaves in the background is at work until something was answered to', () => {
  const toolResponse = { isAsync: true, status: 'async_launched', agentId: 'a1', description: 'Find callers' }
  const told = [
    { sessionUpdate: 'tool_call_update', toolCallId: 'call', _meta: { claudeCode: { toolResponse } } },
    { sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { '_claude/origin': { kind: 'human' } } },
    {
      sessionUpdate: 'usage_update',
      used: 1,
      size: 2,
      _meta: { '_claude/origin': { kind: 'task-notification' } },
    },
  ].map((update) =>
    readSessionUpdate({ sessionId: 's', update }).events.filter(({ type }) => type.startsWith('task')),
  )
  expect(told).toEqual([
    [{ type: 'task', taskId: 'call', outlastsTurn: true, title: 'Find callers', state: 'running' }],
    [],
    [{ type: 'tasks-answered' }],
  ])
})
