import {
  fromAgent,
  newSession,
  planUpdate,
  raw,
  setup,
  toAgent,
  trace,
  turnEnd,
  update,
  updateOf,
} from './lint-lines.ts'

/** An exchange with one defect, and what lint says of it. */
export interface TckCase {
  /** The requirements of the kit that it breaks, with their version. */
  readonly breaks: readonly string[]
  readonly lines: readonly string[]
  /** The rule and the path of the finding. */
  readonly found: string
}

const chunk = (text: string): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const chunk2 = (fields: object): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' }, ...fields })
const state = (name: string, stopReason?: string): string =>
  update({ sessionUpdate: 'state_update', state: name, stopReason })
const call2 = (fields: object): string =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Edit', ...fields })
const cancel = toAgent({ method: 'session/cancel', params: { sessionId: 's' } })
const close = toAgent({ id: 9, method: 'session/close', params: { sessionId: 's' } })
const asks = (id: number, method: string, params: object = {}): string =>
  fromAgent({ id, method, params: { sessionId: 's', ...params } })
const again = (id: number): string =>
  toAgent({
    id,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'Go' }] },
  })
const answer = (id: number, result: unknown): string => fromAgent({ id, result })
const call = (id: number, method: string, params: object): string => toAgent({ id, method, params })
const load = call(7, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] })
const resume = (fields: object): string => call(7, 'session/resume', { sessionId: 's', cwd: '/', ...fields })
const user = update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hi' } })
const user2 = (messageId: string): string => update({ sessionUpdate: 'user_message', messageId, content: [] })

const info = { name: 'a', version: '1' }
const loads = { protocolVersion: 1, agentInfo: info, agentCapabilities: { loadSession: true } }
const initialized1 = (fields: object): readonly string[] =>
  setup({ answer: { protocolVersion: 1, agentInfo: info, ...fields } })
const initialized2 = (fields: object): readonly string[] =>
  setup({ version: 2, answer: { protocolVersion: 2, info, capabilities: { session: {} }, ...fields } })
const option = (id: string, currentValue: string): object => {
  const options = [{ value: 'one', name: 'One' }]
  return { id, configId: id, name: id, type: 'select', currentValue, options }
}
const settings = (version: 1 | 2, ...options: readonly object[]): readonly string[] =>
  setup({ version, session: { configOptions: options } })
const permission = { title: 'May I?', options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] }

function v1(...lines: readonly string[]): readonly string[] {
  return trace({ capabilities: {} }, ...lines)
}

function v2(...lines: readonly string[]): readonly string[] {
  return trace({ version: 2, capabilities: {} }, ...lines)
}

function broken(breaks: string, found: string, lines: readonly string[]): TckCase {
  return { breaks: breaks.split(' '), found, lines }
}

