import {
  answered,
  asks,
  fromAgent,
  newSession,
  nextPrompt,
  plan,
  planUpdate,
  raw,
  setup,
  toAgent,
  trace,
  turnEnd,
  update,
  updateOf,
} from './lint-lines.ts'

export interface LintCase {
  /** A trace that breaks the rule, and what is found in it, this rule's findings only. */
  readonly broken: readonly string[]
  readonly found: readonly string[]
  /** A trace that comes close, and does not break it. */
  readonly kept: readonly string[]
}

const permission = {
  sessionId: 's',
  toolCall: { toolCallId: 'c' },
  options: [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }],
}
const variable = { name: 'HOME', value: '/' }
const cancel = toAgent({ method: 'session/cancel', params: { sessionId: 's' } })

function chunk(text: string): string {
  return update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

function state(name: string, stopReason?: string): string {
  return update({ sessionUpdate: 'state_update', state: name, stopReason })
}

/** The answer of version 2 to a prompt. */
function accepted(id: number, messageId = 'm'): string {
  return fromAgent({ id, result: { messageId } })
}

function option(id: string, currentValue: string): object {
  const options = ['one', 'two'].map((value) => ({ value, name: value }))
  return { id, name: id, type: 'select', currentValue, options }
}

function callUpdate(toolCallId: string, fields: object): string {
  return update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields })
}

function session(sessionId: string, cwd: string): object {
  return { sessionId, cwd }
}

function toolCall(fields: object): string {
  return update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Edit', ...fields })
}

