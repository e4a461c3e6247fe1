import { expect, onTestFinished, test } from 'vitest'
import { tellLie } from '../../support/lies/lying-server.ts'
import { fakeClock, type FakeClock } from '../../agent/fake-clock.ts'
import { httpPuppet, type HttpPuppet } from './http/http-puppet.ts'
import { initialize, remote, request, turnsUntil, type OpenedRemote } from './support.ts'

/** Waits until a timer of that length is running. */
async function waits(clock: FakeClock, ms: number): Promise<void> {
  await turnsUntil(() => clock.dueInMs().includes(ms))
}

/** The cause of the end of a connection to a lying server, after so long. */
async function causeAfter(lie: string, waitMs: number, timeoutMs?: number): Promise<unknown> {
  const server = await tellLie(lie)
  onTestFinished(async () => await server.close())
  const clock = fakeClock()
  const { transport, ended } = remote(server.address, {
    clock,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }).open()
  transport.send(initialize)
  await waits(clock, waitMs)
  clock.pass(waitMs - 1)
  expect(ended.seen).toEqual([])
  clock.pass(1)
  const [end] = await ended.count(1)
  expect(end).toMatchObject({ kind: 'unreachable', address: server.address })
  return end !== undefined && 'cause' in end ? end.cause : null
}

const longer = 'a longer --timeout extends this'

test.each([
  ['http: says nothing', 60_000, `it did not answer initialize within 60 s; ${longer}`],
  ['http: drips its body (initialize)', 60_000, `it did not answer initialize within 60 s; ${longer}`],
  ['http: drips its head (initialize)', 60_000, `it did not answer initialize within 60 s; ${longer}`],
  ['ws: says nothing', 30_000, `it did not answer the handshake within 30 s; ${longer}`],
])('%s: that is the end after %i ms', async (lie, waitMs, cause) => {
  expect(await causeAfter(lie, waitMs)).toBe(cause)
})

test.each(['http: says nothing', 'ws: says nothing'])('%s: a user may give it longer', async (lie) => {
  expect(await causeAfter(lie, 900_000, 900_000)).toContain('within 900 s')
})

interface Connected extends OpenedRemote {
  readonly puppet: HttpPuppet
  readonly clock: FakeClock
}

/** A connection to a server that never answers this. */
async function connected(unanswered: (method: string, body: string) => boolean): Promise<Connected> {
  const puppet = await httpPuppet(({ method, body }) => unanswered(method, body))
  const clock = fakeClock()
  const opened = remote(puppet.address, { clock }).open()
  opened.transport.send(initialize)
  await opened.received.count(1)
  return { ...opened, puppet, clock }
}

test.each([
  ['session/new', 60_000, `it did not take session/new within 60 s; ${longer}`],
  ['session/prompt', 300_000, `it did not take session/prompt within 300 s; ${longer}`],
])('a server that never takes %s', async (method, waitMs, cause) => {
  const { transport, ended, puppet, clock } = await connected((_, body) => body.includes(method))
  await puppet.streams.count(1)
  // Its stream is there.
  await turnsUntil(() => clock.dueInMs().length === 0)
  transport.send(request(1, method, {}))
  await waits(clock, waitMs)
  clock.pass(waitMs)
  expect(await ended.count(1)).toMatchObject([{ kind: 'disconnected', cause }])
})

test('a server that never opens its stream', async () => {
  const { ended, clock } = await connected((method) => method === 'GET')
  await waits(clock, 60_000)
  clock.pass(60_000)
  expect(await ended.count(1)).toMatchObject([
    { kind: 'disconnected', cause: `it did not open a stream of messages within 60 s; ${longer}` },
  ])
})

test('a stream that is open may be quiet for a day', async () => {
  const puppet = await httpPuppet()
  const clock = fakeClock()
  const { transport, received, ended } = remote(puppet.address, { clock }).open()
  transport.send(initialize)
  const [stream] = await puppet.streams.count(1)
  await received.count(1)
  await turnsUntil(() => clock.dueInMs().length === 0)
  clock.pass(24 * 3_600_000)
  stream?.response.write('data: {"after":"a day"}\n\n')
  expect((await received.count(2))[1]).toBe('text {"after":"a day"}')
  expect(ended.seen).toEqual([])
})

test('the endless body of a refusal is read for a second, and the connection stays', async () => {
  const puppet = await httpPuppet(({ body }, response) => {
    if (!body.includes('session/list')) return false
    response.writeHead(502, { 'Content-Type': 'text/plain' }).write('Because')
    return true
  })
  const clock = fakeClock()
  const { transport, received, ended } = remote(puppet.address, { clock }).open()
  transport.send(initialize)
  await received.count(1)
  transport.send(request(5, 'session/list'))
  await waits(clock, 1000)
  clock.pass(1000)
  const [, error] = await received.count(2)
  expect(JSON.parse(error?.slice(5) ?? '')).toMatchObject({
    id: 5,
    error: { data: { status: 502, body: 'Because' } },
  })
  expect(ended.seen).toEqual([])
})
