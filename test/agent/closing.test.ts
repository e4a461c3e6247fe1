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
  run.agent.prompt('go')
  const prompt = await wire.receives()
  wire.fail(prompt, -32000, 'Authentication required')
  await settled()
  run.agent.logIn('key')
  const login = await wire.receives()
  run.agent.newSession()
  const opening = await wire.receives()
  run.agent.listSessions()
  const listing = await wire.receives()
  run.agent.prompt('again')
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
