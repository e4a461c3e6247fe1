import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../agent/fake-clock.ts'
import { connect } from './http-connection.ts'
import { httpPuppet, initialized, type Answer, type Stream } from './http-puppet.ts'
import { initialize, listen, passes, remote, request, type StageOptions } from '../support.ts'

/** The cause of the end of a connection whose first request is answered so. */
async function firstCause(answer: Answer, options: StageOptions = {}): Promise<string> {
  const puppet = await httpPuppet(answer)
  const { transport, ended } = remote(puppet.address, options).open()
  transport.send(initialize)
  const [end] = await ended.count(1)
  expect(end).toMatchObject({ kind: 'unreachable', address: puppet.address })
  await transport.end()
  expect(ended.seen).toHaveLength(1)
  return end !== undefined && 'cause' in end ? end.cause : ''
}

test.each([
  [
    404,
    { 'Content-Type': 'text/html' },
    '<p>no',
    /^the server has nothing at \/acp \(404\); is the path right\?$/,
  ],
  [
    500,
    { 'Content-Type': 'application/json' },
    '{"error":{"message":"no Bearer hunter2"}}',
    /\(500\): “no Bearer \*\*\*”$/,
  ],
  [307, { Location: '/elsewhere' }, '', /^the server redirects \(307\): http:.*\/elsewhere; connect/],
])('initialize is answered with %i', async (status, headers, body, cause) => {
  const login = { headers: [{ name: 'Authorization', value: 'Bearer hunter2' }] }
  const answer: Answer = (_, response) => {
    response.writeHead(status, headers).end(body)
    return true
  }
  expect(await firstCause(answer, status === 500 ? login : {})).toMatch(cause)
})

test('initialize is answered by a server that is no agent', async () => {
  const cause = await firstCause((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome!</h1>')
    return true
  })
  expect(cause).toBe('no ACP agent answers there: the response has no connection id (Acp-Connection-Id)')
})

test('nothing listens there, and a server that does not speak HTTP', async () => {
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => undefined)
        .resume()
        .end('SSH-2.0-x\r\n'),
  )
  const port = await listen(server)
  const causeOf = async (address: string): Promise<unknown> => {
    const { transport, ended } = remote(address).open()
    transport.send(initialize)
    const [end] = await ended.count(1)
    return end
  }
  const address = `http://127.0.0.1:${port}/acp`
  const noHttp: unknown = expect.stringMatching(/^the server does not speak HTTP/)
  expect(await causeOf(address)).toEqual({ kind: 'unreachable', address, cause: noHttp })
  expect(await causeOf(`https://127.0.0.1:${port}/acp`)).toHaveProperty(
    'cause',
    expect.stringMatching(/^the server does not speak TLS there/),
  )
  await new Promise((resolve) => server.close(resolve))
  const refused = 'nothing answers at that address (ECONNREFUSED)'
  expect(await causeOf(address)).toEqual({ kind: 'unreachable', address, cause: refused })
})

test('a malformed answer to initialize is received, and the connection is open', async () => {
  const puppet = await httpPuppet(({ method, headers }, response) => {
    if (method !== 'POST' || headers['acp-connection-id'] !== undefined) return false
    response.writeHead(200, { 'Acp-Connection-Id': 'c1' }).end('[{"half":')
    return true
  })
  const { received, ended } = await connect(puppet)
  ;(await puppet.streams.count(1))[0]?.response.write('data: {"a":1}\n\n')
  expect(await received.count(2)).toEqual(['text [{"half":', 'text {"a":1}'])
  expect(ended.seen).toEqual([])
})

test('a stream that ends is requested again after its last event, without a report', async () => {
  const puppet = await httpPuppet()
  const clock = fakeClock()
  const { transport, received, ended } = await connect(puppet, { clock })
  transport.send(request(1, 'session/prompt', { sessionId: 's1' }))
  const [, session] = await puppet.streams.count(2)
  session?.response.write('id: 41\ndata: {"a":1}\n\nid: 42\ndata: {"b":2}\n\ndata: {"half')
  await received.count(3)
  // An incomplete event is received too.
  session?.response.destroy()
  const [, , again] = await puppet.streams.count(3)
  expect(again).toMatchObject({
    sessionId: 's1',
    headers: { 'last-event-id': '42', 'acp-connection-id': 'c1' },
  })
  again?.response.end('data: {"c":3}\n\n')
  await passes(clock, 250)
  const [, , , third] = await puppet.streams.count(4)
  third?.response.write('data: {"d":4}\n\n')
  expect((await received.count(6)).slice(1)).toEqual([
    'text {"a":1}',
    'text {"b":2}',
    'text {"half',
    'text {"c":3}',
    'text {"d":4}',
  ])
  expect(ended.seen).toEqual([])
})

