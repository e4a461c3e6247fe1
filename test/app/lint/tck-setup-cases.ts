import { fromAgent, newSession, planUpdate, raw, setup, turnEnd, update } from './lint-lines.ts'
import {
  chunk2,
  state,
  cancel,
  close,
  answer,
  call,
  load,
  resume,
  user,
  user2,
  info,
  loads,
  initialized1,
  initialized2,
  option,
  settings,
  v1,
  v2,
  broken,
  type TckCase,
} from './tck-messages.ts'

/** Of the transport, the beginning, sessions and settings. */
export const tckSetupCases: readonly TckCase[] = [
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
    'bad-answer id',
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
    setup({ version: 2, answer: { protocolVersion: 2, agentInfo: info, capabilities: {} } }),
  ),
  broken(
    '2:INIT-203',
    'version-not-spoken result.protocolVersion',
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
]
