import { expect, test } from 'vitest'
import type { Json, ReceivedMessage } from './puppet.ts'
import { openOnWire, type Wire, type WireRun, offeringAll } from './wire.ts'
import { settled } from './watched-run.ts'

const version2 = { protocolVersion: 2, capabilities: { session: { delete: {} } } }
const options = [{ optionId: 'no', name: 'Reject', kind: 'reject_once' }]

function promptOf({ method, params }: ReceivedMessage): unknown {
  return [method, params?.['sessionId'], (params?.['prompt'] as { text: string }[] | undefined)?.[0]?.text]
}

async function opened(run: WireRun, sessionId: string): Promise<void> {
  await run.event('session-opened', (event) => event.sessionId === sessionId)
}

/** A run with the sessions s1 and s2; the second is now the current one. */
async function twoSessions(
  hello: Json = offeringAll,
): Promise<{ readonly run: WireRun; readonly wire: Wire }> {
  const { run, wire } = await openOnWire({}, hello)
  run.agent.order({ type: 'new-session' })
  run.agent.order({ type: 'new-session' })
  const request = await wire.answersNext({ sessionId: 's2' })
  expect([request.method, request.params]).toEqual(['session/new', { cwd: '/work', mcpServers: [] }])
  await opened(run, 's2')
  return { run, wire }
}

test('two sessions work at once, each with its turn and its queue', async () => {
  const { run, wire } = await twoSessions()
  run.agent.order({ type: 'prompt', text: 'two' })
  const two = await wire.receives()
  run.agent.order({ type: 'prompt', text: 'two more' })
  run.agent.order({ type: 'open-session', sessionId: 's1' })
  expect(run.state().currentSessionId).toBe('s1')
  run.agent.order({ type: 'prompt', text: 'one' })
  const one = await wire.receives()
  run.agent.order({ type: 'prompt', text: 'one more' })
  expect([two, one].map(promptOf)).toEqual([
    ['session/prompt', 's2', 'two'],
    ['session/prompt', 's1', 'one'],
  ])
  expect(run.state().queuedPrompts).toEqual([
    { sessionId: 's2', text: 'two more' },
    { sessionId: 's1', text: 'one more' },
  ])
  wire.answer(one, { stopReason: 'end_turn' })
  const oneMore = await wire.receives()
  wire.answer(two, { stopReason: 'end_turn' })
  const twoMore = await wire.receives()
  expect([oneMore, twoMore].map(promptOf)).toEqual([
    ['session/prompt', 's1', 'one more'],
    ['session/prompt', 's2', 'two more'],
  ])
  run.agent.order({ type: 'cancel-turn' })
  expect(await wire.receives()).toMatchObject({ method: 'session/cancel', params: { sessionId: 's1' } })
  wire.answer(oneMore, { stopReason: 'cancelled' })
  await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
  expect(run.state().sessions.get('s2')?.turn).toMatchObject({ state: 'working', isCancelling: false })
})

test('cancelling answers the requests of the current session and of its sub-agents', async () => {
  const { run, wire } = await twoSessions()
  run.agent.order({ type: 'prompt', text: 'go' })
  await wire.receives()
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Reads' }, 's2')
  const ask = (id: number, sessionId: string): Json => ({
    id,
    method: 'session/request_permission',
    params: { sessionId, options },
  })
  wire.send(ask(1, 's1'), ask(2, 'child'), ask(3, 's2'), ask(4, 'stranger'))
  await run.until((state) => state.permissions.length === 4)
  run.agent.order({ type: 'cancel-turn' })
  expect((await wire.receives()).method).toBe('session/cancel')
  const cancelled = { outcome: { outcome: 'cancelled' } }
  expect([await wire.receives(), await wire.receives()]).toMatchObject([
    { id: 3, result: cancelled },
    { id: 2, result: cancelled },
  ])
  wire.send(ask(5, 'child'))
  expect(await wire.receives()).toMatchObject({ id: 5, result: cancelled })
  expect(run.state().permissions.map(({ sessionId }) => sessionId)).toEqual(['s1', 'stranger'])
  // Nothing runs that could be cancelled: the question alone is answered.
  run.agent.order({ type: 'cancel-turn', sessionId: 'stranger' })
  expect(await wire.receives()).toMatchObject({ id: 4, result: cancelled })
  expect(run.state().permissions.map(({ sessionId }) => sessionId)).toEqual(['s1'])
})

test('a turn of another session is cancelled by the id of the session or of one of its sub-agents', async () => {
  const { run, wire } = await twoSessions()
  run.agent.order({ type: 'prompt', text: 'go' })
  await wire.receives()
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Reads' }, 's2')
  run.agent.order({ type: 'open-session', sessionId: 's1' })
  await run.until((state) => state.currentSessionId === 's1' && state.sessions.has('child'))
  run.agent.order({ type: 'cancel-turn', sessionId: 'child' })
  expect(await wire.receives()).toMatchObject({ method: 'session/cancel', params: { sessionId: 's2' } })
  expect(run.state().sessions.get('s2')?.turn).toMatchObject({ state: 'working', isCancelling: true })
})

