import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { greetOnWire, openOnWire, runOnWire, offeringAll } from './wire.ts'
import { answeredTooLate } from '../../src/app/words/link.ts'
import { settled } from './watched-run.ts'

const unattended = { canAsk: false } as const
const remote = { isRemote: true, fallbackName: 'ws://agent' } as const
const lost = { kind: 'disconnected', address: 'ws://agent', cause: 'the connection was reset' } as const
const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'plan', name: 'Plan' },
    { id: 'edit', name: 'Edit' },
  ],
}

describe('a session setup that the agent does not answer', () => {
  test('is reported, and ends a run without a screen', async () => {
    const { run, wire } = await greetOnWire({ ...unattended, protocol: 1 })
    await wire.receives()
    run.clock.pass(299_999)
    expect(run.remarks()).toEqual([
      'The agent has been silent for 60 s; waiting for the answer to session/new.',
    ])
    expect(run.state().link.state).toBe('shaking-hands')
    run.clock.pass(1)
    expect(run.state().link).toMatchObject({
      state: 'ended',
      end: { kind: 'silent', forMs: 300_000, waitingFor: 'the answer to session/new' },
    })
    expect(wire.isClosed).toBe(true)
  })

  test('ends after the timeout of the user, and is reported before', async () => {
    const run = runOnWire({ ...unattended, timeoutMs: 900_000 })
    await (await run.nextWire()).receives()
    run.clock.pass(899_999)
    expect(run.remarks()).toHaveLength(1)
    expect(run.state().link.state).toBe('shaking-hands')
    run.clock.pass(1)
    expect(run.state().link).toMatchObject({ end: { kind: 'silent', forMs: 900_000 } })
  })

  test('names the address of a remote agent', async () => {
    const run = runOnWire({ ...remote, timeoutMs: 5000 })
    await (await run.nextWire()).receives()
    run.clock.pass(5000)
    expect(run.state().link).toMatchObject({ end: { kind: 'silent', address: 'ws://agent' } })
  })

  test.each([
    ['bytes of a line without an end', '.'],
    ['lines that are no messages', 'loading\n'],
    ['messages', '{"jsonrpc":"2.0","method":"_alive"}\n'],
  ])('ends after the timeout although the agent sends %s', async (_, sent) => {
    const run = runOnWire({ ...unattended, timeoutMs: 30_000 })
    const wire = await run.nextWire()
    await wire.receives()
    for (let at = 0; at < 3; at++) {
      expect(run.state().link.state).toBe('shaking-hands')
      wire.write(sent)
      run.clock.pass(10_000)
    }
    expect(run.state().link).toMatchObject({
      state: 'ended',
      end: { kind: 'silent', forMs: 30_000, waitingFor: 'the answer to initialize', sentOther: true },
    })
  })

  test('ends after ten minutes without a timeout, whatever messages come', async () => {
    const run = runOnWire(unattended)
    const wire = await run.nextWire()
    await wire.receives()
    for (let at = 0; at < 60; at++) {
      expect(run.state().link.state).toBe('shaking-hands')
      wire.send({ method: '_alive' })
      run.clock.pass(10_000)
    }
    expect(run.state().link).toMatchObject({
      state: 'ended',
      end: {
        kind: 'broke-protocol',
        text: 'the answer to initialize has not come within 600 s, although the agent sends other data',
      },
    })
  })

  test('goes on while the past of a session is sent, and ends when it stops', async () => {
    const run = runOnWire({
      ...unattended,
      timeoutMs: 30_000,
      protocol: 1,
      first: { type: 'open', sessionId: 's0' },
    })
    const wire = await run.nextWire()
    await wire.answersNext(offeringAll)
    await wire.receives()
    for (let at = 0; at < 9; at++) {
      wire.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'then' } }, 's0')
      run.clock.pass(29_999)
    }
    expect(run.state().link.state).toBe('shaking-hands')
    run.clock.pass(1)
    expect(run.state().link).toMatchObject({ end: { kind: 'silent', forMs: 30_000 } })
  })
})

describe('the end of a turn that does not come', () => {
  test('whole messages put the timeout off; bytes, other lines and stderr do not', async () => {
    const { run, wire } = await openOnWire({ ...unattended, timeoutMs: 5000, prompts: ['go'] })
    await wire.receives()
    run.clock.pass(4000)
    wire.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I work' } })
    for (let at = 0; at < 5; at++) {
      expect(run.state().link.state).toBe('open')
      run.clock.pass(1000)
      wire.write(at % 2 === 0 ? 'tick\n' : '.')
      wire.stderr('tick\n')
    }
    expect(run.state().link).toMatchObject({
      end: { kind: 'silent', forMs: 5000, waitingFor: 'the end of the turn', sentOther: true },
    })
  })

  test('stderr alone is silence', async () => {
    const { run, wire } = await openOnWire({ ...unattended, timeoutMs: 5000, prompts: ['go'] })
    await wire.receives()
    for (let at = 0; at < 5; at++) {
      wire.stderr('tick\n')
      run.clock.pass(1000)
    }
    expect(run.state().link).toMatchObject({ state: 'ended' })
    expect(run.state().link).not.toHaveProperty('end.sentOther')
  })
})

