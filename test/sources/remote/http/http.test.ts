import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../agent/fake-clock.ts'
import { connect, openSession } from './http-connection.ts'
import { httpPuppet, initialized } from './http-puppet.ts'
import { initialize, remote, request } from '../support.ts'

test('a whole conversation: the requests sent, and the streams received', async () => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet, { headers: [{ name: 'X-Key', value: 'k' }] })
  const { transport, received, cameFrom, ended } = connected
  const session = await openSession(puppet, connected)
  transport.send(request(2, 'session/prompt', { sessionId: 's1', prompt: [] }))
  session.response.write('data: {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1"}}\n\n')
  session.response.write(
    'data: {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{}}\n\n',
  )
  await received.count(4)
  transport.send('{"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}', cameFrom[3])
  session.response.write('data: {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}\n\n')
  await received.count(5)
  await puppet.asked.until((seen) => seen.some(({ body }) => body.includes('outcome')))
  await transport.end()
  await puppet.deletes.count(1)
  expect(
    puppet.asked.seen.map(({ method, headers, body }) =>
      [
        method,
        headers['acp-connection-id'] ?? '-',
        headers['acp-session-id'] ?? '-',
        headers['x-key'],
        method === 'GET' ? headers.accept : (headers['content-type'] ?? '-'),
        /"method":"([^"]*)"|$/.exec(body)?.[1] ?? body.slice(17, 23),
      ].join(' '),
    ),
  ).toEqual([
    'POST - - k application/json initialize',
    'GET c1 - k text/event-stream ',
    'POST c1 - k application/json session/new',
    'GET c1 s1 k text/event-stream ',
    'POST c1 s1 k application/json session/prompt',
    'POST c1 s1 k application/json "id":7',
    'DELETE c1 - k - ',
  ])
  expect(received.seen).toEqual([
    `text ${initialized}`,
    'text {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}',
    'text {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1"}}',
    'text {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{}}',
    'text {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}',
  ])
  expect(cameFrom).toEqual([null, null, 's1', 's1', 's1'])
  expect(ended.seen).toEqual([])
})

test('a server without ids of connections: all comes by one stream, from its beginning, and answers in responses too', async () => {
  const json = { 'Content-Type': 'application/json' }
  let prompted: ServerResponse | null = null
  const puppet = await httpPuppet(({ method, body }, response) => {
    if (method !== 'POST') return false
    if (body.includes('session/prompt')) prompted = response
    else if (body.includes('session/list')) response.writeHead(500, json).end('{"detail":"exited"}')
    else if (body.includes('initialize')) response.writeHead(200, json).end(initialized)
    else response.writeHead(202).end()
    return true
  })
  const { transport, received, ended, stream } = await connect(puppet)
  const sends = (message: object): unknown => stream.response.write(`data: ${JSON.stringify(message)}\n\n`)
  stream.response.write(`data: ${initialized}\n\n`)
  transport.send(request(1, 'session/new'))
  sends({ id: 1, result: { sessionId: 's1' } })
  await received.count(2)
  transport.send(request(2, 'session/prompt', { sessionId: 's1' }))
  sends({ id: 7, method: 'session/request_permission', params: { sessionId: 's1' } })
  await received.count(3)
  // The response to the prompt is still awaited.
  transport.send('{"jsonrpc":"2.0","id":7,"result":{}}', 's1')
  transport.send(request(3, 'session/list'))
  await received.count(4)
  sends({ id: 2, result: { stopReason: 'end_turn' } })
  await received.count(5)
  const answered = prompted as ServerResponse | null
  answered?.writeHead(200, json).end('{"id":2,"result":{"stopReason":"end_turn"}}')
  await transport.end()
  await puppet.deletes.count(1)
  expect(received.seen).toEqual([
    `text ${initialized}`,
    'text {"id":1,"result":{"sessionId":"s1"}}',
    'text {"id":7,"method":"session/request_permission","params":{"sessionId":"s1"}}',
    'text {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"the server failed (500): “{\\"detail\\":\\"exited\\"}”"}}',
    'text {"id":2,"result":{"stopReason":"end_turn"}}',
  ])
  expect(puppet.streams.seen).toHaveLength(1)
  expect(ended.seen).toEqual([])
})