test('version 2: the states of a sub-agent do not end the turn of its parent session', async () => {
  const { run, wire } = await openOnWire({}, version2)
  run.agent.order({ type: 'prompt', text: 'go' })
  wire.answer(await wire.receives(), {})
  const state = (name: string): Json => ({ sessionUpdate: 'state_update', state: name })
  wire.update(state('running'))
  wire.update({ sessionUpdate: 'subagent_update', sessionId: 'child', state: state('idle') })
  wire.update(state('running'), 'child')
  wire.update(state('idle'), 'child')
  await run.event(
    'session-updated',
    ({ sessionId, update }) => sessionId === 'child' && update.type === 'state',
  )
  run.agent.order({ type: 'prompt', text: 'later' })
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'later' }])
  wire.update(state('idle'))
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 's1', 'later'])
})

test('a listed session is loaded in the folder that the list gives for it', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'list-sessions' })
  run.agent.order({ type: 'list-sessions' })
  expect(run.state().listing).toEqual({ state: 'asking', sessions: [] })
  const updatedAt = '2026-11-20T10:00:00.000Z'
  await wire.answersNext({
    sessions: [{ sessionId: 'a', cwd: '/work/a', title: 'A', updatedAt }],
    nextCursor: 'more',
  })
  await wire.answersNext({
    sessions: [{ sessionId: 'b', cwd: 7, title: null, updatedAt: 'soon' }],
    nextCursor: '',
  })
  const { listing } = await run.until((state) => state.listing.state === 'listed')
  expect(listing).toEqual({
    state: 'listed',
    sessions: [
      { id: 'a', title: 'A', cwd: '/work/a', updatedAtMs: Date.parse(updatedAt) },
      { id: 'b', title: null, cwd: null, updatedAtMs: null },
    ],
  })
  run.agent.order({ type: 'open-session', sessionId: 'a' })
  run.agent.order({ type: 'open-session', sessionId: 'a' })
  const load = await wire.receives()
  expect([load.method, load.params]).toEqual([
    'session/load',
    { sessionId: 'a', cwd: '/work/a', mcpServers: [] },
  ])
  run.agent.order({ type: 'prompt', text: 'meanwhile' })
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 's1', 'meanwhile'])
  wire.answer(load, {})
  await opened(run, 'a')
  await settled()
  run.agent.order({ type: 'prompt', text: 'and here' })
  run.clock.pass(150)
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 'a', 'and here'])
})

test.each([
  { name: 'an error', answer: null, message: 'Internal error: disk full' },
  { name: 'no list', answer: [], message: 'the answer to session/list holds no list of sessions' },
])(
  'a list that fails with $name is reported with the sessions listed before',
  async ({ answer, message }) => {
    const { run, wire } = await openOnWire({}, offeringAll)
    run.agent.order({ type: 'list-sessions' })
    await wire.answersNext({ sessions: [{ sessionId: 'a' }], nextCursor: 'more' })
    const second = await wire.receives()
    if (answer === null) wire.fail(second, -32603, 'Internal error', 'disk full')
    else wire.answer(second, answer)
    const { listing } = await run.until((state) => state.listing.state === 'failed')
    expect(listing).toEqual({
      state: 'failed',
      sessions: [{ id: 'a', title: null, cwd: null, updatedAtMs: null }],
      message,
    })
  },
)

test.each([
  {
    name: 'an error',
    answer: { error: { code: -32002, message: 'Resource not found' } },
    why: 'Resource not found',
  },
  {
    name: 'an answer without an id',
    answer: { result: { session: 1 } },
    why: 'it answered session/new without a sessionId, which has to be a string: {"session":1}',
  },
])('$name for a new session ends nothing', async ({ answer, why }) => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'new-session' })
  wire.send({ id: (await wire.receives()).id, ...answer })
  expect(await run.event('session-not-opened')).toMatchObject({ sessionId: null, message: why })
  expect(run.state()).toMatchObject({ currentSessionId: 's1', link: { state: 'open' } })
})

test('a load that fails changes nothing, plans that came meanwhile are dropped', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  const load = await wire.receives()
  wire.update({ sessionUpdate: 'plan', entries: [{ content: 'half', status: 'pending' }] }, 'old')
  wire.fail(load, -32603, 'Internal error', { details: 'the file is broken' })
  expect(await run.event('session-not-opened')).toMatchObject({
    sessionId: 'old',
    message: 'Internal error: the file is broken',
  })
  expect(run.state().currentSessionId).toBe('s1')
  expect([...run.state().sessions.keys()]).toEqual(['s1'])
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  await wire.answersNext({})
  await opened(run, 'old')
})