describe('what a run without a screen waits for is said', () => {
  const text = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I work' } }

  test('in a turn, once', async () => {
    const { run, wire } = await openOnWire({ ...unattended, prompts: ['go'] })
    await wire.receives()
    run.clock.pass(40_000)
    wire.update(text)
    run.clock.pass(59_999)
    expect(run.remarks()).toEqual([])
    run.clock.pass(600_000)
    expect(run.remarks()).toEqual(['The agent has been silent for 60 s; waiting for the end of the turn.'])
    expect(run.state().link.state).toBe('open')
  })

  test('not on a screen, which shows it', async () => {
    const { run, wire } = await openOnWire({ prompts: ['go'] })
    await wire.receives()
    run.clock.pass(600_000)
    expect(run.remarks()).toEqual([])
  })

  test.each([
    ['running', 'sub-agent “Find callers”'],
    ['requires_action', 'an answer that sub-agent “Find callers” gets elsewhere'],
  ])('for a sub-agent in the background, which is %s', async (state, what) => {
    const { run, wire } = await openOnWire(
      { ...unattended, timeoutMs: 90_000, prompts: ['go'] },
      { protocolVersion: 2 },
    )
    const prompt = await wire.receives()
    const child = { sessionUpdate: 'subagent_update', sessionId: 'c', title: 'Find callers' }
    wire.update({ ...child, state: { sessionUpdate: 'state_update', state } })
    wire.answer(prompt, {})
    wire.update({ sessionUpdate: 'state_update', state: 'running' })
    const background = [{ type: 'subagent', sessionId: 'c' }]
    wire.update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn', background })
    await settled()
    run.clock.pass(60_000)
    expect(run.remarks()).toEqual([`The agent has been silent for 60 s; waiting for ${what}.`])
    wire.update(text, 'c')
    for (let at = 0; at < 9; at++) {
      run.clock.pass(10_000)
      wire.write('.')
    }
    expect(run.state().link).toMatchObject({ end: { kind: 'silent', forMs: 90_000, waitingFor: what } })
  })

  test('nothing is waited for once the sub-agent is over', async () => {
    const { run, wire } = await openOnWire({ ...unattended, timeoutMs: 5000, prompts: ['go'] })
    const prompt = await wire.receives()
    const child = { sessionUpdate: 'subagent_update', sessionId: 'c', title: 'Find callers' }
    wire.update({ ...child, state: { sessionUpdate: 'state_update', state: 'running' } })
    wire.answer(prompt, { stopReason: 'end_turn' })
    await settled()
    wire.update({ sessionUpdate: 'state_update', state: 'idle' }, 'c')
    expect(run.clock.dueInMs()).toEqual([])
  })

  test('a state after the answer of version 1 begins no wait', async () => {
    const { run, wire } = await openOnWire({ ...unattended, timeoutMs: 5000, prompts: ['go'] })
    wire.answer(await wire.receives(), { stopReason: 'end_turn' })
    await settled()
    wire.update({ sessionUpdate: 'state_update', state: 'running' })
    expect(run.clock.dueInMs()).toEqual([])
    expect(run.state().sessions.get('s1')?.turn.state).toBe('ended')
  })
})

test('a text that waits for its user without the end of its line is told, a message that is begun is not', async () => {
  const run = runOnWire()
  const wire = await run.nextWire()
  const initialize = await wire.receives()
  const told = (): readonly unknown[] => run.eventsOf('problem-found').map(({ problem }) => problem.excerpt)
  wire.write('Enter your ')
  run.clock.pass(1999)
  wire.write('API key: ')
  run.clock.pass(1999)
  expect(told()).toEqual([])
  run.clock.pass(1)
  expect(told()).toEqual(['Enter your API key:'])
  const [first, ...rest] = JSON.stringify({
    jsonrpc: '2.0',
    id: initialize.id,
    result: { protocolVersion: 1 },
  })
  wire.write(`\n${first}`)
  run.clock.pass(5000)
  wire.write(`${rest.join('')}\n`)
  await wire.receives()
  wire.write('not any more')
  run.clock.pass(5000)
  expect(told()).toHaveLength(1)
})

test.each(['', '\r'])(
  'messages that end with %j and no line feed are read when they have rested',
  async (end) => {
    const run = runOnWire()
    const wire = await run.nextWire()
    const answer = async (result: object): Promise<void> => {
      const { id } = await wire.receives()
      wire.write(JSON.stringify({ jsonrpc: '2.0', id, result }).slice(0, -1))
      run.clock.pass(5000)
      wire.write(`}${end}`)
      run.clock.pass(2000)
    }
    await answer({ protocolVersion: 1 })
    await answer({ sessionId: 's1' })
    await run.opened()
    expect(run.eventsOf('problem-found')).toEqual([])
    expect(run.eventsOf('remarked').map(({ text }) => text)).toEqual([
      'The agent does not end its messages: each is read when nothing has followed for 2 s. ACP has one message a line: write a line feed after each.',
    ])
  },
)

