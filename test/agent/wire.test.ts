import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import type { WirePiece } from '../../src/app/ports/transport.ts'
import { openRun, run, updateOf } from './puppet.ts'

const said = (text: string): Record<string, unknown> => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})

const junkAndProblems: readonly { readonly junk: string | Buffer; readonly codes: readonly string[] }[] = [
  { junk: 'Welcome to the agent!\n', codes: ['not-json'] },
  { junk: '\r\n\n', codes: [] },
  { junk: '{"jsonrpc":"2.0","method":"session/upda\n', codes: ['not-json'] },
  { junk: '{"hello":"world"}\n', codes: ['not-a-message'] },
  { junk: '[]\n', codes: ['batch'] },
  { junk: '17\n"text"\nnull\n', codes: ['not-a-message', 'not-a-message', 'not-a-message'] },
  { junk: Buffer.from([0xff, 0xfe, 0x0a]), codes: ['not-utf8', 'not-json'] },
  { junk: '{"jsonrpc":"2.0","id":99,"result":{}}\n', codes: ['stray-response'] },
  { junk: '{"jsonrpc":"2.0","id":0,"result":{}}\n', codes: ['stray-response'] },
  { junk: '{"id":null,"error":{"code":-32700,"message":"Parse error"}}\n', codes: ['stray-response'] },
  { junk: '{"id":"x","error":"no"}\n', codes: ['stray-response'] },
  { junk: '{"method":"_vendor/hello","params":{"a":1}}\n{"method":"_vendor/bye"}\n', codes: [] },
  { junk: '{"method":"_vendor/hello","params":7}\n', codes: ['not-a-message'] },
  { junk: '{"method":"session/update"}\n', codes: ['bad-update'] },
  { junk: '{"method":"$/cancel_request","params":{"requestId":5}}\n', codes: [] },
]

test('junk is a problem, is never answered, and the run goes on', async () => {
  const { run: running, puppet } = await openRun()
  for (const [at, { junk, codes }] of junkAndProblems.entries()) {
    const before = running.eventsOf('problem-found').length
    await puppet.write(junk)
    await puppet.update(said(`still here ${at}`))
    await running.event(
      'session-updated',
      ({ update }) => update.type === 'said' && update.text === `still here ${at}`,
    )
    const found = running.eventsOf('problem-found').slice(before)
    expect({ junk, codes: found.map((event) => event.problem.code) }).toEqual({ junk, codes })
  }
  // The prompt pushes everything through that was written before it.
  running.agent.order({ type: 'prompt', text: 'are you there' })
  await puppet.receives()
  expect(puppet.lines.map((line) => (JSON.parse(line) as { readonly method?: string }).method)).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
  ])
})

test('an error without a request is a problem with the message of the error', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.send({ id: null, error: { code: -32700, message: 'Parse error' } })
  expect((await running.event('problem-found')).problem).toEqual({
    code: 'stray-response',
    text: 'error -32700 (Parse error) without an id, for which no request is open',
    path: 'id',
    weight: 'noted',
    excerpt: '{"code":-32700,"message":"Parse error"}',
  })
})

test('an error without a code has none in the problem about it', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.send({ id: 99, error: { message: 'Gone' } })
  expect((await running.event('problem-found')).problem.text).toBe(
    'an error (Gone) to the request 99, for which no request is open',
  )
})

test('a burst of 1,000 updates arrives complete and in order', async () => {
  const { run: running, puppet } = await openRun()
  const line = JSON.stringify(
    updateOf({ sessionUpdate: 'plan', entries: [{ content: 'step %n', status: 'pending' }] }),
  )
  puppet.give({ type: 'burst', line, times: 1000 })
  await running.event('session-updated', ({ update }) => JSON.stringify(update).includes('step 1000"'))
  const contents = running
    .eventsOf('session-updated')
    .map(({ update }) =>
      update.type === 'plan-replaced' && update.content.type === 'items'
        ? update.content.entries[0]?.content
        : null,
    )
  expect(contents).toEqual(Array.from({ length: 1000 }, (_, at) => `step ${at + 1}`))
  expect(running.state().problemCount).toBe(0)
})

test('an update after the answer to a prompt is reduced after it', async () => {
  const { run: running, puppet } = await openRun()
  running.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await puppet.receives()
  await puppet.send(
    updateOf(said('before')),
    { id: prompt.id, result: { stopReason: 'end_turn' } },
    updateOf(said('after')),
    { id: 7, method: 'session/request_permission', params: { options: [{ optionId: 'a' }] } },
    updateOf(said('last')),
  )
  await running.event('session-updated', ({ update }) => update.type === 'said' && update.text === 'last')
  expect(running.events.slice(-6).map((event) => event.type)).toEqual([
    'session-updated',
    'turn-ended',
    'session-updated',
    'problem-found',
    'permission-asked',
    'session-updated',
  ])
})

