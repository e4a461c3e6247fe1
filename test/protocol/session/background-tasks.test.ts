import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

function tasksIn(update: object): readonly unknown[] {
  return readSessionUpdate({ sessionId: 's', update }).events.filter(({ type }) => type === 'task')
}

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
  ].map(tasksIn)
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

test('what Oh My Pi leaves in the background is a task of its call, until it says that it is over', () => {
  const told = (job: unknown): readonly unknown[] =>
    tasksIn({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call',
      status: 'completed',
      rawOutput: { content: [], details: { results: [], async: job } },
    })
  const task = { type: 'task', taskId: 'call', title: 'Find' }
  expect(told({ state: 'running', jobId: 'Find', type: 'task' })).toEqual([{ ...task, state: 'running' }])
  expect(told({ state: 'completed', jobId: 'Find', type: 'task' })).toEqual([{ ...task, state: 'completed' }])
  expect(told({ state: 'running' })).toEqual([])
  expect(told(true)).toEqual([])
})

test('what oh-my-opencode leaves in the background is a task of its call, and the call that asks for its result is none', () => {
  const told = (metadata: object): readonly unknown[] =>
    tasksIn({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call',
      status: 'completed',
      rawOutput: { output: 'Background task launched.', metadata },
    })
  const begun = { backgroundTaskId: 'bg_1', run_in_background: true }
  const task = { type: 'task', taskId: 'call', state: 'running' }
  expect(told({ ...begun, description: 'Find callers' })).toEqual([{ ...task, title: 'Find callers' }])
  expect(told(begun)).toEqual([{ ...task, title: 'bg_1' }])
  expect(told({ backgroundTaskId: 'bg_1', description: 'Find callers' })).toEqual([])
})

test('the members of a team of CodeBuddy are tasks, and what they say is not what the agent says', () => {
  const members = [
    { name: 'finder', description: 'Find callers', status: 'running' },
    { status: 'running' },
    3,
  ]
  const _meta = { 'codebuddy.ai/teamUpdate': { type: 'member_status_change', members } }
  expect(tasksIn({ sessionUpdate: 'session_info_update', _meta })).toEqual([
    { type: 'task', taskId: 'finder', title: 'finder', description: 'Find callers', state: 'running' },
  ])
  const content = { type: 'text', text: 'Done.' }
  const said = ['codebuddy.ai/memberEvent', 'codebuddy.ai/parentToolCallId', 'x'].map((key) => {
    const update = { sessionUpdate: 'agent_message_chunk', content, _meta: { [key]: 'finder' } }
    return readSessionUpdate({ sessionId: 's', update }).events.map(({ type }) => type)
  })
  expect(said).toEqual([['other'], ['other'], ['said']])
})