test.each([
  [{ timeoutMs: 5000 }, ['The agent is being ended.', answeredTooLate]],
  // It was not waited for so long.
  [{}, []],
])('answers that come when stdin is closed are told after a silence: %j', async (options, told) => {
  const run = runOnWire(options)
  const wire = await run.nextWire()
  const initialize = await wire.receives()
  wire.beforeClose = () => {
    wire.answer(initialize, { protocolVersion: 1 })
    wire.send({ method: 'session/update', params: {} }, { id: 9, result: {} })
  }
  run.clock.pass(5000)
  await run.agent.close()
  expect(run.remarks()).toEqual(told)
})

test('a line of more than 64 MiB without an end ends the connection', async () => {
  const { run, wire } = await openOnWire()
  const piece = Buffer.alloc(16 * 1024 * 1024, '.')
  for (let at = 0; at < 4; at++) wire.write(piece)
  expect(run.state().link.state).toBe('open')
  wire.write('.')
  expect(run.state().link).toMatchObject({
    end: { kind: 'broke-protocol', text: 'it sends one line without an end, of more than 64 MiB' },
  })
  expect(wire.isClosed).toBe(true)
})

test('a reconnection that is accepted and never answered is one more failed attempt', async () => {
  const { run, wire } = await openOnWire({ ...remote, triesToReconnect: 2, ...unattended }, offeringAll)
  wire.lose(lost)
  run.clock.pass(1000)
  await (await run.nextWire()).receives()
  run.clock.pass(60_000)
  expect(run.state().link).toMatchObject({ state: 'reconnecting', attempt: 2 })
  run.clock.pass(2000)
  await (await run.nextWire()).receives()
  run.clock.pass(60_000)
  expect(run.state().link).toMatchObject({ state: 'ended', end: lost })
})

describe('a request of the user that the agent does not answer', () => {
  test.each([
    ['session/list', (run) => run.agent.order({ type: 'list-sessions' })],
    ['session/new', (run) => run.agent.order({ type: 'new-session' })],
    ['session/load', (run) => run.agent.order({ type: 'open-session', sessionId: 's0' })],
    ['session/set_mode', (run) => run.agent.order({ type: 'set-mode', modeId: 'edit' })],
    ['session/close', (run) => run.agent.order({ type: 'close-session', sessionId: 's1' })],
    ['session/delete', (run) => run.agent.order({ type: 'delete-session', sessionId: 's1' })],
  ] as const satisfies readonly (readonly [string, (run: ReturnType<typeof runOnWire>) => void])[])(
    '%s: that is reported once, and a late answer is accepted',
    async (method, ask) => {
      const { run, wire } = await openOnWire({}, offeringAll, { modes })
      ask(run)
      const asked = await wire.receives()
      expect(asked.method).toBe(method)
      run.clock.pass(59_999)
      expect(run.remarks()).toEqual([])
      run.clock.pass(600_001)
      expect(run.remarks()).toEqual([`The agent has not answered ${method} for 60 s.`])
      wire.fail(asked, -32603, 'Too late')
      expect(run.state().link.state).toBe('open')
      expect(run.state().problems.items).toEqual([])
    },
  )

  test('a new session can be requested again', async () => {
    const { run, wire } = await openOnWire({}, offeringAll)
    run.agent.order({ type: 'new-session' })
    const first = await wire.receives()
    run.agent.order({ type: 'new-session' })
    run.clock.pass(60_000)
    run.agent.order({ type: 'new-session' })
    wire.answer(await wire.receives(), { sessionId: 's3' })
    wire.answer(first, { sessionId: 's2' })
    await settled()
    expect([...run.state().sessions.keys()]).toEqual(['s1', 's3', 's2'])
  })

  test('counts for the timeout, as every open request does', async () => {
    const { run, wire } = await openOnWire({ timeoutMs: 5000 }, offeringAll)
    run.clock.pass(60_000)
    run.agent.order({ type: 'list-sessions' })
    await wire.receives()
    run.clock.pass(5000)
    expect(run.state().link).toMatchObject({
      end: { kind: 'silent', forMs: 5000, waitingFor: 'the answer to session/list' },
    })
  })

  test('does not count for the timeout while the agent waits for the user', async () => {
    const { run, wire } = await openOnWire({ timeoutMs: 5000, prompts: ['go'] }, offeringAll)
    await wire.receives()
    const params = {
      sessionId: 's1',
      toolCall: { toolCallId: 't', title: 'May I?' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    }
    wire.send({ id: 'q', method: 'session/request_permission', params })
    const { permissions } = await run.until((state) => state.permissions.length === 1)
    run.agent.order({ type: 'list-sessions' })
    await wire.receives()
    run.clock.pass(50_000)
    expect(run.state().link.state).toBe('open')
    run.agent.order({ type: 'answer', key: permissions[0]?.key ?? -1, optionId: 'yes' })
    run.clock.pass(5000)
    expect(run.state().link).toMatchObject({
      end: { kind: 'silent', forMs: 5000, waitingFor: 'the answer to session/list' },
    })
  })
})
