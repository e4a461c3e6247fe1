import { expect, test } from 'vitest'
import { noTimes } from '../../src/plans/steps/step-times.ts'
import type { Json, ReceivedMessage } from './puppet.ts'
import { greeted, greetOnWire, type WireRun, offeringAll } from './wire.ts'
import { settled } from './watched-run.ts'

const loadOnly = { protocolVersion: 1, agentCapabilities: { loadSession: true } }
const resumeOnly = { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } }
const version2 = { protocolVersion: 2 }
const version2OfLoader = {
  protocolVersion: 2,
  agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } },
}
const steps = [{ content: 'Read the code', status: 'completed', priority: 'high' }]

function asked({ method, params }: ReceivedMessage): unknown {
  return [method, params]
}

/** The sessions that were opened, or not, as a story. */
function storyOf(run: WireRun): readonly string[] {
  return run.events.flatMap((event) => {
    switch (event.type) {
      case 'session-opening':
      case 'session-opened':
        return [`${event.type} ${event.sessionId} ${event.how}`]
      case 'session-not-opened':
        return [`${event.type} ${event.sessionId}: ${event.message}`]
      case 'session-held':
        return [event.message ?? 'the queue is kept']
      case 'remarked':
        return [event.text]
      case 'link-changed':
        return [event.link.state]
      default:
        return []
    }
  })
}

test('a session is loaded: its replay comes before the answer, prompts are sent after it', async () => {
  const { run, wire } = await greetOnWire(
    { first: { type: 'open', sessionId: 'old' }, prompts: ['go on'] },
    offeringAll,
  )
  const load = await wire.receives()
  expect(asked(load)).toEqual(['session/load', { sessionId: 'old', cwd: '/work', mcpServers: [] }])
  wire.update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'plan it' } }, 'old')
  wire.update({ sessionUpdate: 'plan', entries: steps }, 'old')
  expect(run.state().sessions.get('old')?.phase).toBe('opening')
  wire.answer(load, {
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
    configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true }],
  })
  await settled()
  run.clock.pass(150)
  expect((await wire.receives()).params).toMatchObject({ sessionId: 'old', prompt: [{ text: 'go on' }] })
  expect(run.state().sessions.get('old')).toMatchObject({
    phase: 'open',
    origin: 'loaded',
    modes: { current: 'ask' },
    configOptions: [{ id: 'fast', type: 'boolean', value: true }],
  })
  expect(run.state().sessions.get('old')?.plans.size).toBe(1)
  expect(storyOf(run)).toEqual([
    'starting',
    'shaking-hands',
    'session-opening old loaded',
    'session-opened old loaded',
    'open',
  ])
})

test('a replay that goes on after the answer holds prompts back until the agent is quiet', async () => {
  const { run, wire } = await greetOnWire(
    { first: { type: 'open', sessionId: 'old' }, prompts: ['go on'] },
    loadOnly,
  )
  await wire.answersNext({})
  run.clock.pass(100)
  wire.update({ sessionUpdate: 'plan', entries: [{ ...steps[0], status: 'in_progress' }] }, 'old')
  run.clock.pass(100)
  wire.update({ sessionUpdate: 'plan', entries: steps }, 'old')
  run.clock.pass(149)
  expect(run.eventsOf('prompt-sent')).toEqual([])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 'old', text: 'go on' }])
  run.clock.pass(1)
  expect((await wire.receives()).params).toMatchObject({ sessionId: 'old', prompt: [{ text: 'go on' }] })
  const [plan] = run.state().sessions.get('old')?.plans.values() ?? []
  expect(plan).toMatchObject({ isFromPast: true, body: { entries: [{ times: noTimes, change: null }] } })
})

test('prompts wait at most two seconds for an agent that is never quiet', async () => {
  const { run, wire } = await greetOnWire(
    { first: { type: 'open', sessionId: 'old' }, prompts: ['go on'] },
    loadOnly,
  )
  await wire.answersNext({})
  for (let ms = 0; ms < 1900; ms += 100) {
    wire.update({ sessionUpdate: 'usage_update', used: ms, size: 10_000 }, 'old')
    run.clock.pass(100)
  }
  wire.update({ sessionUpdate: 'usage_update', used: 1900, size: 10_000 }, 'old')
  expect(run.eventsOf('prompt-sent')).toEqual([])
  run.clock.pass(100)
  expect((await wire.receives()).method).toBe('session/prompt')
})

