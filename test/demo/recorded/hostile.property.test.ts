import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openingMethods } from '../../../src/demo/recorded/recording.ts'
import { recordingIn } from './played-recording.ts'
import { rawClient, type RawClient } from './raw-client.ts'

const sessionId = fc.constantFrom<unknown>('s1', 's2', '__proto__', 7, null)
const id = fc.constantFrom<unknown>(0, 1, 2, 'a', null)
const method = fc.constantFrom(
  ...openingMethods,
  'initialize',
  'session/prompt',
  'session/list',
  'session/set_mode',
  'session/cancel',
  'session/update',
  'session/request_permission',
  '$/cancel_request',
  '__proto__',
)
const update = fc.constantFrom<unknown>(
  { sessionUpdate: 'state_update', state: 'idle' },
  { sessionUpdate: 'subagent_update', sessionId: 's2' },
  { sessionUpdate: 'subagent_update', sessionId: 's1' },
  { sessionUpdate: 'plan_update', plan: { type: 'file', uri: 'file:///x' } },
  'nothing',
  null,
)
const params = fc.oneof(
  fc.record({ sessionId, update, requestId: id }, { requiredKeys: [] }),
  fc.constantFrom<unknown>(null, [], 'text'),
)
const result = fc.oneof(
  fc.record(
    { sessionId, stopReason: fc.constant('end_turn'), protocolVersion: fc.constantFrom(1, 2, 'x') },
    { requiredKeys: [] },
  ),
  fc.constantFrom<unknown>(null, 7, { sessions: [null, { sessionId: 's1' }] }, { messageId: 'm' }),
)
const message = fc.oneof(
  fc.record({ id, method, params }),
  fc.record({ method, params }),
  fc.record({ id, result }),
  fc.record({ id, error: fc.constantFrom<unknown>({ code: 1, message: 'no' }, 'no') }),
)
const line = fc.oneof(
  fc.record({ t: fc.nat(1000), in: message }).map((record) => JSON.stringify(record)),
  fc.record({ t: fc.nat(1000), out: message }).map((record) => JSON.stringify(record)),
  message.map((made) => JSON.stringify(made)),
  fc.constantFrom(
    '{"t":1,"event":{"type":"link-changed","link":{"state":"ended","end":{"kind":"exited","code":1}}}}',
    '{"t":1,"event":{"type":"document","uri":"file:///x","state":"shown","text":"x"}}',
    '{"t":1,"in64":"/w=="}',
    '{"t":1,"err":"oh"}',
    'junk {"jsonrpc":"2.0","id":0,"result":{}} junk',
  ),
)

/** What the agent asks, also before it answers, is answered, as every client owes it. */
async function answerAll(client: RawClient): Promise<void> {
  for (let answered = 0; answered < client.frames.length; await client.rest())
    for (const { id: asked, method: wanted } of client.frames.slice(answered)) {
      answered++
      if (wanted !== undefined && asked !== undefined) client.respond(asked, {})
    }
}

test('any recording and any client: each request is answered, or the agent ends as recorded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.array(message, { maxLength: 15 }),
      async (lines, said) => {
        const client = rawClient(recordingIn(lines))
        for (const each of [{ id: 'first', method: 'initialize', params: {} }, ...said]) {
          client.agent.receive(JSON.stringify(each))
          client.agent.receive('no JSON')
        }
        await client.rest()
        await answerAll(client)
        const isAnswered = client.frames.some((frame) => frame.id === 'first' && frame.method === undefined)
        expect(isAnswered || client.exits.length > 0).toBe(true)
        client.agent.stop()
      },
    ),
    { numRuns: 300 },
  )
})