/** Of the rules about an exchange and its schema. */
export const exchangeCases: Readonly<Record<string, LintCase>> = {
  'error-message': {
    broken: trace(
      {},
      fromAgent({ id: 2, error: { code: -32603, message: 'It failed:\n  at main' } }),
      nextPrompt,
      fromAgent({ id: 3, error: { code: -32603, message: ' ' } }),
    ),
    found: ['note error-message 3 error.message', 'note error-message 4 error.message'],
    kept: trace({}, fromAgent({ id: 2, error: { code: -32603, message: 'It failed.' } })),
  },
  'version-unknown': {
    broken: setup({ answer: { protocolVersion: 65_535 } }),
    found: ['warning version-unknown 1 result.protocolVersion'],
    kept: setup({ answer: { protocolVersion: 2, info: { name: 'a', version: '1' } } }),
  },
  'version-not-spoken': {
    broken: setup({
      answer: { protocolVersion: 2, agentCapabilities: {}, agentInfo: { name: 'a', version: '1' } },
    }),
    found: ['error version-not-spoken 1 result.protocolVersion'],
    kept: setup({
      answer: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'a', version: '1' } },
    }),
  },
  'agent-unnamed': {
    broken: setup({ answer: { protocolVersion: 1 } }),
    found: ['note agent-unnamed 1 result.agentInfo'],
    kept: setup({ answer: { protocolVersion: 1, agentInfo: { name: 'a', version: '1' } } }),
  },
  'login-useless': {
    broken: [
      ...setup({ session: null }),
      fromAgent({ id: 1, error: { code: -32_000, message: 'Log in' } }),
      toAgent({ id: 7, method: 'authenticate', params: { methodId: 'a' } }),
      fromAgent({ id: 7, result: {} }),
      newSession(8),
      fromAgent({ id: 8, error: { code: -32_000, message: 'Log in' } }),
    ],
    found: ['warning login-useless 2 error.code', 'warning login-useless 4 error.code'],
    kept: [
      ...setup({ answer: { protocolVersion: 1, authMethods: [{ id: 'a', name: 'A' }] }, session: null }),
      fromAgent({ id: 1, error: { code: -32_000, message: 'Log in' } }),
    ],
  },
  'capability-not-offered': {
    broken: [
      ...setup({
        answer: { protocolVersion: 1, authMethods: [{ type: 'terminal', id: 't', name: 'Log in' }] },
        session: { configOptions: [{ id: 'o', name: 'O', type: 'boolean', currentValue: true }] },
      }),
      fromAgent({ id: 1, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } }),
      toAgent({ id: 7, method: 'session/load', params: { sessionId: 's', cwd: '/', mcpServers: [] } }),
    ],
    found: [
      'error capability-not-offered 1 result.authMethods[0].type',
      'error capability-not-offered 2 result.configOptions[0].type',
      'error capability-not-offered 3 method',
      'error capability-not-offered 3 method',
    ],
    kept: [
      ...setup({
        capabilities: { fs: { readTextFile: true }, auth: { terminal: true } },
        answer: {
          protocolVersion: 1,
          agentCapabilities: { loadSession: true },
          authMethods: [{ type: 'terminal', id: 't', name: 'Log in' }],
        },
      }),
      fromAgent({ id: 1, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } }),
      toAgent({ id: 7, method: 'session/load', params: { sessionId: 's', cwd: '/', mcpServers: [] } }),
    ],
  },
  'login-again': {
    broken: setup({
      answer: {
        protocolVersion: 2,
        authMethods: [
          { type: 'terminal', methodId: 't', name: 'Log in', env: [variable, variable] },
          { type: 'agent', methodId: 't', name: 'Log in' },
        ],
      },
    }),
    found: [
      'note login-again 1 result.authMethods[1]',
      'error login-again 1 result.authMethods[0].env[1].name',
    ],
    kept: setup({ answer: { protocolVersion: 1, authMethods: [{ id: 'a', name: 'A' }] } }),
  },
  'session-unknown': {
    broken: trace({}, updateOf('other', { sessionUpdate: 'plan', entries: [] })),
    found: ['error session-unknown 3 params.sessionId'],
    kept: trace(
      { capabilities: { subagents: {} } },
      update({ sessionUpdate: 'subagent_update', sessionId: 'child' }),
      updateOf('child', { sessionUpdate: 'plan', entries: [] }),
    ),
  },
  'update-before-session': {
    broken: [
      ...setup({ session: null }),
      updateOf('s', { sessionUpdate: 'available_commands_update', availableCommands: [] }),
      fromAgent({ id: 1, result: { sessionId: 's' } }),
    ],
    found: ['warning update-before-session 2 params.sessionId'],
    kept: [
      ...setup({}),
      updateOf('s', { sessionUpdate: 'available_commands_update', availableCommands: [] }),
    ],
  },
  'session-id-again': {
    broken: [...setup({}), newSession(7), fromAgent({ id: 7, result: { sessionId: 's' } })],
    found: ['error session-id-again 3 result.sessionId'],
    kept: [...setup({}), newSession(7), fromAgent({ id: 7, result: { sessionId: 't' } })],
  },
  'list-unfiltered': {
    broken: [
      ...setup({}),
      toAgent({ id: 7, method: 'session/delete', params: { sessionId: 't' } }),
      fromAgent({ id: 7, result: {} }),
      toAgent({ id: 8, method: 'session/list', params: { cwd: '/' } }),
      fromAgent({
        id: 8,
        result: { sessions: [session('s', '/'), session('t', '/'), session('u', '/home')] },
      }),
    ],
    found: [
      'error list-unfiltered 4 result.sessions[1].sessionId',
      'error list-unfiltered 4 result.sessions[2].cwd',
    ],
    kept: [
      ...setup({}),
      toAgent({ id: 8, method: 'session/list', params: {} }),
      fromAgent({ id: 8, result: { sessions: [session('s', '/'), session('u', '/home')] } }),
    ],
  },
  'update-after-turn': {
    broken: trace(
      {},
      turnEnd,
      chunk('late'),
      chunk('later'),
      nextPrompt,
      cancel,
      fromAgent({ id: 3, result: { stopReason: 'cancelled' } }),
      chunk('late'),
    ),
    found: [
      'warning update-after-turn 4 params.update.sessionUpdate',
      'error update-after-turn 7 params.update.sessionUpdate',
    ],
    kept: trace(
      {},
      chunk('in time'),
      turnEnd,
      update({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
      nextPrompt,
      chunk('in time'),
    ),
  },
  'replay-order': {
    broken: [
      ...setup({ answer: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }),
      toAgent({ id: 7, method: 'session/load', params: { sessionId: 's', cwd: '/', mcpServers: [] } }),
      fromAgent({ id: 7, result: {} }),
      chunk('late'),
      toAgent({ id: 8, method: 'session/resume', params: { sessionId: 's', cwd: '/', mcpServers: [] } }),
      chunk('the past'),
      fromAgent({ id: 8, result: {} }),
    ],
    found: [
      'error replay-order 4 params.update.sessionUpdate',
      'error replay-order 5 params.update.sessionUpdate',
    ],
    kept: [
      ...setup({ answer: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }),
      toAgent({ id: 7, method: 'session/load', params: { sessionId: 's', cwd: '/', mcpServers: [] } }),
      chunk('the past'),
      fromAgent({ id: 7, result: {} }),
    ],
  },
  'cancel-ignored': {
    broken: trace(
      {},
      cancel,
      fromAgent({ id: 2, error: { code: -32603, message: 'aborted' } }),
      nextPrompt,
      cancel,
      fromAgent({ id: 3, result: { stopReason: 'refusal' } }),
    ),
    found: ['error cancel-ignored 3 error', 'error cancel-ignored 4 result.stopReason'],
    kept: trace({}, cancel, fromAgent({ id: 2, result: { stopReason: 'cancelled' } })),
  },
  'state-order': {
    broken: trace({ version: 2 }, state('idle'), nextPrompt, accepted(3), state('idle', 'end_turn')),
    found: ['error state-order 6 params.update.stopReason', 'error state-order 8 params.update.state'],
    kept: trace({ version: 2 }, state('requires_action'), state('running'), state('idle', 'end_turn')),
  },
  'wait-not-told': {
    broken: trace({ version: 2 }, asks('# Split it'), answered),
    found: ['note wait-not-told 6 method'],
    kept: trace({ version: 2 }, asks('# Split it'), state('requires_action'), answered),
  },
  'call-untitled': {
    broken: trace(
      { version: 2 },
      callUpdate('c', {}),
      callUpdate('c', { name: 'edit' }),
      callUpdate('c', { name: 'write' }),
    ),
    found: ['note call-untitled 6 params.update.title', 'note call-untitled 8 params.update.name'],
    kept: trace(
      { version: 2 },
      callUpdate('c', { title: 'Edit', name: 'edit' }),
      callUpdate('c', {}),
      callUpdate('d', { title: 'Edit', name: 'write' }),
    ),
  },
  'prompt-not-reported': {
    broken: trace(
      { version: 2 },
      state('idle', 'end_turn'),
      nextPrompt,
      accepted(3, 'm2'),
      state('running'),
      state('idle', 'end_turn'),
    ),
    found: ['error prompt-not-reported 9 -'],
    kept: trace(
      { version: 2 },
      state('idle', 'end_turn'),
      nextPrompt,
      update({ sessionUpdate: 'user_message', messageId: 'm2', content: [] }),
      accepted(3, 'm2'),
      state('running'),
      state('idle', 'end_turn'),
    ),
  },
  'turn-without-end': {
    broken: trace({ version: 2 }, plan('pending One')),
    found: ['warning turn-without-end 3 -'],
    kept: trace({ version: 2 }, state('idle', 'end_turn')),
  },
  'setting-value': {
    broken: setup({
      session: {
        modes: { currentModeId: 'x', availableModes: [{ id: 'm', name: 'M' }] },
        configOptions: [option('o', 'three')],
      },
    }),
    found: [
      'warning setting-value 2 result.modes.currentModeId',
      'warning setting-value 2 result.configOptions[0].currentValue',
    ],
    kept: setup({
      session: {
        modes: { currentModeId: 'm', availableModes: [{ id: 'm', name: 'M' }] },
        configOptions: [option('o', 'two')],
      },
    }),
  },
  'settings-partial': {
    broken: [
      ...setup({ session: { configOptions: [option('o', 'one'), option('p', 'one')] } }),
      update({ sessionUpdate: 'config_option_update', configOptions: [option('p', 'two')] }),
    ],
    found: ['warning settings-partial 3 params.update.configOptions'],
    kept: [
      ...setup({ session: { configOptions: [option('o', 'one')] } }),
      update({
        sessionUpdate: 'config_option_update',
        configOptions: [option('o', 'two'), option('p', 'two')],
      }),
    ],
  },
  'bad-message': {
    broken: trace(
      {},
      raw({ method: '_own', params: {} }),
      fromAgent({ method: 'session/request_permission', params: permission }),
      fromAgent({ id: 2, result: {}, error: { code: '1', message: 'no' } }),
    ),
    found: [
      'error bad-message 3 jsonrpc',
      'error bad-message 4 id',
      'error bad-message 5 error',
      'error bad-message 5 error.code',
    ],
    kept: trace({}, fromAgent({ method: '_own', params: {} }), turnEnd),
  },
  'method-unknown': {
    broken: trace(
      { version: 2 },
      fromAgent({ method: 'vendor/notice' }),
      fromAgent({ id: 1, method: 'session/new' }),
    ),
    found: ['error method-unknown 6 method', 'error method-unknown 7 method'],
    kept: trace({ version: 2 }, fromAgent({ method: '_vendor/notice' }), fromAgent({ method: '$/progress' })),
  },
  'custom-name': {
    broken: [
      ...trace({ version: 2 }, update({ sessionUpdate: 'my_update' })),
      ...trace({}, update({ sessionUpdate: '_my_update' })),
    ],
    found: [
      'error custom-name 6 params.update.sessionUpdate',
      'note custom-name 9 params.update.sessionUpdate',
    ],
    kept: trace({ version: 2 }, update({ sessionUpdate: '_my_update' })),
  },
  'path-relative': {
    broken: trace({}, toolCall({ locations: [{ path: 'src/a.ts' }, { path: '~/a.ts' }] })),
    found: [0, 1].map((at) => `error path-relative 3 params.update.locations[${at}].path`),
    kept: trace(
      {},
      toolCall({ locations: ['/a.ts', 'C:\\a.ts', 'd:/a.ts', '\\\\host\\a.ts'].map((path) => ({ path })) }),
    ),
  },
  'extra-field': {
    broken: trace({}, toolCall({ color: 'red' }), toolCall({ color: 'blue' })),
    found: ['note extra-field 3 params.update.color'],
    kept: trace({}, toolCall({ _color: 'red', _meta: { color: 'red' } })),
  },
  unstable: {
    broken: trace(
      { capabilities: {} },
      planUpdate({ type: 'items', planId: 'p', entries: [] }),
      planUpdate({ type: 'items', planId: 'p', entries: [] }),
    ),
    found: ['note unstable 3 params.update.sessionUpdate'],
    kept: trace({}, planUpdate({ type: 'items', planId: 'p', entries: [] })),
  },
}
