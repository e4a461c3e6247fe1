import { expect, test } from 'vitest'
import { Exchange, greeted, greeting, initialize, opened, prompt, type Json } from './exchange.ts'

const said = (text: string, sessionId = 's'): Json => ({
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
})

test('the link of an exchange without notes', () => {
  const exchange = greeted()
  expect(exchange.types()).toEqual(['shaking-hands', 'agent-described', 'session-opened', 'open'])
  expect(exchange.state.link).toEqual({ state: 'open', sinceMs: 4000 })
  expect(exchange.state.agent).toMatchObject({ name: 'a', knowsPlanCapability: true })
  exchange.record({ t: 9000, type: 'end', status: 0, reason: 'done' })
  expect(exchange.state.link).toEqual({ state: 'ended', sinceMs: 9000, end: { kind: 'closed' } })
})

test.each([true, false])('the end of an exchange with notes, in a turn: %s', (isInTurn) => {
  const exchange = greeted()
  const note = (event: Json): unknown => exchange.record({ t: 8000, type: 'event', event })
  note({ type: 'remarked', text: 'noted' })
  exchange.client(prompt(2, 's', 'go'))
  note({ type: 'prompt-sent', sessionId: 's', text: 'go', wasQueued: false })
  if (!isInTurn) {
    exchange.agent({ id: 2, result: { stopReason: 'end_turn' } })
    note({ type: 'turn-ended', sessionId: 's', outcome: { kind: 'stopped', stopReason: 'end_turn' } })
  }
  exchange.record({ t: 9000, type: 'end', status: 0, reason: 'done' })
  expect(exchange.state.link.state).toBe(isInTurn ? 'ended' : 'open')
  expect(exchange.state.sessions.get('s')?.turn.state).toBe('ended')
})

test('a turn, cancelled', () => {
  const exchange = greeted()
  exchange.types()
  exchange.client(prompt(2, 's', 'go')).agent(said('on it'))
  exchange
    .client({ method: 'session/cancel', params: { sessionId: 's' } })
    .agent({ id: 2, result: { stopReason: 'cancelled' } })
  expect(exchange.types()).toEqual(['prompt-sent', 'session-updated', 'turn-cancelled', 'turn-ended'])
  expect(exchange.state.sessions.get('s')?.turn).toEqual({
    state: 'ended',
    outcome: { kind: 'stopped', stopReason: 'cancelled' },
    sinceMs: 5000,
    endedAtMs: 8000,
    took: { workedMs: 3000, waitedMs: 0 },
  })
  expect(exchange.state.sessions.get('s')?.activity.items[0]).toMatchObject({ who: 'user', text: 'go' })
})

test.each([[{}], [null], [{ stopReason: 5 }]])(
  'an answer to a prompt without a stopReason is a problem: %j',
  (result) => {
    const exchange = greeted()
    exchange.types()
    exchange.client(prompt(2, 's', 'go')).agent({ id: 2, result })
    expect(exchange.types()).toEqual(['prompt-sent', 'problem-found', 'turn-ended'])
    expect(exchange.state.problems.items[0]?.problem).toMatchObject({
      code: 'bad-answer',
      path: 'result.stopReason',
    })
  },
)

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['my span', false],
])('the span that a prompt names, if it is one: %s', (traceparent, isOne) => {
  const exchange = greeted()
  const { params, ...request } = prompt(2, 's', 'go')
  exchange.client({ ...request, params: { ...(params as Json), _meta: { traceparent } } })
  const sent = exchange.events.findLast(({ type }) => type === 'prompt-sent')
  expect(sent !== undefined && 'traceparent' in sent ? sent.traceparent : null).toBe(
    isOne ? traceparent : null,
  )
})

