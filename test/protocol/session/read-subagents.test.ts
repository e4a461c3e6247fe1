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

test('a sub-agent that Qwen Code leaves in the background is at work until it was answered to', () => {
  const begun = { type: 'task_execution', taskDescription: 'Find callers', executionMode: 'background' }
  const told = (task: object, text = ''): Record<string, unknown> => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    _meta: { backgroundTask: { taskId: 'general-call', kind: 'agent', toolUseId: 'call', ...task } },
  })
  const states = [
    { sessionUpdate: 'tool_call_update', toolCallId: 'call', status: 'completed', rawOutput: begun },
    told({ status: 'completed' }, 'Background agent completed.'),
    told({ status: 'completed', turnComplete: false }, 'All steps are done.'),
    told({ status: 'completed', turnComplete: true }),
    told({ status: 'failed' }),
    told({ status: 'completed', kind: 'shell' }),
  ].map((update) =>
    readSessionUpdate({ sessionId: 's', update }).events.filter(({ type }) => type === 'task'),
  )
  const agent = { type: 'task', taskId: 'call', outlastsTurn: true }
  const running = { ...agent, state: 'running' }
  expect(states).toEqual([
    [{ ...running, title: 'Find callers' }],
    [running],
    [running],
    [{ ...agent, state: 'completed' }],
    [{ ...agent, state: 'failed' }],
    [],
  ])
})
