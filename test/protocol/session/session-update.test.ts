import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

const text = { type: 'text', text: 'Hi' }

test.each<[string, string, object, SessionEvent]>([
  [
    'a piece',
    'agent_message_chunk',
    { content: text },
    { type: 'said', who: 'agent', text: 'Hi', isWhole: false },
  ],
  [
    'a piece with an id',
    'agent_thought_chunk',
    { content: text, messageId: 'm' },
    { type: 'said', who: 'thought', text: 'Hi', isWhole: false, messageId: 'm' },
  ],
  [
    'a whole message of several blocks',
    'user_message',
    { content: [text, { type: 'image', data: '…' }, text], messageId: 'm' },
    { type: 'said', who: 'user', text: 'Hi[image]Hi', isWhole: true, messageId: 'm' },
  ],
  [
    'a link, and a resource in the message',
    'agent_message_chunk',
    {
      content: [
        { type: 'resource_link', uri: 'file:///PLAN.md', name: 'PLAN.md' },
        { type: 'resource', resource: { uri: 'a:b', text: 'x' } },
        { type: 'image', uri: '', data: '…' },
      ],
    },
    {
      type: 'said',
      who: 'agent',
      text: '[resource_link file:///PLAN.md][resource a:b][image]',
      isWhole: false,
    },
  ],
  [
    'a whole message that was cleared',
    'agent_message',
    { content: null, messageId: 'm' },
    { type: 'said', who: 'agent', text: '', isWhole: true, messageId: 'm' },
  ],
  [
    'an upsert that leaves the content alone',
    'agent_message',
    { messageId: 'm', _meta: {} },
    { type: 'other', update: 'agent_message' },
  ],
  [
    'a tool call',
    'tool_call',
    {
      toolCallId: 't',
      title: 'Edit',
      kind: 'edit',
      status: 'pending',
      locations: [{ path: '/a.ts' }, { path: '/b.ts' }],
    },
    {
      type: 'tool-call',
      toolCallId: 't',
      title: 'Edit',
      kind: 'edit',
      status: 'pending',
      path: '/a.ts',
      evidence: { paths: ['/a.ts', '/b.ts'] },
      hasTodos: false,
    },
  ],
  [
    'a question that a call asks, of Kilo Code 7.7.9',
    'tool_call_update',
    {
      toolCallId: 't',
      title: 'question',
      kind: 'other',
      status: 'in_progress',
      locations: [],
      rawInput: { questions: [{ question: 'How shall it be split?', header: 'Split', options: [] }] },
    },
    {
      type: 'tool-call',
      toolCallId: 't',
      title: 'question: How shall it be split?',
      kind: 'other',
      status: 'in_progress',
      hasTodos: false,
    },
  ],
  [
    'a tool call with nulls',
    'tool_call_update',
    { toolCallId: 't', title: null, status: null, locations: null },
    { type: 'tool-call', toolCallId: 't', hasTodos: false },
  ],
  [
    'a list of to-dos',
    'tool_call_update',
    { toolCallId: 't', name: 'Write', rawInput: { todos: [] } },
    { type: 'tool-call', toolCallId: 't', name: 'Write', hasTodos: true, todos: [] },
  ],
  [
    'a todo tool by its name',
    'tool_call',
    { toolCallId: 't', name: 'update_plan' },
    { type: 'tool-call', toolCallId: 't', name: 'update_plan', hasTodos: true },
  ],
  ['a state', 'state_update', { state: 'running' }, { type: 'state', state: 'running' }],
  [
    'the end of a turn',
    'state_update',
    { state: 'idle', stopReason: 'cancelled' },
    { type: 'state', state: 'idle', stopReason: 'cancelled' },
  ],
  [
    'of a turn that failed',
    'state_update',
    { state: 'idle', stopReason: 'error', error: { code: -32603, message: 'Busy', data: 'try later' } },
    {
      type: 'state',
      state: 'idle',
      stopReason: 'error',
      failure: { code: -32603, message: 'Busy: try later' },
    },
  ],
  [
    'of one that failed for no reason',
    'state_update',
    { state: 'idle', stopReason: 'error', error: null },
    {
      type: 'state',
      state: 'idle',
      stopReason: 'error',
      failure: { code: 0, message: 'the agent does not say which' },
    },
  ],
  [
    'the end of a turn that clients share',
    'turn_complete',
    { messageId: 'm', stopReason: 'end_turn' },
    { type: 'state', state: 'idle', isShared: true, stopReason: 'end_turn' },
  ],
  [
    'a prompt that is repeated for older clients',
    'user_message_chunk',
    { content: { type: 'text', text: 'Go' }, _meta: { 'hydra-acp': { compatFor: 'prompt_received' } } },
    { type: 'other', update: 'user_message_chunk' },
  ],
  ['a title', 'session_info_update', { title: 'Fix' }, { type: 'session-titled', title: 'Fix' }],
  ['no title any more', 'session_info_update', { title: null }, { type: 'session-titled', title: null }],
  [
    'other facts about the session',
    'session_info_update',
    { _meta: {} },
    { type: 'other', update: 'session_info_update' },
  ],
  ['a mode', 'current_mode_update', { currentModeId: 'plan' }, { type: 'mode-changed', modeId: 'plan' }],
  [
    'config options',
    'config_option_update',
    { configOptions: [{ id: 'fast', type: 'boolean', currentValue: true }] },
    {
      type: 'config-options',
      options: [
        { id: 'fast', name: 'fast', description: null, category: null, type: 'boolean', value: true },
      ],
    },
  ],
  [
    'commands',
    'available_commands_update',
    { availableCommands: [{ name: 'plan', description: 'Plan' }] },
    { type: 'commands', commands: [{ name: 'plan', description: 'Plan', hint: null }] },
  ],
  [
    'usage',
    'usage_update',
    { used: 10, size: 200, _meta: {} },
    { type: 'usage', usage: { used: 10, size: 200 } },
  ],
  [
    'a sub-agent',
    'subagent_update',
    {
      sessionId: 'child',
      title: 'Look',
      description: null,
      capabilities: {},
      state: { state: 'idle', stopReason: 'end_turn' },
    },
    {
      type: 'subagent',
      childSessionId: 'child',
      title: 'Look',
      description: null,
      state: 'idle',
      stopReason: 'end_turn',
    },
  ],
  [
    'a sub-agent, nothing new',
    'subagent_update',
    { sessionId: 'child', state: null },
    { type: 'subagent', childSessionId: 'child' },
  ],
  [
    'a sub-agent whose state is a word',
    'subagent_state_update',
    { subagentSessionId: 'child', state: 'completed' },
    { type: 'subagent', childSessionId: 'child', state: 'completed' },
  ],
  [
    'a sub-agent that was begun',
    '_subagent_spawned',
    { subagentSessionId: 'child', name: 'Look', task: 'around', capabilities: {} },
    { type: 'subagent', childSessionId: 'child', title: 'Look', description: 'around', state: 'running' },
  ],
  [
    'a state with work in the background',
    'state_update',
    {
      state: 'idle',
      background: [
        { type: 'subagent', sessionId: 'c' },
        { type: 'terminal', terminalId: 't' },
        { type: '_claude/task', taskId: 'w', description: 'Watch the log' },
        { type: '_other' },
        3,
      ],
    },
    {
      type: 'state',
      state: 'idle',
      background: ['c'],
      detached: [{ id: 't' }, { id: 'w', title: 'Watch the log' }, { id: '_other', title: '_other' }],
    },
  ],
  [
    'a task in the background',
    'async_task_spawned',
    { asyncTaskId: 't', name: 'npm test', taskType: 'shell', showInTranscript: true, canStop: true },
    { type: 'task', taskId: 't', title: 'npm test', state: 'running' },
  ],
  [
    'its progress',
    'async_task_progress',
    { asyncTaskId: 't', description: 'half' },
    { type: 'task', taskId: 't', description: 'half' },
  ],
  [
    'its end',
    '_async_task_state_update',
    { asyncTaskId: 't', state: 'completed', summary: 'fine' },
    { type: 'task', taskId: 't', state: 'completed' },
  ],
  [
    'a message between sessions',
    'session_message',
    {
      messageId: 'm',
      senderSessionId: 's',
      recipientSessionId: 'c',
      content: [{ type: 'text', text: 'Look' }],
    },
    { type: 'session-message', messageId: 'm', isWhole: true, from: 's', to: 'c', text: 'Look' },
  ],
  [
    'the sender of one',
    'session_message',
    { messageId: 'm', senderSessionId: null },
    { type: 'session-message', messageId: 'm', isWhole: true, from: null },
  ],
  [
    'a piece of one',
    'session_message_chunk',
    { messageId: 'm', content: { type: 'text', text: ' around' } },
    { type: 'session-message', messageId: 'm', isWhole: false, text: ' around' },
  ],
  [
    'a goal',
    'session_info_update',
    { _meta: { jetbrains: { air: { goal: { objective: 'All green', status: 'active', iterations: 2 } } } } },
    { type: 'goal', goal: { objective: 'All green', status: 'active' } },
  ],
  [
    'no goal any more',
    'session_info_update',
    { _meta: { jetbrains: { air: { goal: null } } } },
    { type: 'goal', goal: null },
  ],
  [
    'a call in the work of another one',
    'tool_call',
    { toolCallId: 't', _meta: { claudeCode: { toolName: 'Read', parentToolUseId: 'agent' } } },
    { type: 'tool-call', toolCallId: 't', hasTodos: false, parentCallId: 'agent' },
  ],
  [
    'a call of a sub-agent with an id',
    'tool_call_update',
    { toolCallId: 't', _meta: { 'github.com/copilot': { agentId: 'a' } } },
    { type: 'tool-call', toolCallId: 't', hasTodos: false, childSessionId: 'a' },
  ],
  [
    'a notice',
    'notice',
    { severity: 'warning', title: 'Careful' },
    { type: 'notice', severity: 'warning', text: 'Careful' },
  ],
  [
    'a notice in detail',
    'notice',
    { severity: 'error', title: 'Careful', description: 'It is hot' },
    { type: 'notice', severity: 'error', text: 'Careful: It is hot' },
  ],
  [
    'a compaction begins',
    'compaction_update',
    { compactionId: 'c', status: null },
    { type: 'compaction', compactionId: 'c', status: 'in_progress' },
  ],
  [
    'a compaction that tells what it kept',
    'compaction_update',
    { compactionId: 'c', status: 'completed', summary: [{ type: 'text', text: 'The goal' }], error: null },
    { type: 'compaction', compactionId: 'c', status: 'completed', summary: 'The goal', error: '' },
  ],
  [
    'a compaction whose fields have wrong types',
    'compaction_update',
    { compactionId: 'c', status: 7, summary: { a: 1 }, error: ['x'] },
    { type: 'compaction', compactionId: 'c', summary: '' },
  ],
  [
    'a piece of the summary of a compaction',
    'compaction_summary_chunk',
    { compactionId: 'c', content: { type: 'text', text: ' and more' } },
    { type: 'compaction-summary', compactionId: 'c', text: ' and more' },
  ],
  ['something to come', '_future', { plan: {} }, { type: 'other', update: '_future' }],
])('%s', (_, sessionUpdate, fields, event) => {
  expect(readSessionUpdate({ sessionId: 's', update: { sessionUpdate, ...fields } })).toEqual({
    sessionId: 's',
    events: [event],
    problems: [],
  })
})