test('a late answer does not end the next turn, and turns of version 2 end by their state', () => {
  const exchange = new Exchange()
  exchange.client(initialize).agent({ id: 0, result: { protocolVersion: 2 } })
  exchange.client({ id: 1, method: 'session/new' }).agent(opened(1, 's'))
  const state = (name: string): Json => ({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'state_update', state: name } },
  })
  exchange.client(prompt(2, 's', 'one')).agent({ id: 2, result: {} }, state('running'), state('idle'))
  exchange
    .client(prompt(3, 's', 'two'))
    .agent(state('running'), { id: 2, result: { stopReason: 'end_turn' } })
  expect(exchange.state.sessions.get('s')?.turn).toMatchObject({ state: 'working' })
  expect(exchange.state.problems.items.map(({ problem }) => problem.code)).toEqual(['stray-response'])
  exchange.agent(state('idle'))
  expect(exchange.state.sessions.get('s')?.turn).toMatchObject({ state: 'ended' })
})

test('a turn of another client is one where nothing tells of turns, and no fault where the client knows its own', () => {
  const told = (sessionUpdate: string): Json => ({
    method: 'session/update',
    params: {
      sessionId: 's',
      update: { sessionUpdate, prompt: [{ type: 'text', text: 'Go' }], stopReason: 'refusal' },
    },
  })
  const watched = new Exchange()
  watched.agent(told('prompt_received'))
  expect(watched.state.sessions.get('s')?.turn).toMatchObject({ state: 'working' })
  watched.agent(told('turn_complete'))
  const outcome = { kind: 'stopped', stopReason: 'refusal' }
  expect(watched.state.sessions.get('s')?.turn).toMatchObject({ state: 'ended', outcome })
  const own = greeted()
  const { turn } = own.state.sessions.get('s') ?? {}
  own.agent(told('prompt_received'), told('turn_complete'))
  expect(own.state.sessions.get('s')?.turn).toEqual(turn)
  expect(own.state.problemCount).toBe(0)
})

test('questions and their answers, files, and what a client does not offer', () => {
  const exchange = greeted()
  exchange.types()
  const options = [{ optionId: 'ok', name: 'Yes', kind: 'allow_once' }]
  exchange.agent(
    { id: 0, method: 'session/request_permission', params: { sessionId: 's', options } },
    { id: 1, method: 'session/request_permission', params: { sessionId: 's', options: [] } },
    {
      id: 2,
      method: 'elicitation/create',
      params: { sessionId: 's', mode: 'url', url: 'https://x', message: 'm', elicitationId: 'e' },
    },
    { id: 3, method: 'fs/read_text_file', params: { sessionId: 's', path: '/x' } },
    { id: 4, method: 'terminal/create', params: {} },
    { id: 5, method: '_vendor/ask', params: {} },
  )
  expect(exchange.types()).toEqual(['permission-asked', 'problem-found', 'elicitation-asked'])
  exchange.client(
    { id: 0, result: { outcome: { outcome: 'selected', optionId: 'ok' } } },
    { id: 2, result: { action: 'decline' } },
    { id: 3, error: { code: -32002, message: 'not there' } },
    { id: 4, result: { terminalId: 't' } },
    { id: 5, error: { code: -32601, message: 'no' } },
    { id: 77, result: {} },
  )
  expect(exchange.events).toMatchObject([
    { type: 'permission-answered', key: 1, answer: { type: 'selected', optionId: 'ok', by: 'client' } },
    { type: 'elicitation-answered', key: 1, answer: { type: 'declined', by: 'client' } },
    { type: 'file-accessed', access: 'read', path: '/x', error: 'not there' },
    { type: 'problem-found', problem: { code: 'unknown-request' } },
  ])
})