test('an agent that ends before it is quiet gets no prompt', async () => {
  const { run, wire } = await greetOnWire(
    { first: { type: 'open', sessionId: 'old' }, prompts: ['go on'] },
    loadOnly,
  )
  await wire.answersNext({})
  wire.lose({ kind: 'exited', code: 1, signal: null })
  await run.ended()
  run.clock.pass(10_000)
  expect(run.eventsOf('prompt-sent')).toEqual([])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 'old', text: 'go on' }])
})

test.each([
  {
    name: 'version 1 resumes where it cannot load',
    greeting: resumeOnly,
    request: ['session/resume', { sessionId: 'old', cwd: '/work', mcpServers: [] }],
    how: 'resumed',
  },
  {
    name: 'version 2 resumes from the start',
    greeting: version2,
    request: [
      'session/resume',
      { sessionId: 'old', cwd: '/work', mcpServers: [], replayFrom: { type: 'start' } },
    ],
    how: 'loaded',
  },
])('$name', async ({ greeting, request, how }) => {
  const { run, wire } = await greetOnWire({ first: { type: 'open', sessionId: 'old' } }, greeting)
  const received = await wire.receives()
  expect(asked(received)).toEqual(request)
  wire.answer(received, null)
  const opened = await run.event('session-opened')
  expect(opened).toMatchObject({ sessionId: 'old', how, setup: { modes: null, configOptions: [] } })
})

test('version 2 with the capabilities of version 1: it is version 1 that the agent speaks', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'open', sessionId: 'old' } }, version2OfLoader)
  expect(run.state().agent?.protocolVersion).toBe(1)
  expect(run.state().agent?.offers).toMatchObject({ list: false, load: true, resume: true, delete: false })
  const load = await wire.receives()
  expect(asked(load)).toEqual(['session/load', { sessionId: 'old', cwd: '/work', mcpServers: [] }])
  wire.answer(load, null)
  expect(await run.event('session-opened')).toMatchObject({ sessionId: 'old', how: 'loaded' })
})

test('version 2: an agent that refuses a replay is asked to resume without it', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'open', sessionId: 'old' } }, version2)
  wire.fail(await wire.receives(), -32602, 'unknown cursor')
  const again = await wire.receives()
  expect(asked(again)).toEqual(['session/resume', { sessionId: 'old', cwd: '/work', mcpServers: [] }])
  wire.answer(again, {})
  expect(await run.event('session-opened')).toMatchObject({ how: 'resumed' })
})

test('version 2: a session that is running when it is resumed holds prompts back until it is idle', async () => {
  const { run, wire } = await greetOnWire(
    { first: { type: 'open', sessionId: 'old' }, prompts: ['next'] },
    version2,
  )
  const resume = await wire.receives()
  wire.update({ sessionUpdate: 'state_update', state: 'running' }, 'old')
  wire.answer(resume, { configOptions: [] })
  await settled()
  run.clock.pass(150)
  expect(run.eventsOf('prompt-sent')).toEqual([])
  wire.update({ sessionUpdate: 'state_update', state: 'idle' }, 'old')
  expect((await wire.receives()).method).toBe('session/prompt')
})

test.each([
  {
    name: 'neither load nor resume',
    greeting: { protocolVersion: 1 },
    fails: null,
    end: {
      kind: 'refused',
      method: 'session/load',
      code: null,
      message: 'the agent offers neither session/load nor session/resume',
    },
  },
  {
    name: 'an error for the load',
    greeting: loadOnly,
    fails: { code: -32603, message: 'Internal error', data: { details: 'no such session' } },
    end: {
      kind: 'refused',
      method: 'session/load',
      code: -32603,
      message: 'Internal error: no such session',
    },
  },
])('$name ends the run that was to begin with a session', async ({ greeting, fails, end }) => {
  const { run, wire } = await greetOnWire({ first: { type: 'open', sessionId: 'old' } }, greeting)
  if (fails !== null) wire.fail(await wire.receives(), fails.code, fails.message, fails.data)
  const { link, sessions } = await run.until((state) => state.link.state === 'ended')
  expect(link).toMatchObject({ end })
  expect(sessions.size).toBe(0)
})

