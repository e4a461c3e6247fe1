import { describe, expect, test } from 'vitest'
import { updateOf, type Frame } from '../demo-client.ts'
import { recordingIn, recordingOf } from './played-recording.ts'
import { answers, asks, rawClient, traceOf, updates, type RawClient } from './raw-client.ts'

const opening = [
  asks(0, 'initialize', { protocolVersion: 1 }),
  answers(0, { protocolVersion: 1, agentCapabilities: {} }),
  asks(1, 'session/new', { cwd: '/a', mcpServers: [] }),
  answers(1, { sessionId: 's1' }),
] as const
const permission = {
  id: 7,
  method: 'session/request_permission',
  params: { sessionId: 's1', options: [{ optionId: 'yes', kind: 'allow_once' }] },
}
const yes = { outcome: { outcome: 'selected', optionId: 'yes' } }

async function opened(lines: readonly string[], wait?: Parameters<typeof rawClient>[1]): Promise<RawClient> {
  const client = rawClient(recordingIn(lines), wait)
  await client.request('initialize', { protocolVersion: 1 })
  await client.request('session/new', { cwd: '/b', mcpServers: [] })
  return client
}

const prompt = (client: RawClient, sessionId = 's1', text = 'go'): Promise<Frame> =>
  client.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
const said = (client: RawClient): readonly (string | undefined)[] =>
  client.frames.flatMap((frame) => updateOf(frame)?.content?.text ?? [])

test('a client that asks for an older version than was recorded is told so', async () => {
  const lines = [asks(0, 'initialize', { protocolVersion: 2 }), answers(0, { protocolVersion: 2 })]
  const told = async (protocolVersion: number): Promise<readonly string[]> => {
    const client = rawClient(recordingIn(traceOf(...lines)))
    await client.request('initialize', { protocolVersion })
    return client.stderrLines
  }
  expect(await told(2)).toEqual([])
  expect(await told(1)).toEqual([
    'acp-plan-tui demo: the client asks for protocol version 1, and the recording is of version 2',
  ])
})

describe('the recorded client again', () => {
  test.each(['claude-v1-plan-feedback', 'codex-v2-plan-feedback', 'gemini-caps-todo', 'opencode-caps-todo'])(
    '%s: with its own requests under other ids it gets the same frames in the same order',
    async (name) => {
      const recording = recordingOf(name)
      const client = rawClient(recording)
      const recorded: unknown[] = []
      const answered = new Set<unknown>()
      for (const [index, { method, params, moments }] of recording.exchanges.entries()) {
        const isOver = client.request(method, params, `mine-${index}`)
        for (const moment of moments) {
          if (moment.type === 'answer') recorded.push({ ...moment.value, id: `mine-${index}` })
          if (moment.type === 'notification' || moment.type === 'request') recorded.push(moment.value)
          if (moment.type !== 'answered') continue
          const asked = await client.frame(
            ({ id, method }) => id === moment.id && method !== undefined && !answered.has(id),
          )
          answered.add(moment.id)
          client.respond(asked.id, moment.result as object)
        }
        await isOver
        await client.rest()
      }
      expect(client.frames).toEqual(recorded)
      expect(client.stderrLines).toEqual([])
    },
  )

  test('lines are as they were, to the byte, where no id differs', async () => {
    const line =
      '{"method":"session/update", "params":{"sessionId":"s1","update":{"x":1.50}},"jsonrpc":"2.0"}'
    const client = await opened([
      ...traceOf(...opening, asks(2, 'session/prompt', { sessionId: 's1' })),
      JSON.stringify({ t: 700, in: line }),
      JSON.stringify({ t: 700, in: 'no JSON at all' }),
      JSON.stringify({ t: 700, in64: Buffer.from([0x7b, 0xff]).toString('base64') }),
      JSON.stringify({ t: 700, err: 'a word on stderr' }),
      ...traceOf(answers(2, { stopReason: 'end_turn' })),
    ])
    await prompt(client)
    expect(client.lines.slice(2, 5)).toEqual([line, 'no JSON at all', '{ÿ'])
    expect(client.stderrLines).toEqual(['a word on stderr'])
  })
})