test('several sessions: a prompt selects the current one; sessions are listed, closed and deleted', () => {
  const exchange = greeted()
  exchange.client({ id: 2, method: 'session/new' }).agent(opened(2, 't'))
  exchange.client(prompt(3, 's', 'here'))
  expect(exchange.state.currentSessionId).toBe('s')
  exchange.types()
  exchange.client({ id: 4, method: 'session/list', params: {} })
  exchange.agent({ id: 4, result: { sessions: [{ sessionId: 's' }], nextCursor: 'n' } })
  exchange.client({ id: 5, method: 'session/list', params: { cursor: 'n' } })
  exchange.agent({ id: 5, result: { sessions: [{ sessionId: 'u' }] } })
  expect(exchange.types()).toEqual(['sessions-listed', 'sessions-listed', 'sessions-listed'])
  expect(exchange.state.listing).toMatchObject({ state: 'listed', sessions: [{ id: 's' }, { id: 'u' }] })
  exchange.client({ id: 6, method: 'session/close', params: { sessionId: 's' } }).agent({ id: 6, result: {} })
  expect(exchange.types()).toEqual(['turn-ended', 'session-closed'])
  expect(exchange.state.currentSessionId).toBe('t')
  exchange
    .client(prompt(7, 's', 'still?'))
    .agent({ id: 7, error: { code: -32602, message: 'no such session' } })
  exchange
    .client({ id: 8, method: 'session/delete', params: { sessionId: 't' } })
    .agent({ id: 8, result: {} })
  expect(exchange.types()).toEqual(['session-closed'])
  expect([...exchange.state.sessions.keys()]).toEqual(['s'])
})

test('settings that were changed, with what there is now and without', () => {
  const exchange = greeted()
  const choices = ['low', 'high'].map((value) => ({ value, name: value }))
  const option = { id: 'effort', name: 'Effort', type: 'select', currentValue: 'low', options: choices }
  exchange.agent({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'config_option_update', configOptions: [option] } },
  })
  const change = { sessionId: 's', configId: 'effort', value: 'high' }
  exchange.client({ id: 2, method: 'session/set_config_option', params: change }).agent({ id: 2, result: {} })
  expect(exchange.state.sessions.get('s')?.configOptions).toMatchObject([{ id: 'effort', value: 'high' }])
  exchange.client({ id: 3, method: 'session/set_config_option', params: { ...change, value: 'low' } })
  exchange.agent({ id: 3, error: { code: -32602, message: 'no' } })
  expect(exchange.state.sessions.get('s')?.configOptions).toMatchObject([{ id: 'effort', value: 'high' }])
})

test('a model that the agent changes, or a client, stays when the other options are told', () => {
  const availableModels = ['small', 'large', 'huge'].map((modelId) => ({ modelId, name: modelId }))
  const exchange = new Exchange()
  exchange.client(initialize).agent(greeting).client({ id: 1, method: 'session/new' })
  exchange.agent({ id: 1, result: { sessionId: 's', models: { currentModelId: 'small', availableModels } } })
  const told = (update: Json): unknown =>
    exchange.agent({ method: 'session/update', params: { sessionId: 's', update } })
  const model = (): unknown =>
    exchange.state.sessions.get('s')?.configOptions.find(({ id }) => id === 'model')
  const values = ['currentModelId', 'modelId', 'currentModel'].map((key, at) => {
    told({ sessionUpdate: 'current_model_update', [key]: availableModels[2 - at]?.modelId })
    return model()
  })
  expect(values).toMatchObject([{ value: 'huge' }, { value: 'large' }, { value: 'small' }])
  told({ sessionUpdate: 'current_model_update', models: [] })
  told({ sessionUpdate: 'config_option_update', configOptions: [] })
  expect(model()).toMatchObject({ value: 'small' })
  const params = { sessionId: 's', modelId: 'huge' }
  exchange.client({ id: 2, method: 'session/set_model', params }).agent({ id: 2, result: null })
  expect(model()).toMatchObject({ value: 'huge', choices: { length: 3 } })
})