test('any stream is received once and unchanged', async () => {
  const puppet = await httpPuppet()
  const { received, ended, stream } = await connect(puppet)
  const { response } = stream
  response.write(': hello\n\nevent: message\nid: 5\ndata: not json\n\n')
  response.write('data: {\r\ndata:   "jsonrpc": "2.0",\r\ndata:   "method": "x"\r\ndata: }\r\n\r\n')
  response.write('data: [{"jsonrpc":"2.0","id":9,"result":{}},{"jsonrpc":"2.0","method":"y"}]\n\n')
  response.write('data: {"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}\n\n')
  response.write('data: "a string"\n\n{"jsonrpc":"2.0","method":"bare"}\n')
  const split = Buffer.from('data: {"text":"日本"}\n\n')
  response.write(split.subarray(0, 16))
  await received.count(7)
  response.write(split.subarray(16))
  expect((await received.count(8)).slice(1)).toEqual([
    'text not json',
    'text {\n  "jsonrpc": "2.0",\n  "method": "x"\n}',
    'text [{"jsonrpc":"2.0","id":9,"result":{}},{"jsonrpc":"2.0","method":"y"}]',
    'text {"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}',
    'text "a string"',
    'text {"jsonrpc":"2.0","method":"bare"}',
    'text {"text":"日本"}',
  ])
  expect(ended.seen).toEqual([])
})

test('an event of 20 MB', async () => {
  const puppet = await httpPuppet()
  const { received, stream } = await connect(puppet)
  const long = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(20 * 1024 * 1024) })
  stream.response.write(`data: ${long}\n\ndata: {"after":1}\n\n`)
  const [, one, two] = await received.count(3)
  expect(one === `text ${long}`).toBe(true)
  expect(two).toBe('text {"after":1}')
})

test('an event over 64 MiB ends the connection, and that is said', async () => {
  const puppet = await httpPuppet()
  const { ended, stream } = await connect(puppet)
  stream.response.write(`data: ${'x'.repeat(64 * 1024 * 1024)}\n`)
  expect(await ended.count(1)).toEqual([
    { kind: 'disconnected', address: puppet.address, cause: 'the agent sent a message over 64 MiB' },
  ])
  await puppet.deletes.count(1)
})

test('a message that cannot be delivered is answered with an error, and the connection stays', async () => {
  const puppet = await httpPuppet(({ body }, response) => {
    if (!body.includes('session/list')) return false
    response.writeHead(502, { 'Content-Type': 'text/plain' }).end('upstream said Bearer hunter2')
    return true
  })
  const headers = [{ name: 'Authorization', value: 'Bearer hunter2' }]
  const { transport, received, ended } = await connect(puppet, { headers })
  transport.send(request(5, 'session/list'))
  const [, error] = await received.count(2)
  expect(JSON.parse(error?.slice(5) ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 5,
    error: {
      code: -32603,
      message: 'ACP POST failed: 502 Bad Gateway: upstream said Bearer ***',
      data: { status: 502, body: 'upstream said Bearer ***' },
    },
  })
  transport.send(request(6, 'session/new'))
  await puppet.asked.until((seen) => seen.some(({ body }) => body.includes('session/new')))
  expect(ended.seen).toEqual([])
})

test('a session that another client holds fails alone', async () => {
  const puppet = await httpPuppet(({ method, headers }, response) => {
    if (method !== 'GET' || headers['acp-session-id'] !== 'taken') return false
    response.writeHead(409).end('Outbound stream already has an active receiver')
    return true
  })
  const { transport, received, ended } = await connect(puppet)
  transport.send(request(5, 'session/load', { sessionId: 'taken', cwd: '/' }))
  const [, error] = await received.count(2)
  expect(JSON.parse(error?.slice(5) ?? '')).toMatchObject({ id: 5, error: { data: { status: 409 } } })
  expect(ended.seen).toEqual([])
})