/** One defect each; the requirement's prefix ACP- is left out. */
export const tckCases: readonly TckCase[] = [
  // The transport and JSON-RPC.
  broken('1:TRANSPORT-001 2:TRANSPORT-203', 'stdout-junk -', v1(fromAgent('Agent 1.0 is ready'))),
  broken('2:TRANSPORT-201', 'batch -', v2(fromAgent('[]'))),
  broken('1:TRANSPORT-002 2:TRANSPORT-002', 'not-utf8 -', [
    ...v1(),
    JSON.stringify({
      t: 0,
      in64: Buffer.from('{"jsonrpc":"2.0","method":"_\xff"}', 'latin1').toString('base64'),
    }),
  ]),
  broken(
    '1:JSONRPC-001 2:JSONRPC-001',
    'stray-response id',
    v1(fromAgent({ id: '2', result: { stopReason: 'end_turn' } })),
  ),
  broken(
    '1:JSONRPC-002 2:JSONRPC-002',
    'bad-message error',
    v1(fromAgent({ id: 2, result: {}, error: { code: 1, message: 'no' } })),
  ),
  broken(
    '1:JSONRPC-002 2:JSONRPC-002',
    'bad-message error.code',
    v1(fromAgent({ id: 2, error: { code: '1', message: 'no' } })),
  ),
  broken(
    '1:JSONRPC-002 2:JSONRPC-002',
    'bad-message jsonrpc',
    v1(raw({ id: 2, result: { stopReason: 'end_turn' } })),
  ),
  broken('1:JSONRPC-003 2:JSONRPC-003', 'stray-response id', v1(cancel, fromAgent({ id: 3, result: {} }))),
  broken('2:CANCEL-205', 'stray-response id', v2(cancel, fromAgent({ id: 3, result: {} }))),
  broken(
    '1:ERROR-001 2:ERROR-001',
    'error-message error.message',
    v1(fromAgent({ id: 2, error: { code: -32603, message: 'It failed\nat main' } })),
  ),
  // The beginning.
  broken('1:INIT-001', 'bad-answer result.protocolVersion', initialized1({ protocolVersion: '1' })),
  broken(
    '2:INIT-001 2:INIT-201',
    'bad-answer result.protocolVersion',
    initialized2({ protocolVersion: '2' }),
  ),
  broken('1:INIT-004', 'agent-unnamed result.agentInfo', initialized1({ agentInfo: null })),
  broken(
    '1:SCHEMA-001',
    'bad-answer result.agentCapabilities.loadSession',
    initialized1({ agentCapabilities: { loadSession: {} } }),
  ),
  broken('1:SCHEMA-001', 'bad-answer result.authMethods', initialized1({ authMethods: { login: {} } })),
  broken(
    '2:INIT-203 2:SCHEMA-001',
    'bad-answer result.info',
    setup({ version: 2, answer: { protocolVersion: 2, agentInfo: info, agentCapabilities: {} } }),
  ),
  broken(
    '2:INIT-204',
    'bad-answer result.capabilities.session',
    initialized2({ capabilities: { session: true } }),
  ),
  broken(
    '1:SCHEMA-002 2:SCHEMA-002',
    'extra-field params.update.color',
    v1(update({ sessionUpdate: 'plan', entries: [], color: 'red' })),
  ),
  broken(
    '2:EXT-202',
    'extra-field result.capabilities.vendor',
    initialized2({ capabilities: { vendor: {} } }),
  ),
  broken(
    '2:META-201',
    'bad-plan params.update.plan._meta',
    v2(planUpdate({ type: 'items', planId: 'p', entries: [], _meta: 'x' })),
  ),
  broken(
    '1:AUTH-001',
    'login-again result.authMethods[1]',
    initialized1({
      authMethods: [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    }),
  ),
  broken(
    '2:AUTH-201',
    'login-again result.authMethods[1]',
    initialized2({ authMethods: ['A', 'B'].map((name) => ({ type: 'agent', methodId: 'a', name })) }),
  ),
  broken(
    '1:AUTH-002',
    'capability-not-offered result.authMethods[0].type',
    initialized1({ authMethods: [{ id: 'a', name: 'A', type: 'terminal' }] }),
  ),
  broken(
    '2:AUTH-202',
    'capability-not-offered result.authMethods[0].type',
    initialized2({ authMethods: [{ methodId: 'a', name: 'A', type: 'terminal' }] }),
  ),
  broken(
    '2:AUTH-206',
    'custom-name result.authMethods[0].type',
    initialized2({ authMethods: [{ methodId: 'a', name: 'A', type: 'browser' }] }),
  ),
  broken(
    '2:AUTH-207',
    'bad-answer result.authMethods[0].args',
    setup({
      version: 2,
      capabilities: { auth: { terminal: {} } },
      answer: {
        protocolVersion: 2,
        info,
        authMethods: [{ methodId: 'a', name: 'A', type: 'terminal', args: '--login' }],
      },
    }),
  ),
  broken('1:AUTH-003', 'login-useless error.code', [
    ...initialized1({ authMethods: [{ id: 'a', name: 'A' }] }),
    call(7, 'authenticate', { methodId: 'a' }),
    answer(7, {}),
    newSession(8),
    fromAgent({ id: 8, error: { code: -32000, message: 'Log in' } }),
  ]),
  broken('2:AUTH-204', 'login-useless error.code', [
    ...initialized2({ authMethods: [{ type: 'agent', methodId: 'a', name: 'A' }] }),
    call(7, 'auth/login', { methodId: 'a' }),
    answer(7, {}),
    newSession(8),
    fromAgent({ id: 8, error: { code: -32000, message: 'Log in' } }),
  ]),
  broken('1:AUTH-005 2:AUTH-205', 'login-useless error.code', [
    ...setup({ session: null }),
    fromAgent({ id: 1, error: { code: -32000, message: 'Log in' } }),
  ]),
  // Sessions.
  broken('1:SESSION-001 2:SESSION-001', 'bad-answer result.sessionId', setup({ session: { sessionId: 7 } })),
  broken('1:SESSION-002 2:SESSION-002', 'session-id-again result.sessionId', [
    ...setup({}),
    newSession(7),
    answer(7, { sessionId: 's' }),
  ]),
  broken('1:LOAD-001', 'bad-answer result.configOptions', [
    ...setup({ answer: loads }),
    load,
    answer(7, { configOptions: {} }),
  ]),
  broken('1:LOAD-002', 'replay-order params.update.sessionUpdate', [
    ...setup({ answer: loads }),
    load,
    answer(7, {}),
    user,
  ]),
  broken('1:LOAD-003', 'bad-answer result', [...setup({ answer: loads }), load, answer(7, null)]),
  broken('1:RESUME-001', 'bad-answer result.configOptions', [
    ...setup({}),
    resume({}),
    answer(7, { configOptions: 1 }),
  ]),
  broken('1:RESUME-002', 'replay-order params.update.sessionUpdate', [
    ...setup({}),
    resume({}),
    user,
    answer(7, {}),
  ]),
  broken('2:RESUME-201', 'bad-answer result', [...setup({ version: 2 }), resume({}), answer(7, null)]),
  broken('2:RESUME-202', 'replay-order params.update.sessionUpdate', [
    ...setup({ version: 2 }),
    resume({ replayFrom: { type: 'start' } }),
    answer(7, {}),
    user2('m'),
  ]),
  broken('2:RESUME-203', 'replay-order params.update.sessionUpdate', [
    ...setup({ version: 2 }),
    resume({}),
    user2('m'),
    answer(7, {}),
  ]),
  broken('2:RESUME-205', 'replay-order params.update.sessionUpdate', [
    ...setup({ version: 2 }),
    resume({ replayFrom: { type: 'start' } }),
    chunk2({ messageId: 'm' }),
  ]),
  broken('1:LIST-001 2:LIST-201', 'bad-answer result.sessions', [
    ...setup({}),
    call(7, 'session/list', {}),
    answer(7, {}),
  ]),
  broken('1:LIST-002 2:LIST-202', 'bad-answer result.sessions', [
    ...setup({}),
    call(7, 'session/list', {}),
    answer(7, { sessions: null }),
  ]),
  broken('2:LIST-203', 'list-unfiltered result.sessions[0].cwd', [
    ...setup({ version: 2 }),
    call(7, 'session/list', { cwd: '/a' }),
    answer(7, { sessions: [{ sessionId: 's', cwd: '/b' }] }),
  ]),
  broken('2:LIST-204', 'path-relative result.sessions[0].cwd', [
    ...setup({ version: 2 }),
    call(7, 'session/list', {}),
    answer(7, { sessions: [{ sessionId: 's', cwd: 'b' }] }),
  ]),
  broken('1:DELETE-001 2:DELETE-201', 'bad-answer result', [
    ...setup({}),
    call(7, 'session/delete', { sessionId: 's' }),
    answer(7, 'ok'),
  ]),
  broken('2:DELETE-202', 'list-unfiltered result.sessions[0].sessionId', [
    ...setup({ version: 2 }),
    call(7, 'session/delete', { sessionId: 's' }),
    answer(7, {}),
    call(8, 'session/list', {}),
    answer(8, { sessions: [{ sessionId: 's', cwd: '/' }] }),
  ]),
  broken('1:CLOSE-001 2:CLOSE-201', 'bad-answer result', [...setup({}), close, answer(9, true)]),
  broken('1:CLOSE-002', 'cancel-ignored result.stopReason', v1(close, turnEnd)),
  broken(
    '2:CLOSE-202 2:CANCEL-208',
    'cancel-ignored params.update.stopReason',
    v2(close, state('idle', 'refusal')),
  ),
  // Settings.
  broken(
    '1:MODES-001',
    'setting-value result.modes.currentModeId',
    setup({ session: { modes: { currentModeId: 'x', availableModes: [] } } }),
  ),
  broken(
    '1:MODES-002',
    'bad-setting params.update.currentModeId',
    v1(update({ sessionUpdate: 'current_mode_update', modeId: 'ask' })),
  ),
  broken(
    '1:CONFIG-001',
    'setting-value result.configOptions[0].currentValue',
    settings(1, option('o', 'two')),
  ),
  broken(
    '2:CONFIG-204',
    'setting-value result.configOptions[0].currentValue',
    settings(2, option('o', 'two')),
  ),
  broken(
    '2:CONFIG-201',
    'bad-setting result.configOptions[0].options',
    settings(2, { ...option('o', 'one'), options: undefined }),
  ),
  broken('2:CONFIG-203', 'bad-setting result.configOptions[0].configId', [
    ...setup({ version: 2 }),
    resume({}),
    answer(7, { configOptions: [{ ...option('o', 'one'), configId: undefined }] }),
  ]),
  broken('1:CONFIG-002', 'settings-partial result.configOptions', [
    ...settings(1, option('o', 'one'), option('p', 'one')),
    call(7, 'session/set_config_option', { sessionId: 's', configId: 'p', value: 'one' }),
    answer(7, { configOptions: [option('p', 'one')] }),
  ]),
  broken('2:CONFIG-202', 'settings-partial result.configOptions', [
    ...settings(2, option('o', 'one'), option('p', 'one')),
    call(7, 'session/set_config_option', { sessionId: 's', configId: 'p', type: 'id', value: 'one' }),
    answer(7, { configOptions: [option('p', 'one')] }),
  ]),
  broken('2:CONFIG-206', 'settings-partial params.update.configOptions', [
    ...settings(2, option('o', 'one'), option('p', 'one')),
    update({ sessionUpdate: 'config_option_update', configOptions: [] }),
  ]),
  broken(
    '1:CONFIG-003',
    'capability-not-offered result.configOptions[0].type',
    setup({ session: { configOptions: [{ id: 'o', name: 'O', type: 'boolean', currentValue: true }] } }),
  ),
  // Turns.
  broken('1:PROMPT-001', 'bad-answer result.stopReason', v1(answer(2, { stopReason: 'finished' }))),
  broken(
    '1:PROMPT-002',
    'session-unknown params.sessionId',
    v1(updateOf('other', { sessionUpdate: 'plan', entries: [] })),
  ),
  broken(
    '2:PROMPT-205',
    'session-unknown params.sessionId',
    v2(
      updateOf('other', { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } }),
    ),
  ),
  broken(
    '1:PROMPT-002',
    'bad-update params.update.content',
    v1(update({ sessionUpdate: 'agent_message_chunk' })),
  ),
  broken(
    '1:PROMPT-002',
    'bad-update params.update.content.type',
    v1(update({ sessionUpdate: 'agent_message_chunk', content: { text: 'Hi' } })),
  ),
  broken(
    '1:CANCEL-001',
    'cancel-ignored error',
    v1(cancel, fromAgent({ id: 2, error: { code: -32603, message: 'aborted' } })),
  ),
  broken('1:CANCEL-001', 'cancel-ignored result.stopReason', v1(cancel, turnEnd)),
  broken(
    '1:CANCEL-002',
    'update-after-turn params.update.sessionUpdate',
    v1(cancel, answer(2, { stopReason: 'cancelled' }), chunk('late')),
  ),
  broken(
    '2:PROMPT-201',
    'bad-answer result.messageId',
    v2(state('idle', 'end_turn'), again(3), answer(3, {})),
  ),
  broken(
    '2:PROMPT-203',
    'prompt-not-reported -',
    v2(
      state('idle', 'end_turn'),
      again(3),
      answer(3, { messageId: 'm' }),
      user2('other'),
      state('running'),
      state('idle', 'end_turn'),
    ),
  ),
  broken(
    '2:PATCH-203',
    'prompt-not-reported result.messageId',
    v2(state('idle', 'end_turn'), again(3), answer(3, { messageId: 'user-1' })),
  ),
  broken(
    '2:STATE-201',
    'state-order params.update.state',
    v2(
      state('idle', 'end_turn'),
      again(3),
      user2('m'),
      answer(3, { messageId: 'm' }),
      state('idle', 'end_turn'),
    ),
  ),
  broken('2:STATE-202', 'turn-without-end -', v2()),
  broken('2:CANCEL-201', 'turn-without-end -', v2(cancel)),
  broken('2:STATE-203', 'state-order params.update.stopReason', v2(state('idle'))),
  broken('2:STATE-203 2:CANCEL-207', 'custom-name params.update.stopReason', v2(state('idle', 'aborted'))),
  broken(
    '2:CANCEL-202',
    'update-after-turn params.update.sessionUpdate',
    v2(cancel, state('idle', 'cancelled'), state('idle', 'cancelled')),
  ),
  broken('2:CANCEL-203', 'cancel-ignored params.update.stopReason', v2(cancel, state('idle', 'max_tokens'))),
  broken(
    '2:PERM-201',
    'bad-request params.options',
    v2(asks(1, 'session/request_permission', { ...permission, options: [] })),
  ),
  broken(
    '2:PATCH-209',
    'wait-not-told method',
    v2(
      asks(1, 'session/request_permission', permission),
      toAgent({ id: 1, result: { outcome: { outcome: 'cancelled' } } }),
    ),
  ),
  broken(
    '1:CLIENTCAP-001',
    'capability-not-offered method',
    v1(asks(1, 'fs/read_text_file', { path: '/a' })),
  ),
  broken(
    '1:CLIENTCAP-002',
    'capability-not-offered method',
    v1(asks(1, 'terminal/create', { command: 'ls' })),
  ),
  broken(
    '1:CLIENTCAP-003',
    'capability-not-offered method',
    v1(
      asks(1, 'elicitation/create', {
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: {} },
      }),
    ),
  ),
  broken(
    '2:CLIENTCAP-201',
    'capability-not-offered method',
    v2(
      asks(1, 'elicitation/create', {
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: {} },
      }),
    ),
  ),
  broken('2:CLIENTCAP-202', 'method-unknown method', v2(asks(1, 'fs/read_text_file', { path: '/a' }))),
  broken('2:CLIENTCAP-202', 'method-unknown method', v2(fromAgent({ method: 'vendor/notice', params: {} }))),
  // Messages, calls and plans.
  broken('2:PATCH-201', 'bad-update params.update.messageId', v2(chunk2({}))),
  broken('2:PATCH-204', 'bad-update params.update.toolCallId', v2(call2({ toolCallId: undefined }))),
  broken(
    '2:PATCH-205',
    'plan-id-missing params.update.plan.planId',
    v2(planUpdate({ type: 'items', entries: [] })),
  ),
  broken('2:PATCH-205', 'plan-id-missing params.update.plan.planId', v2(planUpdate({ type: '_graph' }))),
  broken(
    '2:PATCH-206',
    'path-relative params.update.cwd',
    v2(update({ sessionUpdate: 'terminal_update', terminalId: 't', cwd: 'src' })),
  ),
  broken(
    '2:PATCH-207',
    'bad-update params.update.data',
    v2(update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'not base64!' })),
  ),
  broken('2:PATCH-208', 'call-untitled params.update.title', v2(call2({ title: null }))),
  broken('2:ENUM-201', 'custom-name params.update.status', v2(call2({ status: 'finished' }))),
  broken(
    '2:ENUM-201',
    'status-unknown params.update.plan.entries[0].status',
    v2(
      planUpdate({
        type: 'items',
        planId: 'p',
        entries: [{ content: 'One', priority: 'medium', status: 'doing' }],
      }),
    ),
  ),
  broken('2:ENUM-202', 'custom-name params.update.sessionUpdate', v2(update({ sessionUpdate: 'my_update' }))),
]