test('a login that fails, and then succeeds', () => {
  const exchange = new Exchange()
  exchange.client(initialize).agent(greeting).client({ id: 1, method: 'session/new' })
  exchange.agent({ id: 1, error: { code: -32000, message: 'Authentication required' } })
  const methods = [{ id: 'key', name: 'Key', description: null, how: { type: 'agent' } }]
  expect(exchange.state.link).toMatchObject({ state: 'wants-login', methods, trying: null, failure: null })
  exchange.client({ id: 2, method: 'authenticate', params: { methodId: 'key' } })
  expect(exchange.state.link).toMatchObject({ state: 'wants-login', trying: 'key' })
  exchange.agent({ id: 2, error: { code: -32603, message: 'wrong key' } })
  expect(exchange.state.link).toMatchObject({ state: 'wants-login', trying: null, failure: 'wrong key' })
  exchange.client({ id: 3, method: 'authenticate', params: { methodId: 'key' } }).agent({ id: 3, result: {} })
  exchange.client({ id: 4, method: 'session/new' }).agent(opened(4, 's'))
  expect(exchange.state.link.state).toBe('open')
})

test('a restarted agent: the turn that was running is lost', () => {
  const exchange = greeted()
  exchange.client(prompt(2, 's', 'go'))
  exchange.types()
  exchange.client(initialize).agent(greeting)
  expect(exchange.types()).toEqual(['ended', 'shaking-hands', 'agent-described'])
  expect(exchange.state.sessions.get('s')?.turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
  exchange
    .client({ id: 1, method: 'session/load', params: { sessionId: 's' } })
    .agent({ id: 1, result: null })
  expect(exchange.state.sessions.get('s')).toMatchObject({ phase: 'open', origin: 'loaded' })
})

test('a log that begins after its session was opened', () => {
  const exchange = new Exchange()
  exchange.agent(said('still at it'), { id: 9, result: { stopReason: 'end_turn' } })
  expect(exchange.types()).toEqual([
    'session-opened',
    'open',
    'session-updated',
    'session-updated',
    'turn-ended',
  ])
  const fromPrompt = new Exchange()
  fromPrompt.client(prompt(9, 's', 'go')).agent({ id: 9, result: { stopReason: 'end_turn' } })
  expect(fromPrompt.types()).toEqual(['session-opened', 'open', 'prompt-sent', 'turn-ended'])
})

test('the output of an agent alone', () => {
  const exchange = new Exchange()
  exchange.agent(greeting, said('early'), opened(1, 's'), said('hello'), {
    id: 2,
    result: { stopReason: 'end_turn' },
  })
  expect(exchange.types()).toEqual([
    'agent-described',
    'session-updated',
    'session-opened',
    'open',
    'session-updated',
    'turn-ended',
  ])
  expect(exchange.state.problemCount).toBe(0)
})

test('bytes, frames and lines that were too long are read as they were', () => {
  const exchange = greeted()
  const start = Buffer.from('{"jsonrpc"')
  exchange
    .record({ t: 5000, type: 'bytes', dir: 'from-agent', bytes: Buffer.of(0xff), isBinary: false })
    .record({
      t: 5000,
      type: 'bytes',
      dir: 'from-agent',
      bytes: Buffer.of(0xff),
      isBinary: true,
      isFramed: true,
    })
    .record({ t: 5000, type: 'overlong', dir: 'from-agent', start, sizeBytes: 2 ** 25 })
    .record({ t: 5000, type: 'overlong', dir: 'from-agent', start, sizeBytes: 2 ** 25, isFramed: true })
    .record({
      t: 5000,
      type: 'frame',
      dir: 'from-agent',
      line: `{}\n${JSON.stringify(said('x'))}`,
      isFramed: true,
    })
    .record({ t: 5000, type: 'stderr', line: 'oh' })
    .record({ t: 5000, type: 'mark', text: 'here' })
  expect(exchange.state.problems.items.map(({ problem }) => problem.text.slice(0, 29))).toEqual([
    'invalid UTF-8: the bad bytes ',
    'not JSON: an agent may write ',
    'a binary frame of 1 bytes tha',
    'a line of 32 MB, over the 16 ',
    'a frame of 32 MB, over the 16',
    'several messages in one frame',
    'JSON, but not a JSON-RPC mess',
  ])
  expect(exchange.state.stderr.items).toMatchObject([{ text: 'oh' }])
})