test('updates before the answer to session/new belong to the session they name', async () => {
  const running = await run()
  const puppet = await running.nextPuppet()
  await puppet.answer(await puppet.receives(), { protocolVersion: 1 })
  const newSession = await puppet.receives()
  await puppet.update(said('early'), 's9')
  await puppet.write(
    '{"method":"session/update","params":{"update":{"sessionUpdate":"plan","entries":[]}}}\n',
  )
  await puppet.answer(newSession, { sessionId: 's9' })
  await running.opened()
  expect(running.state().sessions.get('s9')?.counts.messages).toBe(1)
  expect(running.eventsOf('problem-found').map(({ problem }) => problem.text)).toEqual([
    'session/update without a sessionId: there is no session for it',
  ])
})

test('an update that names no session goes to the open one, and is noted', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.send({ method: 'session/update', params: { update: said('whose?') } })
  expect((await running.event('session-updated')).sessionId).toBe('s1')
  expect(running.eventsOf('problem-found').map(({ problem }) => [problem.weight, problem.text])).toEqual([
    ['noted', 'session/update without a sessionId: the open session is assumed'],
  ])
})

test('an update that comes as a request is read, answered, and noted', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.send({ id: 7, ...updateOf(said('hello')) })
  expect(await puppet.receives()).toEqual({ jsonrpc: '2.0', id: 7, result: null })
  expect(running.eventsOf('session-updated').at(-1)?.update).toMatchObject({ type: 'said', text: 'hello' })
  expect(running.eventsOf('problem-found').map(({ problem }) => [problem.weight, problem.text])).toEqual([
    [
      'noted',
      'session/update came as a request, and is a notification: it is read as one, and answered with null',
    ],
  ])
})

test('unknown requests get -32601, also with odd ids, also before the session is open', async () => {
  const running = await run()
  const puppet = await running.nextPuppet()
  const initialize = await puppet.receives()
  await puppet.send({ id: 'early', method: 'fs/read_text_file', params: { path: '/etc/passwd' } })
  expect(await puppet.receives()).toMatchObject({ id: 'early', error: { code: -32601 } })
  await puppet.answer(initialize, { protocolVersion: 1 })
  await puppet.answer(await puppet.receives(), { sessionId: 's1' })
  await puppet.send({ id: 0, method: 'terminal/create', params: [] }, { id: 0, method: '_vendor/thing' })
  expect(await puppet.receives()).toMatchObject({ id: 0, error: { code: -32601 } })
  expect(await puppet.receives()).toMatchObject({ id: 0, error: { code: -32601 } })
  expect(running.state().problemCount).toBe(0)
  expect(running.eventsOf('problem-found').map(({ problem }) => problem)).toEqual([
    {
      code: 'unknown-request',
      text: 'the agent called fs/read_text_file, which this client does not support (answered with an error)',
      weight: 'noted',
      excerpt: '{"path":"/etc/passwd"}',
    },
    {
      code: 'unknown-request',
      text: 'the agent called terminal/create, which this client does not support (answered with an error)',
      weight: 'noted',
      excerpt: '[]',
    },
    {
      code: 'unknown-request',
      text: 'the agent called _vendor/thing, which this client does not support (answered with an error)',
      weight: 'noted',
      excerpt: '',
    },
  ])
})

test.each(['"\\ud800"', '9007199254740993', '-0', '1e999', '1.50', 'null', '""'])(
  'the answer to %s has that id as it was written',
  async (idText) => {
    const { run: running, puppet } = await openRun()
    await puppet.write(`{"id":${idText},"method":"terminal/create"}\n`)
    await running.event('problem-found')
    await puppet.receives()
    expect(puppet.lines.at(-1)).toContain(`"id":${idText},"error"`)
  },
)

test('onWire gets the lines of both directions, each before the events that it leads to', async () => {
  const pieces: WirePiece[] = []
  const { run: running, puppet } = await openRun({ onWire: (piece) => pieces.push(piece) })
  await puppet.write('junk\r\n\n')
  await running.event('problem-found')
  running.agent.order({ type: 'prompt', text: 'go' })
  await puppet.send(
    { id: (await puppet.receives()).id, result: { stopReason: 'end_turn' } },
    updateOf(said('last')),
  )
  await running.event('session-updated')
  const sent = pieces.filter(({ direction }) => direction === 'to-agent')
  expect(sent.map(({ bytes }) => bytes.toString('utf8'))).toEqual(puppet.lines)
  const came = pieces.filter(({ direction }) => direction === 'from-agent')
  expect(new Set(pieces.map(({ kind }) => kind))).toEqual(new Set(['line']))
  expect(came.map(({ bytes }) => bytes.toString('utf8').slice(0, 24))).toEqual([
    '{"jsonrpc":"2.0","id":0,',
    '{"jsonrpc":"2.0","id":1,',
    'junk\r',
    '',
    '{"jsonrpc":"2.0","id":2,',
    '{"jsonrpc":"2.0","method',
  ])
})
