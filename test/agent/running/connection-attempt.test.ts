import { expect, test } from 'vitest'
import { greeted, greetOnWire, openOnWire, runOnWire, type WireRun } from '../wire.ts'
import { settled } from '../watched-run.ts'

const remote = { isRemote: true }
const greeting = { protocolVersion: 1, agentCapabilities: { loadSession: true } }
const lost = { kind: 'disconnected', address: 'ws://agent', cause: 'the connection was reset' } as const
const unreachable = { kind: 'unreachable', address: 'ws://agent', cause: 'connection refused' } as const

function linksOf(run: WireRun): readonly unknown[] {
  return run.eventsOf('link-changed').map(({ atMs, link }) => {
    switch (link.state) {
      case 'reconnecting':
        return [atMs, link.attempt, link.nextAtMs, link.cause]
      case 'ended':
        return [atMs, link.end.kind]
      default:
        return [atMs, link.state]
    }
  })
}

test('a lost agent is reconnected after growing pauses, and its session is loaded', async () => {
  const { run, wire } = await openOnWire({ ...remote, prompts: ['one', 'two'] }, greeting)
  await wire.receives()
  wire.send({
    id: 1,
    method: 'session/request_permission',
    params: { sessionId: 's1', options: [{ optionId: 'a' }] },
  })
  await run.event('permission-asked')
  run.clock.pass(60_000)
  wire.lose(lost)
  expect(run.state().link).toEqual({
    state: 'reconnecting',
    sinceMs: 60_000,
    attempt: 1,
    nextAtMs: 61_000,
    cause: 'the connection was reset',
  })
  run.agent.order({ type: 'answer', key: 1, optionId: 'a' })
  run.agent.order({ type: 'prompt', text: 'three' })
  for (const pauseMs of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    run.clock.pass(pauseMs)
    const next = await run.nextWire()
    next.lose(unreachable)
    expect(next.isClosed).toBe(true)
  }
  run.clock.pass(30_000)
  const back = await greeted(run, greeting)
  const load = await back.receives()
  expect([load.method, load.params]).toEqual([
    'session/load',
    { sessionId: 's1', cwd: '/work', mcpServers: [] },
  ])
  expect(run.state().link).toMatchObject({
    state: 'reconnecting',
    sinceMs: 60_000,
    attempt: 8,
    nextAtMs: null,
  })
  back.answer(load, {})
  await settled()
  run.clock.pass(150)
  // What was sent is never sent again; what was typed meanwhile goes first.
  expect((await back.receives()).params).toMatchObject({ sessionId: 's1', prompt: [{ text: 'three' }] })
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
  expect(linksOf(run).slice(3, 7)).toEqual([
    [60_000, 1, 61_000, 'the connection was reset'],
    [61_000, 1, null, 'the connection was reset'],
    [61_000, 2, 63_000, 'connection refused'],
    [63_000, 2, null, 'connection refused'],
  ])
  expect(run.state().link.state).toBe('open')
  expect(run.eventsOf('permission-answered')).toEqual([])
})

test('R reconnects at once, in a pause and during an attempt', async () => {
  const { run, wire } = await openOnWire(remote, greeting)
  wire.lose(lost)
  run.agent.order({ type: 'restart' })
  const hanging = await run.nextWire()
  await hanging.receives()
  run.agent.order({ type: 'restart' })
  const back = await greeted(run, greeting)
  expect(hanging.isClosed).toBe(true)
  await back.answersNext({})
  await run.opened()
  run.clock.pass(120_000)
  expect(run.state().link.state).toBe('open')
})

test('a run without a screen gives up after its tries, and can be started again', async () => {
  const { run, wire } = await openOnWire({ ...remote, triesToReconnect: 2, canAsk: false }, greeting)
  wire.lose(lost)
  run.clock.pass(1000)
  ;(await run.nextWire()).lose(unreachable)
  run.clock.pass(2000)
  ;(await run.nextWire()).lose(unreachable)
  expect(run.state().link).toMatchObject({ state: 'ended', end: unreachable })
  run.clock.pass(60_000)
  run.agent.order({ type: 'restart' })
  const back = await greeted(run, greeting)
  await back.answersNext({})
  await run.opened()
})

test('pauses grow for an agent that is lost again soon, and start again for one that stayed', async () => {
  const { run, wire } = await openOnWire(remote, greeting)
  wire.lose(lost)
  run.clock.pass(1000)
  const short = await greeted(run, greeting)
  await short.answersNext({})
  await run.opened()
  short.lose(lost)
  expect(run.state().link).toMatchObject({ attempt: 2, nextAtMs: 3000 })
  run.clock.pass(2000)
  const long = await greeted(run, greeting)
  await long.answersNext({})
  await run.opened()
  run.clock.pass(30_000)
  long.lose(lost)
  expect(run.state().link).toMatchObject({ attempt: 1, nextAtMs: 34_000 })
})

test('a failed first connection ends the run, and so does a loss before the first session', async () => {
  const never = runOnWire(remote)
  ;(await never.nextWire()).lose(unreachable)
  expect(never.state().link).toMatchObject({ state: 'ended', end: unreachable })
  const { run: early, wire } = await greetOnWire({ ...remote, protocol: 1 }, greeting)
  await wire.receives()
  wire.lose(lost)
  expect(early.state().link).toMatchObject({ state: 'ended', end: lost })
})

test('an agent that closes the connection on version 2 is connected again with version 1', async () => {
  const run = runOnWire(remote)
  const wire = await run.nextWire()
  await wire.receives()
  wire.lose(lost)
  const next = await run.nextWire()
  expect((await next.receives()).params).toMatchObject({ protocolVersion: 1 })
})

test('a reconnected agent that refuses the handshake ends the run', async () => {
  const { run, wire } = await openOnWire(remote, greeting)
  wire.lose(lost)
  run.clock.pass(1000)
  const back = await greeted(run, greeting)
  back.fail(await back.receives(), -32002, 'Resource not found')
  back.fail(await back.receives(), -32603, 'Out of sessions')
  await settled()
  expect(run.state().link).toMatchObject({
    state: 'ended',
    end: { kind: 'refused', method: 'session/new', message: 'Out of sessions' },
  })
})

test('closing ends the attempts', async () => {
  const { run, wire } = await openOnWire(remote, greeting)
  wire.lose(lost)
  await run.agent.close()
  run.clock.pass(120_000)
  run.agent.order({ type: 'restart' })
  expect(linksOf(run).slice(-2)).toEqual([
    [0, 1, 1000, 'the connection was reset'],
    [0, 'closed'],
  ])
})

test('text frames are read as lines, and a binary one is a problem', async () => {
  const { run, wire } = await openOnWire(remote, greeting)
  const update = { sessionId: 's1', update: { sessionUpdate: 'plan', entries: [] } }
  const message = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: update }, null, 2)
  wire.frame(message)
  wire.frame(message, 'binary')
  wire.frame(Buffer.from([0xff, 0x00]), 'binary')
  wire.frame('hello')
  expect(run.eventsOf('problem-found').map(({ problem }) => [problem.code, problem.weight])).toEqual([
    ['binary-frame', 'noted'],
    ['binary-frame', 'rejected'],
    ['not-json', 'rejected'],
  ])
  expect(run.state().sessions.get('s1')?.counts.planUpdates).toBe(2)
})