test.each<[string, string, object, string]>([
  ['a tool call without id', 'tool_call', { title: 'Edit' }, 'update.toolCallId'],
  ['a tool call with a number', 'tool_call', { toolCallId: 4 }, 'update.toolCallId'],
  ['a mode without id', 'current_mode_update', { mode: 'plan' }, 'update.currentModeId'],
  ['config options without a list', 'config_option_update', { configOptions: {} }, 'update.configOptions'],
  ['commands without a list', 'available_commands_update', {}, 'update.availableCommands'],
  ['usage without tokens', 'usage_update', { used: '4', size: 5 }, 'update.used'],
  ['a sub-agent without id', 'subagent_update', { title: 'Look' }, 'update.sessionId'],
  ['a begun sub-agent without id', 'subagent_spawned', { name: 'Look' }, 'update.subagentSessionId'],
  ['a task without id', 'async_task_spawned', { name: 'Look' }, 'update.asyncTaskId'],
  ['a message between sessions without id', 'session_message', { content: [] }, 'update.messageId'],
  ['a compaction without id', 'compaction_update', { status: 'completed' }, 'update.compactionId'],
  ['a summary without id', 'compaction_summary_chunk', { compactionId: 3 }, 'update.compactionId'],
  ['a state without state', 'state_update', { stopReason: 'end_turn' }, 'update.state'],
])('%s is a problem', (_, sessionUpdate, fields, path) => {
  const { events, problems } = readSessionUpdate({ sessionId: 's', update: { sessionUpdate, ...fields } })
  expect(events).toEqual([])
  expect(problems).toMatchObject([{ code: 'bad-update', path, weight: 'rejected' }])
})

test.each(['modeId', 'currentMode'])('a mode by an older name of its field is read, and noted: %s', (key) => {
  const update = { sessionUpdate: 'current_mode_update', [key]: 'plan' }
  const { events, problems } = readSessionUpdate({ sessionId: 's', update })
  expect(events).toEqual([{ type: 'mode-changed', modeId: 'plan' }])
  expect(problems).toMatchObject([{ path: 'update.currentModeId', weight: 'noted' }])
})

test('the session of an update, or null when it names none', () => {
  const update = { sessionUpdate: 'usage_update' }
  expect(
    [{ sessionId: 's', update }, { sessionId: 5, update }, { update }, 'plan', null].map(
      (params) => readSessionUpdate(params).sessionId,
    ),
  ).toEqual(['s', null, null, null, null])
})