const listed = (sessionId: string, updatedAt: unknown, cwd = '/work'): Json => ({
  sessionId,
  cwd,
  title: sessionId.toUpperCase(),
  updatedAt,
})

test('the session of this folder that was used last is continued, on whichever page it is listed', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  const first = await wire.receives()
  expect(asked(first)).toEqual(['session/list', { cwd: '/work' }])
  wire.answer(first, {
    sessions: [listed('a', '2026-11-20T10:00:00Z'), listed('b', 'yesterday'), listed('c', 7)],
    nextCursor: 'two',
  })
  const second = await wire.receives()
  expect(asked(second)).toEqual(['session/list', { cwd: '/work', cursor: 'two' }])
  wire.answer(second, {
    sessions: [
      listed('elsewhere', '2026-11-22T10:00:00Z', '/other'),
      listed('d', '2026-11-21T10:00:00Z', '/work/'),
      'junk',
    ],
    nextCursor: null,
  })
  expect(asked(await wire.receives())).toEqual([
    'session/load',
    { sessionId: 'd', cwd: '/work/', mcpServers: [] },
  ])
  expect(run.eventsOf('problem-found').map(({ problem }) => [problem.code, problem.path])).toEqual([
    ['bad-answer', 'result.sessions[2].sessionId'],
  ])
})

test('a continued session has the title of the list until the agent reports another', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  await wire.answersNext({ sessions: [{ ...listed('a', '2026-11-21T10:00:00Z'), title: 'Split it' }] })
  await wire.answersNext({})
  await run.opened()
  expect(run.state().sessions.get('a')?.title).toBe('Split it')
  expect(run.state().listing).toMatchObject({ state: 'listed', sessions: [{ id: 'a' }] })
  wire.update({ sessionUpdate: 'session_info_update', title: 'Split the tokenizer' }, 'a')
  expect(run.state().sessions.get('a')?.title).toBe('Split the tokenizer')
})

test('an agent that ends while it lists its sessions', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  await wire.receives()
  wire.lose({ kind: 'exited', code: 1, signal: null })
  const { listing } = await run.until((state) => state.link.state === 'ended')
  expect(listing).toEqual({ state: 'failed', sessions: [], message: 'the agent is gone' })
})

test('a new session is opened where there is none to continue, and that is reported', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  await wire.answersNext({ sessions: [] })
  expect((await wire.answersNext({ sessionId: 's1' })).method).toBe('session/new')
  await run.opened()
  expect(run.remarks()).toEqual(['There is no session of this folder to continue; opening a new one.'])
})

test.each([
  {
    name: 'does not list',
    greeting: loadOnly,
    answer: null,
    message: 'the agent does not list its sessions',
  },
  {
    name: 'lists nonsense',
    greeting: offeringAll,
    answer: { sessions: 'many' },
    message: 'the answer to session/list holds no list of sessions',
  },
])('who $name its sessions cannot continue one', async ({ greeting, answer, message }) => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, greeting)
  if (answer !== null) await wire.answersNext(answer)
  expect(await run.ended()).toMatchObject({ kind: 'refused', method: 'session/list', message })
})

test('after a refused session a restart opens a new one', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' }, prompts: ['go'] }, loadOnly)
  await run.ended()
  expect(wire.lines).toHaveLength(1)
  run.agent.order({ type: 'restart' })
  const next = await greeted(run, loadOnly)
  expect((await next.answersNext({ sessionId: 's1' })).method).toBe('session/new')
  expect((await next.receives()).params).toMatchObject({ sessionId: 's1', prompt: [{ text: 'go' }] })
})