test('a sub-agent’s stream is opened when it is reported, and need not be there', async () => {
  const puppet = await httpPuppet(({ method, headers }, response) => {
    if (method !== 'GET' || headers['acp-session-id'] !== 'child2') return false
    response.writeHead(404).end()
    return true
  })
  const connected = await connect(puppet)
  const session = await openSession(puppet, connected)
  const reported = (id: string): string =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"${id}"}}}`
  session.response.write(`data: ${reported('child1')}\n\ndata: ${reported('child2')}\n\n`)
  const child = (await puppet.streams.count(3))[2]
  expect(child?.sessionId).toBe('child1')
  child?.response.write('data: {"of":"the child"}\n\n')
  expect((await connected.received.count(5)).slice(2)).toEqual([
    `text ${reported('child1')}`,
    `text ${reported('child2')}`,
    'text {"of":"the child"}',
  ])
  expect(connected.ended.seen).toEqual([])
})

test('an answer that comes with its request’s own response is received too', async () => {
  const puppet = await httpPuppet(({ body }, response) => {
    if (body.includes('session/list')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"as":"json"}')
    } else if (body.includes('session/new')) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: {"as":"events"}\n\n')
    } else if (body.includes('session/close')) {
      response.writeHead(202, { 'Content-Type': 'text/plain' }).end('Accepted')
    } else return false
    return true
  })
  const { transport, received } = await connect(puppet)
  transport.send(request(4, 'session/close'))
  transport.send(request(5, 'session/list'))
  await received.count(2)
  transport.send(request(6, 'session/new'))
  expect((await received.count(3)).slice(1)).toEqual(['text {"as":"json"}', 'text {"as":"events"}'])
})

test('a second initialize gets a connection of its own, also where the first made none', async () => {
  const refusal = '{"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"only version 1"}}'
  const puppet = await httpPuppet(({ headers, body }, response) => {
    if (!body.includes('"id":0') || headers['acp-connection-id'] !== undefined) return false
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(refusal)
    return true
  })
  const { transport, received, ended } = remote(puppet.address).open()
  transport.send(initialize)
  await received.count(1)
  transport.send(request(1, 'initialize', { protocolVersion: 1 }))
  await puppet.streams.count(1)
  transport.send(request(2, 'initialize', { protocolVersion: 1 }))
  await puppet.deletes.count(1)
  await puppet.streams.count(2)
  expect(received.seen).toEqual([`text ${refusal}`, `text ${initialized}`, `text ${initialized}`])
  expect(ended.seen).toEqual([])
})

test('cookies are kept, over all connections of a run', async () => {
  const puppet = await httpPuppet(({ method, headers, body }, response) => {
    if (headers.cookie === undefined) response.setHeader('Set-Cookie', ['lb=one; Path=/', 'x=y; HttpOnly'])
    else if (body.includes('session/new')) response.setHeader('Set-Cookie', 'lb=two')
    return method === 'never'
  })
  const stage = remote(puppet.address)
  const { transport } = stage.open()
  transport.send(initialize)
  await puppet.streams.count(1)
  transport.send(request(1, 'session/new'))
  transport.send(request(2, 'session/list'))
  await puppet.asked.count(4)
  await transport.end()
  stage.open().transport.send(initialize)
  await puppet.streams.count(2)
  expect(puppet.asked.seen.map(({ method, headers }) => `${method} ${headers.cookie}`)).toEqual([
    'POST undefined',
    'GET lb=one; x=y',
    'POST lb=one; x=y',
    'POST lb=two; x=y',
    'DELETE lb=two; x=y',
    'POST lb=two; x=y',
    'GET lb=two; x=y',
  ])
})

test('a server that accepts nothing is closed after a second', async () => {
  const clock = fakeClock()
  const puppet = await httpPuppet(({ body }) => body.includes('session/prompt'))
  const { transport, ended } = await connect(puppet, { clock })
  transport.send(request(3, 'session/prompt', { sessionId: 's1' }))
  await puppet.streams.count(2)
  const closed = transport.end()
  clock.pass(500)
  await puppet.deletes.count(1)
  await closed
  expect(ended.seen).toEqual([])
  expect(clock.dueInMs().length).toBe(0)
})

test('killNow ends it at once', async () => {
  const puppet = await httpPuppet()
  const { transport, ended, stream } = await connect(puppet)
  const closed = new Promise((resolve) => {
    stream.response.once('close', resolve)
  })
  transport.killNow()
  await closed
  await transport.end()
  expect(ended.seen).toEqual([])
})
