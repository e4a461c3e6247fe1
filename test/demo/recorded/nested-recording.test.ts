import { expect, test } from 'vitest'
import { cutMark } from '../../../src/lib/json/cut-depth.ts'
import { deepList, deepObject, nested } from '../../support/formats/nested.ts'
import { recordingIn } from './played-recording.ts'
import { rawClient } from './raw-client.ts'

const lines = [
  { t: 0, out: { id: 0, method: 'initialize', params: { protocolVersion: 1, deep: deepList } } },
  { t: 1, in: { id: 0, result: { protocolVersion: 1, agentCapabilities: deepObject } } },
  { t: 2, out: { id: 1, method: 'session/new', params: { cwd: '/a', mcpServers: deepList } } },
  { t: 3, in: { id: 1, result: { sessionId: 's1', modes: deepList } } },
  { t: 4, out: { id: 2, method: 'session/prompt', params: { sessionId: 's1', prompt: [] } } },
  { t: 5, in: { method: 'session/update', params: { sessionId: 's1', update: deepObject } } },
  { t: 6, in: { id: 7, method: 'session/request_permission', params: { sessionId: 's1', _meta: deepList } } },
  { t: 7, out: { id: 7, result: { outcome: { outcome: deepObject } } } },
  { t: 8, event: { type: 'link-changed', link: { end: deepObject } } },
  { t: 9, in: { id: 2, result: { stopReason: 'end_turn', usage: deepObject } } },
]

test('a recording that is nested too deeply is played as far as it goes', async () => {
  const client = rawClient(recordingIn(lines.map(nested)))
  // A session under another id: no line can be sent as it was.
  const greeting = await client.request('initialize', { protocolVersion: 1 })
  expect(JSON.stringify(greeting)).toContain(cutMark)
  await client.request('session/load', { sessionId: 'mine', cwd: '/b' })
  const prompted = client.request('session/prompt', { sessionId: 'mine', prompt: [] })
  const asked = await client.frame(({ method }) => method === 'session/request_permission')
  client.respond(asked.id, { outcome: { outcome: 'cancelled' } })
  expect((await prompted).result?.stopReason).toBe('end_turn')
})

test('so is what a client nests too deeply', async () => {
  const client = rawClient(recordingIn(lines.map(nested)))
  for (const [id, method] of [
    'initialize',
    'session/new',
    'session/load',
    'session/prompt',
    'x/y',
  ].entries()) {
    client.agent.receive(nested({ jsonrpc: '2.0', id, method, params: { sessionId: 's1', deep: deepList } }))
    client.agent.receive(nested({ jsonrpc: '2.0', id: id + 10, method, params: deepObject }))
  }
  await client.frame(({ method }) => method === 'session/request_permission')
  client.agent.receive(nested({ id: 7, result: deepObject }))
  await client.rest()
  const answered = new Set(client.frames.filter(({ method }) => method === undefined).map(({ id }) => id))
  expect(answered).toEqual(new Set([0, 1, 2, 3, 4, 10, 11, 12, 13, 14]))
})
