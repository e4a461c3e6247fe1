import { expect, test } from 'vitest'
import { settled } from './watched-run.ts'
import { openOnWire } from './wire.ts'

const greeting = {
  protocolVersion: 1,
  authMethods: [{ id: 'key', name: 'API key' }],
  agentCapabilities: { sessionCapabilities: { list: {} } },
}

test('input that has arrived when the client is closed is reduced, and nothing is sent for it', async () => {
  const { run, wire } = await openOnWire({}, greeting)
  run.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await wire.receives()
  wire.fail(prompt, -32000, 'Authentication required')
  await settled()
  run.agent.order({ type: 'log-in', methodId: 'key' })
  const login = await wire.receives()
  run.agent.order({ type: 'new-session' })
  const opening = await wire.receives()
  run.agent.order({ type: 'list-sessions' })
  const listing = await wire.receives()
  run.agent.order({ type: 'prompt', text: 'again' })
  const again = await wire.receives()
  const { length } = wire.lines
  // The first one makes the others wait for who has asked for it, and the close comes before these can be read.
  wire.send(
    { id: again.id, result: { stopReason: 'end_turn' } },
    { id: login.id, result: {} },
    { id: opening.id, result: { sessionId: 's2' } },
    { id: listing.id, result: { sessions: [], nextCursor: 'more' } },
  )
  await run.agent.close()
  await settled()
  run.clock.pass(120_000)
  expect(wire.lines.slice(length)).toEqual([])
  expect(run.events.slice(-5).map(({ type }) => type)).toEqual([
    'turn-ended',
    'session-opened',
    'sessions-listed',
    'sessions-listed',
    'link-changed',
  ])
  expect(run.state().link).toEqual({ state: 'ended', sinceMs: 0, end: { kind: 'closed' } })
})

test('what the agent answers to the cancellation of its turn is told, and nothing is done for it', async () => {
  const { run, wire } = await openOnWire({ offersFiles: '/work' })
  run.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await wire.receives()
  run.agent.order({ type: 'prompt', text: 'then' })
  const entry = (status: string): object => ({ content: 'a', status, priority: 'high' })
  wire.update({ sessionUpdate: 'plan', entries: [entry('in_progress')] })
  let count = 0
  wire.beforeClose = () => {
    count = wire.lines.length
    wire.update({ sessionUpdate: 'plan', entries: [entry('completed')] })
    wire.send(
      { id: 1, method: 'fs/write_text_file', params: { sessionId: 's1', path: '/work/late', content: '' } },
      { id: 2, method: 'session/request_permission', params: { sessionId: 's1', options: [] } },
      { id: prompt.id, result: { stopReason: 'cancelled' } },
    )
  }
  await run.agent.close()
  expect(wire.lines.at(-1)).toContain('session/cancel')
  expect(wire.lines).toHaveLength(count)
  const session = run.state().sessions.get('s1')
  expect(session?.turn).toMatchObject({ outcome: { kind: 'stopped', stopReason: 'cancelled' } })
  expect([...(session?.plans.values() ?? [])]).toMatchObject([
    { body: { entries: [{ status: 'completed' }] } },
  ])
  expect(run.state().permissions).toEqual([])
  expect(run.eventsOf('prompt-sent')).toHaveLength(1)
})

test('a turn that the agent does not end was cancelled', async () => {
  const { run, wire } = await openOnWire()
  run.agent.order({ type: 'prompt', text: 'go' })
  await wire.receives()
  await run.agent.close()
  expect(run.state().sessions.get('s1')?.turn).toMatchObject({
    state: 'ended',
    outcome: { stopReason: 'cancelled' },
  })
})