describe('sessions', () => {
  test('one that is loaded under another id than in the recording has that id everywhere', async () => {
    const client = rawClient(recordingOf('claude-v1-reload'))
    await client.request('initialize', { protocolVersion: 1 })
    const loaded = await client.request('session/load', { sessionId: 'mine', cwd: '/b', mcpServers: [] })
    expect(loaded.result?.sessionId).toBe('mine')
    await client.rest()
    const ids = new Set(client.frames.flatMap((frame) => frame.params?.sessionId ?? []))
    expect([...ids]).toEqual(['mine'])
  })

  test('a new one is what the recording opened, in whatever way it did', async () => {
    const client = rawClient(recordingOf('gemini-v1-reload'))
    await client.request('initialize', { protocolVersion: 1 })
    const made = await client.request('session/new', { cwd: '/b', mcpServers: [] })
    await client.rest()
    const ids = new Set(client.frames.flatMap((frame) => frame.params?.sessionId ?? []))
    expect([...ids]).toEqual([made.result?.sessionId])
  })

  test('two that were recorded are played beside each other', async () => {
    const client = await opened(
      traceOf(
        ...opening,
        asks(2, 'session/new'),
        answers(2, { sessionId: 's2' }),
        asks(3, 'session/prompt', { sessionId: 's1' }),
        asks(4, 'session/prompt', { sessionId: 's2' }),
        updates('s1', 'one'),
        updates('s2', 'two'),
        updates('s1', 'one more'),
        answers(4, { stopReason: 'refusal' }),
        answers(3, { stopReason: 'end_turn' }),
      ),
    )
    await client.request('session/new', {})
    // The other way round than recorded.
    const second = await prompt(client, 's2')
    expect([second.result?.stopReason, said(client)]).toEqual(['refusal', ['two']])
    const first = await prompt(client, 's1')
    expect([first.result?.stopReason, said(client)]).toEqual(['end_turn', ['two', 'one', 'one more']])
  })

  test('one more than was recorded opens, and is empty', async () => {
    const client = await opened(traceOf(...opening))
    const extra = await client.request('session/new', {})
    expect(extra.result?.sessionId).toBe('recording-1')
    const answer = await prompt(client, 'recording-1')
    expect([answer.result?.stopReason, said(client)]).toEqual(['end_turn', ['The recording is over.']])
    expect((await prompt(client, 'never-opened')).error?.code).toBe(-32002)
  })
})