test('after a listed session that could not be loaded a restart opens a new one', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  await wire.answersNext({ sessions: [listed('a', null)] })
  wire.fail(await wire.receives(), -32603, 'Internal error')
  await run.ended()
  run.agent.order({ type: 'restart' })
  const next = await greeted(run, offeringAll)
  expect((await next.receives()).method).toBe('session/new')
})

test('a cursor that comes twice ends the list', async () => {
  const { run, wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  await wire.answersNext({ sessions: [listed('a', null)], nextCursor: 'x' })
  await wire.answersNext({ sessions: [listed('a', null)], nextCursor: 'x' })
  expect((await wire.receives()).method).toBe('session/load')
  expect(run.eventsOf('problem-found').map(({ problem }) => problem.text)).toEqual([
    'session/list repeats a page: no more pages are requested',
  ])
})

test('the list ends after 200 pages', async () => {
  const { wire } = await greetOnWire({ first: { type: 'continue' } }, offeringAll)
  let request = await wire.receives()
  let pages = 0
  while (request.method === 'session/list') {
    wire.answer(request, { sessions: [listed(`s${pages}`, null)], nextCursor: `page ${++pages}` })
    request = await wire.receives()
  }
  expect([pages, request.params?.['sessionId']]).toEqual([200, 's0'])
})

test('a restart loads the current session, and its prompt queue waits for that', async () => {
  const { run, wire: first } = await greetOnWire({ prompts: ['one', 'two'] }, offeringAll)
  await first.answersNext({ sessionId: 's1' })
  await first.receives()
  first.update({ sessionUpdate: 'plan', entries: steps })
  first.lose({ kind: 'exited', code: 1, signal: null })
  await run.ended()
  run.agent.order({ type: 'restart' })
  const next = await greeted(run, offeringAll)
  const load = await next.receives()
  expect(asked(load)).toEqual(['session/load', { sessionId: 's1', cwd: '/work', mcpServers: [] }])
  next.update({ sessionUpdate: 'plan', entries: steps })
  next.answer(load, {})
  await settled()
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
  run.clock.pass(150)
  run.agent.order({ type: 'prompt', text: '' })
  expect((await next.receives()).params).toMatchObject({ sessionId: 's1', prompt: [{ text: 'two' }] })
})

test('a restart that cannot load the session opens a new one, which takes over the prompt queue', async () => {
  const { run, wire: first } = await greetOnWire({ prompts: ['one', 'two'] }, offeringAll)
  await first.answersNext({ sessionId: 's1' })
  await first.receives()
  first.lose({ kind: 'exited', code: 1, signal: null })
  await run.ended()
  run.agent.order({ type: 'restart' })
  const next = await greeted(run, offeringAll)
  next.fail(await next.receives(), -32002, 'Resource not found')
  expect((await next.answersNext({ sessionId: 's2' })).method).toBe('session/new')
  await run.opened()
  expect(storyOf(run).slice(4)).toEqual([
    'ended',
    'starting',
    'shaking-hands',
    'session-opening s1 loaded',
    'session-not-opened s1: Resource not found',
    'session-opened s2 new',
    'open',
    'the queue is kept',
  ])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's2', text: 'two' }])
})

test('a restart of an agent that cannot load sessions closes those that it had', async () => {
  const { run, wire: first } = await greetOnWire({}, { protocolVersion: 1 })
  await first.answersNext({ sessionId: 's1' })
  await run.opened()
  run.agent.order({ type: 'new-session' })
  await first.answersNext({ sessionId: 's2' })
  await run.event('session-opened', ({ sessionId }) => sessionId === 's2')
  first.lose({ kind: 'exited', code: 1, signal: null })
  await run.ended()
  run.agent.order({ type: 'restart' })
  const next = await greeted(run, { protocolVersion: 1 })
  expect((await next.answersNext({ sessionId: 's3' })).method).toBe('session/new')
  await run.opened()
  expect(run.eventsOf('session-closed').map(({ sessionId }) => sessionId)).toEqual(['s1', 's2'])
  expect(run.state().currentSessionId).toBe('s3')
})
