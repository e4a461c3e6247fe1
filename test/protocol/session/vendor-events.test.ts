import { expect, test } from 'vitest'
import { isGrokEvent, readGrokEvent } from '../../../src/protocol/session/vendor-events.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'

function eventsOf(update: object): readonly SessionEvent[] {
  const { sessionId, events, problems } = readGrokEvent({ sessionId: 's', update })
  expect([sessionId, problems]).toEqual(['s', []])
  return events
}

const spawned = {
  subagent_id: 'c',
  parent_session_id: 's',
  child_session_id: 'c',
  subagent_type: 'general-purpose',
  description: 'Find callers',
}
const finished = { subagent_id: 'c', child_session_id: 'c', output: 'Done.', will_wake: true }
const snapshot = { task_id: 't', command: 'npm test', description: 'Run a check', completed: true }

test.each<[string, object, readonly object[]]>([
  [
    'a sub-agent begins',
    { sessionUpdate: 'subagent_spawned', ...spawned },
    [
      {
        type: 'subagent',
        childSessionId: 'c',
        state: 'running',
        outlastsTurn: true,
        title: 'Find callers',
        description: 'general-purpose',
      },
    ],
  ],
  [
    'it ends well',
    { sessionUpdate: 'subagent_finished', ...finished, status: 'completed' },
    [{ type: 'subagent', childSessionId: 'c', state: 'idle', outlastsTurn: true, stopReason: 'end_turn' }],
  ],
  [
    'it is cancelled',
    { sessionUpdate: 'subagent_finished', ...finished, status: 'cancelled' },
    [{ type: 'subagent', childSessionId: 'c', state: 'idle', outlastsTurn: true, stopReason: 'cancelled' }],
  ],
  [
    'a command goes on in the background',
    { sessionUpdate: 'task_backgrounded', tool_call_id: 'x', task_id: 't', command: 'npm test' },
    [{ type: 'task', taskId: 't', state: 'running', title: 'npm test' }],
  ],
  [
    'it fails',
    { sessionUpdate: 'task_completed', task_snapshot: { ...snapshot, exit_code: 5 } },
    [
      { type: 'task', taskId: 't', state: 'failed', title: 'Run a check' },
      { type: 'terminal', terminalId: 't', exit: 5 },
    ],
  ],
  [
    'it is killed: no status is told',
    { sessionUpdate: 'task_completed', task_snapshot: { ...snapshot, exit_code: null } },
    [{ type: 'task', taskId: 't', state: 'completed', title: 'Run a check' }],
  ],
  [
    'a turn of the agent’s own ends',
    { sessionUpdate: 'turn_completed', prompt_id: 'task-completed-t', stop_reason: 'end_turn' },
    [{ type: 'state', state: 'idle', isShared: true, isOwn: true, stopReason: 'end_turn' }],
  ],
  [
    'a turn of a prompt ends',
    { sessionUpdate: 'turn_completed', prompt_id: '9e517e47-29d1', stop_reason: 'x' },
    [{ type: 'state', state: 'idle', isShared: true, stopReason: 'x' }],
  ],
  ['no session is named', { sessionUpdate: 'subagent_spawned', child_session_id: 3 }, []],
  ['no task is named', { sessionUpdate: 'task_completed', task_snapshot: null }, []],
  ['another kind', { sessionUpdate: 'constructor' }, []],
])('%s', (_, update, events) => expect(eventsOf(update)).toEqual(events))

test('a turn of its own begins with the prompt that it gives itself', () => {
  const running = (runningPromptId: unknown): unknown =>
    readGrokEvent({ sessionId: 's', entries: [], runningPromptId }).events
  expect(running('subagent-completed-c')).toEqual([
    { type: 'state', state: 'running', isShared: true, isOwn: true },
  ])
  expect([running('9e517e47-29d1'), running(undefined), running(3)]).toEqual([[], [], []])
})

test('only its own notifications are read, with the underscore and without', () => {
  expect(['_x.ai/queue/changed', 'x.ai/session/update'].map(isGrokEvent)).toEqual([true, true])
  expect(['session/update', 'x.ai/exit_plan_mode', '__proto__'].map(isGrokEvent)).toEqual([
    false,
    false,
    false,
  ])
  expect(readGrokEvent(null)).toEqual({ sessionId: null, events: [], problems: [] })
})