describe('a client that acts differently', () => {
  const asking = traceOf(
    ...opening,
    asks(2, 'session/prompt', { sessionId: 's1' }),
    updates('s1', 'may I?'),
    ['<', permission],
    ['>', { id: 7, result: yes }],
    updates('s1', 'thank you'),
    answers(2, { stopReason: 'end_turn' }),
  )

  test('another prompt text, and one prompt too many', async () => {
    const client = await opened(asking)
    const turn = prompt(client, 's1', 'something else')
    const question = await client.frame(({ method }) => method === 'session/request_permission')
    client.respond(question.id, yes)
    expect((await turn).result?.stopReason).toBe('end_turn')
    expect((await prompt(client)).result?.stopReason).toBe('end_turn')
    expect(said(client)).toEqual(['may I?', 'thank you', 'The recording is over.'])
  })

  test('after another answer the recording continues as recorded, and stderr says so', async () => {
    const client = await opened(asking)
    const turn = prompt(client)
    const question = await client.frame(({ method }) => method === 'session/request_permission')
    client.respond(question.id, { outcome: { outcome: 'selected', optionId: 'no' } })
    expect((await turn).result?.stopReason).toBe('end_turn')
    expect(client.stderrLines).toEqual([
      'acp-plan-tui demo: the recording continues as recorded, with the answer yes',
    ])
  })

  test('a question waits for its answer, however long', async () => {
    const client = await opened(asking)
    void prompt(client)
    await client.frame(({ method }) => method === 'session/request_permission')
    await client.rest()
    expect(said(client)).toEqual(['may I?'])
  })

  test('a cancel ends the turn, with a question open too', async () => {
    const client = await opened(asking)
    const turn = prompt(client)
    await client.frame(({ method }) => method === 'session/request_permission')
    client.notify('session/cancel', { sessionId: 's1' })
    expect((await turn).result).toEqual({ stopReason: 'cancelled' })
    await client.rest()
    expect(said(client)).toEqual(['may I?'])
  })

  test('a cancel that was recorded ends the turn as it did', async () => {
    const client = await opened(
      traceOf(
        ...opening,
        asks(2, 'session/prompt', { sessionId: 's1' }),
        updates('s1', 'working'),
        ['<', permission],
        ['>', { method: 'session/cancel', params: { sessionId: 's1' } }],
        ['<', { method: '$/cancel_request', params: { requestId: 7 } }],
        updates('s1', 'stopped'),
        answers(2, { stopReason: 'cancelled', recorded: true }),
        ['>', { id: 7, result: { outcome: { outcome: 'cancelled' } } }],
      ),
    )
    const turn = prompt(client)
    await client.frame(({ method }) => method === 'session/request_permission')
    await client.rest()
    expect(said(client)).toEqual(['working'])
    client.notify('session/cancel', { sessionId: 's1' })
    expect((await turn).result).toEqual({ stopReason: 'cancelled', recorded: true })
    expect(said(client)).toEqual(['working', 'stopped'])
  })

  test('a turn of version 2 is cancelled by its state, and its request is cancelled', async () => {
    const client = rawClient(recordingOf('claude-v2-plan-feedback'))
    await client.request('initialize', { protocolVersion: 2 })
    const made = await client.request('session/new', {})
    const sessionId = made.result?.sessionId ?? ''
    await prompt(client, sessionId)
    const question = await client.frame(({ method }) => method === 'session/request_permission')
    client.notify('session/cancel', { sessionId })
    const idle = await client.frame((frame) => updateOf(frame)?.state === 'idle')
    expect(updateOf(idle)?.stopReason).toBe('cancelled')
    const takenBack = client.frames.find(({ method }) => method === '$/cancel_request')
    expect(takenBack?.params?.requestId).toBe(question.id)
  })

  test('settings that were recorded and are not set are set before the turn', async () => {
    const client = rawClient(recordingOf('codex-v2-plan-cancel'))
    await client.request('initialize', { protocolVersion: 2 })
    const made = await client.request('session/new', {})
    void prompt(client, made.result?.sessionId)
    await client.frame(({ method }) => method === 'session/request_permission')
    const kinds = client.frames.map((frame) => updateOf(frame)?.sessionUpdate)
    expect(kinds.indexOf('config_option_update')).toBeGreaterThan(-1)
    expect(kinds.indexOf('config_option_update')).toBeLessThan(kinds.indexOf('plan_update'))
  })

  test('requests that are not in the recording', async () => {
    const client = await opened(traceOf(...opening))
    const sessionId = 's1'
    const answers = [
      await client.request('session/set_mode', { sessionId, modeId: 'plan' }),
      await client.request('session/set_config_option', { sessionId, configId: 'model', value: 'x' }),
      await client.request('session/close', { sessionId }),
      await client.request('authenticate', { methodId: 'x' }),
      await client.request('session/list', {}),
      await client.request('session/load', { sessionId: 'other' }),
      await client.request('_example.com/unknown', {}),
    ].map(({ result, error }) => result ?? error?.code)
    expect(answers).toEqual([{}, { configOptions: [] }, {}, {}, { sessions: [] }, -32002, -32601])
  })
})

describe('traces that lack something', () => {
  test('of the agent’s direction only: the requests are inferred from their answers', async () => {
    const client = await opened([
      '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}',
      '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}',
      ...['one', 'two'].map((text) => JSON.stringify({ jsonrpc: '2.0', ...updates('s1', text)[1] })),
      '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}',
      JSON.stringify({ jsonrpc: '2.0', ...updates('s1', 'three')[1] }),
      '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"refusal"}}',
    ])
    expect(said(client)).toEqual([])
    expect([(await prompt(client)).result?.stopReason, said(client)]).toEqual(['end_turn', ['one', 'two']])
    expect([(await prompt(client)).result?.stopReason, said(client)]).toEqual([
      'refusal',
      ['one', 'two', 'three'],
    ])
  })

  test('with ids that are the texts of the numbers that were sent', async () => {
    const client = await opened(
      traceOf(
        asks(0, 'initialize', { protocolVersion: 1 }),
        answers('0', { protocolVersion: 1, agentCapabilities: {} }),
        asks(1, 'session/new', { cwd: '/a', mcpServers: [] }),
        answers('1', { sessionId: 's1' }),
        asks(2, 'session/prompt', { sessionId: 's1', prompt: [] }),
        ['<', permission],
        ['>', { id: '7', result: yes }],
        updates('s1', 'after the answer'),
        answers('2', { stopReason: 'end_turn' }),
      ),
    )
    const over = prompt(client)
    await client.rest()
    expect(said(client)).toEqual([])
    client.respond('7', yes)
    expect((await over).result?.stopReason).toBe('end_turn')
    expect([said(client), client.stderrLines]).toEqual([['after the answer'], []])
  })

  test('of updates and nothing else: they are one turn', async () => {
    const client = await opened(
      ['one', 'two'].map((text) => JSON.stringify({ jsonrpc: '2.0', ...updates('s9', text)[1] })),
    )
    const turn = await prompt(client, 's9')
    expect(turn.result?.stopReason).toBe('end_turn')
    expect(said(client)).toEqual(['one', 'two', 'The recording ends here, in the middle of the turn.'])
  })

  test('that end in the middle of a turn', async () => {
    const client = await opened(
      traceOf(...opening, asks(2, 'session/prompt', { sessionId: 's1' }), updates('s1', 'so far')),
    )
    expect((await prompt(client)).result?.stopReason).toBe('end_turn')
    expect(said(client)).toEqual(['so far', 'The recording ends here, in the middle of the turn.'])
  })

  test('of an agent that died: this one dies where that did', async () => {
    const died = {
      type: 'link-changed',
      link: { state: 'ended', sinceMs: 9, end: { kind: 'exited', code: 3, signal: null } },
    }
    const client = await opened([
      ...traceOf(...opening, asks(2, 'session/prompt', { sessionId: 's1' }), updates('s1', 'ouch')),
      JSON.stringify({ t: 900, event: died }),
    ])
    void prompt(client)
    await client.rest()
    expect([said(client), client.exits]).toEqual([['ouch'], [3]])
  })
})