test('closing the current session makes another open one current, and answers its questions', async () => {
  const { run, wire } = await twoSessions()
  run.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await wire.receives()
  wire.send({ id: 9, method: 'session/request_permission', params: { sessionId: 's2', options } })
  await run.event('permission-asked')
  run.agent.order({ type: 'close-session', sessionId: 's2' })
  const close = await wire.receives()
  expect([close.method, close.params]).toEqual(['session/close', { sessionId: 's2' }])
  wire.answer(close, {})
  expect(await wire.receives()).toMatchObject({ id: 9, result: { outcome: { outcome: 'cancelled' } } })
  await run.event('session-closed')
  expect(run.state().sessions.get('s2')).toMatchObject({
    phase: 'closed',
    turn: { state: 'ended', outcome: { kind: 'stopped', stopReason: 'cancelled' } },
  })
  expect(run.state().currentSessionId).toBe('s1')
  wire.answer(prompt, { stopReason: 'cancelled' })
  run.agent.order({ type: 'prompt', text: 'here' })
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 's1', 'here'])
  expect(run.eventsOf('turn-ended')).toHaveLength(1)
})

test('prompts wait for the next session when the last one is closed', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'close-session', sessionId: 's1' })
  await wire.answersNext({})
  await run.until((state) => state.currentSessionId === null)
  run.agent.order({ type: 'prompt', text: 'anybody' })
  expect(run.remarks()).toEqual(['No session is open: the prompt waits for one.'])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: null, text: 'anybody' }])
  run.agent.order({ type: 'new-session' })
  await wire.answersNext({ sessionId: 's2' })
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 's2', 'anybody'])
  expect(run.state().queuedPrompts).toEqual([])
})

test('an open session and a closed one can be deleted', async () => {
  const { run, wire } = await twoSessions(version2)
  for (const sessionId of ['s2', 'never-opened']) {
    run.agent.order({ type: 'delete-session', sessionId })
    const request = await wire.answersNext({})
    expect([request.method, request.params]).toEqual(['session/delete', { sessionId }])
  }
  await run.event('session-closed', ({ sessionId }) => sessionId === 'never-opened')
  expect([...run.state().sessions.keys()]).toEqual(['s1'])
  expect(run.state().currentSessionId).toBe('s1')
})

test('a method that the agent does not offer or refuses is reported', async () => {
  const bare = await openOnWire({}, { protocolVersion: 1 })
  bare.run.agent.order({ type: 'close-session', sessionId: 's1' })
  bare.run.agent.order({ type: 'close-session', sessionId: 'other' })
  bare.run.agent.order({ type: 'delete-session', sessionId: 's1' })
  bare.run.agent.order({ type: 'open-session', sessionId: 'other' })
  bare.run.agent.order({ type: 'list-sessions' })
  await settled()
  expect(bare.run.remarks()).toEqual([
    'The agent does not offer to close sessions.',
    'The session is not open.',
    'The agent does not offer to delete sessions.',
  ])
  expect(bare.run.eventsOf('session-not-opened').map(({ message }) => message)).toEqual([
    'the agent offers neither session/load nor session/resume',
  ])
  expect(bare.run.state().listing).toMatchObject({ state: 'failed' })

  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'close-session', sessionId: 's1' })
  wire.fail(await wire.receives(), -32603, 'Internal error', { details: 'busy' })
  await run.event('remarked')
  run.agent.order({ type: 'delete-session', sessionId: 's1' })
  wire.fail(await wire.receives(), -32601, 'Method not found')
  await run.event('remarked', ({ text }) => text.includes('deleted'))
  expect(run.remarks()).toEqual([
    'The session is not closed: Internal error: busy',
    'The session is not deleted: Method not found',
  ])
  expect(run.state()).toMatchObject({ currentSessionId: 's1', link: { state: 'open' } })
})

test('commands before the agent is ready or after its end are only reported', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'list-sessions' })
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  wire.lose({ kind: 'exited', code: 0, signal: null })
  await run.ended()
  expect(run.state().listing).toMatchObject({ state: 'failed' })
  expect([...run.state().sessions.keys()]).toEqual(['s1'])
  run.agent.order({ type: 'new-session' })
  run.agent.order({ type: 'open-session', sessionId: 'a' })
  run.agent.order({ type: 'delete-session', sessionId: 'a' })
  run.agent.order({ type: 'set-mode', modeId: 'plan' })
  run.agent.order({ type: 'set-config-option', optionId: 'fast', value: true })
  run.agent.order({ type: 'log-in', methodId: 'key' })
  expect(new Set(run.remarks())).toEqual(new Set(['The agent is not ready for that.']))
})

test('a session that was deleted while it was opened can be opened again', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  await wire.receives()
  run.agent.order({ type: 'delete-session', sessionId: 'old' })
  await wire.answersNext({})
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  const { method, params } = await wire.receives()
  expect([method, params?.['sessionId']]).toEqual(['session/load', 'old'])
})

test('a session whose id session/new returns stays open, whether or not its load fails', async () => {
  const { run, wire } = await openOnWire({}, offeringAll)
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  const load = await wire.receives()
  run.agent.order({ type: 'new-session' })
  await wire.answersNext({ sessionId: 'old' })
  run.agent.order({ type: 'open-session', sessionId: 's1' })
  wire.fail(load, -32603, 'No')
  await settled()
  run.agent.order({ type: 'open-session', sessionId: 'old' })
  run.agent.order({ type: 'prompt', text: 'go' })
  expect(promptOf(await wire.receives())).toEqual(['session/prompt', 'old', 'go'])
})