test('a stream that the server does not offer again yet is retried', async () => {
  let refusals = 0
  const puppet = await httpPuppet(({ method }, response) => {
    if (method !== 'GET' || puppet.streams.seen.length === 0 || refusals === 3) return false
    refusals += 1
    response.writeHead(refusals === 1 ? 409 : 503).end()
    return true
  })
  const clock = fakeClock()
  const { received, ended } = await connect(puppet, { clock })
  puppet.streams.seen[0]?.response.end()
  for (const pauseMs of [250, 1000, 2000]) await passes(clock, pauseMs)
  const [, again] = await puppet.streams.count(2)
  again?.response.write('data: {"a":1}\n\n')
  expect(await received.count(2)).toEqual([`text ${initialized}`, 'text {"a":1}'])
  expect(refusals).toBe(3)
  expect(ended.seen).toEqual([])
})

test('a stream of the connection that cannot be kept open ends it, after growing pauses', async () => {
  const clock = fakeClock()
  const puppet = await httpPuppet()
  const { ended } = await connect(puppet, { clock })
  const endStream = async (count: number): Promise<void> => {
    const stream = (await puppet.streams.count(count))[count - 1] as Stream
    stream.response.end()
  }
  await endStream(1)
  for (const [at, pauseMs] of [0, 250, 1000, 2000, 4000].entries()) {
    if (pauseMs > 0) await passes(clock, pauseMs)
    await endStream(at + 2)
  }
  expect(await ended.count(1)).toEqual([
    { kind: 'disconnected', address: puppet.address, cause: 'the server ended its stream of messages' },
  ])
})

test('a lost stream of a session fails its requests, and the connection stays', async () => {
  let hasSession = false
  const puppet = await httpPuppet(({ method, headers }, response) => {
    if (method !== 'GET' || headers['acp-session-id'] === undefined || !hasSession) return false
    response.writeHead(503).end()
    return true
  })
  const clock = fakeClock()
  const { transport, received, ended } = await connect(puppet, { clock })
  transport.send(request(1, 'session/prompt', { sessionId: 's1' }))
  const [, session] = await puppet.streams.count(2)
  await puppet.asked.until((seen) => seen.some(({ body }) => body.includes('session/prompt')))
  hasSession = true
  session?.response.end()
  for (const pauseMs of [250, 1000, 2000, 4000]) await passes(clock, pauseMs)
  const [, error] = await received.count(2)
  expect(JSON.parse(error?.slice(5) ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32603, message: 'ACP session SSE stream closed' },
  })
  hasSession = false
  transport.send(request(2, 'session/prompt', { sessionId: 's1' }))
  await puppet.streams.count(3)
  expect(ended.seen).toEqual([])
})

test.each([
  [404, 'the server no longer knows this connection (404): “Unknown Acp-Connection-Id”'],
  [401, /^the server wants a login \(401\)/],
])('the stream is requested again and refused with %i, which ends the connection', async (status, cause) => {
  const puppet = await httpPuppet(({ method }, response) => {
    if (method !== 'GET' || puppet.streams.seen.length === 0) return false
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end('Unknown Acp-Connection-Id')
    return true
  })
  const { ended } = await connect(puppet)
  puppet.streams.seen[0]?.response.end()
  const matching: unknown = typeof cause === 'string' ? cause : expect.stringMatching(cause)
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: puppet.address, cause: matching }])
})

test.each(['日本', 'a\\nb'])('a session that no header can name: %s', async (name) => {
  const puppet = await httpPuppet()
  const { ended } = await connect(puppet)
  puppet.streams.seen[0]?.response.write(
    `data: {"jsonrpc":"2.0","id":1,"result":{"sessionId":"${name}"}}\n\n`,
  )
  const [end] = await ended.count(1)
  const cause = `the session id "${name}" cannot be sent in a header (Acp-Session-Id)`
  expect(end).toEqual({ kind: 'disconnected', address: puppet.address, cause })
  await puppet.deletes.count(1)
})

test('a stream that is something else', async () => {
  const puppet = await httpPuppet(({ method }, response) => {
    if (method !== 'GET') return false
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<p>Sign in')
    return true
  })
  const { transport, ended } = remote(puppet.address).open()
  transport.send(initialize)
  const cause = 'the server sends “text/html” where a stream of messages (text/event-stream) should be'
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: puppet.address, cause }])
})

test('a message that the server does not accept any more ends the connection', async () => {
  const puppet = await httpPuppet(({ body }, response) => {
    if (!body.includes('session/new')) return false
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Unknown Acp-Connection-Id')
    return true
  })
  const { transport, ended } = await connect(puppet)
  transport.send(request(1, 'session/new'))
  const cause = 'the server no longer knows this connection (404): “Unknown Acp-Connection-Id”'
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: puppet.address, cause }])
  transport.send(request(2, 'session/new'))
  await transport.end()
  expect(ended.seen).toHaveLength(1)
})

test('a server that dies', async () => {
  const puppet = await httpPuppet()
  const { ended } = await connect(puppet)
  await puppet.close()
  const cause = 'nothing answers at that address (ECONNREFUSED)'
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: puppet.address, cause }])
})