test('documents of plans lie in files of this run, as they were', async () => {
  const uri = 'file:///home/user/.x/plans/a%20plan.md'
  const document = (state: object): string =>
    JSON.stringify({ t: 700, event: { type: 'document', uri, ...state } })
  const named = (plan: object): readonly ['<', object] =>
    updates('s1', { sessionUpdate: 'plan_update', plan })
  const file = { type: 'file', planId: 'p', uri }
  const client = await opened([
    ...traceOf(...opening, asks(2, 'session/prompt', { sessionId: 's1' }), named(file)),
    document({ state: 'shown', text: 'first', format: 'markdown', sizeBytes: 5 }),
    ...traceOf(['<', permission], ['>', { id: 7, result: yes }]),
    document({ state: 'shown', text: 'second', format: 'markdown', sizeBytes: 6 }),
    ...traceOf(['<', { ...permission, id: 8 }], ['>', { id: 8, result: yes }]),
    document({ state: 'unavailable', reason: { kind: 'missing', path: 'x' } }),
    ...traceOf(named({ ...file, uri: 'file:///never/seen.md' }), answers(2, { stopReason: 'end_turn' })),
  ])
  const turn = prompt(client)
  const seen: unknown[] = []
  for (const id of [7, 8]) {
    await client.frame((frame) => frame.id === id)
    seen.push([...client.files])
    client.respond(id, yes)
  }
  await turn
  seen.push([...client.files])
  expect(seen).toEqual([[['a_plan.md', 'first']], [['a_plan.md', 'second']], []])
  const uris = client.frames.flatMap((frame) => updateOf(frame)?.plan?.uri ?? [])
  expect(uris).toEqual(['file:///folder/a_plan.md', 'file:///never/seen.md'])
})

test('time passes as it was recorded, but for the times of the client', async () => {
  const waits: number[] = []
  const lines = traceOf(...opening, asks(2, 'session/prompt', { sessionId: 's1' }), updates('s1', 'one'))
  const client = await opened(
    [
      ...lines,
      JSON.stringify({ t: 4000, in: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } } }),
    ],
    async (ms) => void waits.push(ms),
  )
  await prompt(client)
  expect(waits).toEqual([100, 100, 100, 3500])
})

test('the next prompt does not wait for updates after a turn', async () => {
  const late = { jsonrpc: '2.0', ...updates('s1', 'afterwards')[1] }
  const client = await opened(
    [
      ...traceOf(
        ...opening,
        asks(2, 'session/prompt', { sessionId: 's1' }),
        answers(2, { stopReason: 'end_turn' }),
      ),
      JSON.stringify({ t: 60_000, in: late }),
      ...traceOf(
        asks(3, 'session/prompt', { sessionId: 's1' }),
        updates('s1', 'second'),
        answers(3, { stopReason: 'refusal' }),
      ),
    ],
    async (ms, signal) => {
      if (ms < 1000) return
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
  )
  expect((await prompt(client)).result?.stopReason).toBe('end_turn')
  await client.rest()
  expect(said(client)).toEqual([])
  expect((await prompt(client)).result?.stopReason).toBe('refusal')
  expect(said(client)).toEqual(['afterwards', 'second'])
})
