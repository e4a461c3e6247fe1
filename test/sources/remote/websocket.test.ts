import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createNetServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { fakeClock } from '../../agent/fake-clock.ts'
import { unreadMessages } from '../../../src/sources/flow-control.ts'
import { Awaited, initialize, listen, oddIds, passes, remote, request } from './support.ts'

interface SocketAgent {
  readonly address: string
  readonly server: Server
  readonly upgrades: Awaited<IncomingMessage>
  readonly sockets: Awaited<WebSocket>
  readonly heard: Awaited<string>
  readonly closes: Awaited<string>
}

/** A WebSocket server that the test controls; `cookies` are set by the handshake. */
async function socketAgent(cookies: readonly string[] = []): Promise<SocketAgent> {
  const server = createServer()
  const agent = {
    server,
    upgrades: new Awaited<IncomingMessage>(),
    sockets: new Awaited<WebSocket>(),
    heard: new Awaited<string>(),
    closes: new Awaited<string>(),
  }
  const sockets = new WebSocketServer({ server })
  sockets.on('headers', (headers, upgrade) => {
    agent.upgrades.push(upgrade)
    headers.push(...cookies.map((cookie) => `Set-Cookie: ${cookie}`))
  })
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer, isBinary) =>
      agent.heard.push(`${isBinary}: ${data.toString('utf8')}`),
    )
    socket.on('close', (code, reason) => agent.closes.push(`${code} ${reason.toString()}`))
    socket.on('error', () => undefined)
    agent.sockets.push(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  return { ...agent, address: `ws://127.0.0.1:${await listen(server)}/acp` }
}

const first = async (agent: SocketAgent): Promise<WebSocket> => (await agent.sockets.count(1))[0] as WebSocket

test('messages go out as text frames in their order, those too that came before there was a connection', async () => {
  const agent = await socketAgent()
  const { transport, ended } = remote(agent.address).open()
  expect(transport.isRunning).toBe(true)
  transport.send(initialize)
  transport.send('{"a":"ü"}')
  await agent.heard.count(2)
  transport.send('{"b":2}')
  expect(await agent.heard.count(3)).toEqual([`false: ${initialize}`, 'false: {"a":"ü"}', 'false: {"b":2}'])
  expect(agent.upgrades.seen.map(({ url }) => url)).toEqual(['/acp'])
  expect(ended.seen).toEqual([])
})

test('a flood of small frames does not block the event loop', async () => {
  const agent = await socketAgent()
  const { received } = remote(agent.address).open()
  const socket = await first(agent)
  const frames = 10_000
  let most = 0
  let before = 0
  const look = (): void => {
    most = Math.max(most, received.seen.length - before)
    before = received.seen.length
    if (before < frames) setImmediate(look)
  }
  look()
  for (let count = 0; count < frames; count++) socket.send('x')
  await received.count(frames)
  expect(most).toBeLessThan(600)
})

test('messages are sent byte for byte, also with ids beyond the numbers of JavaScript', async () => {
  const agent = await socketAgent()
  const { transport } = remote(agent.address).open()
  const answers = oddIds.map(
    (id) => `{"jsonrpc":"2.0","id":${id},"result":{"deep":${'['.repeat(200)}${']'.repeat(200)}}}`,
  )
  for (const line of [initialize, ...answers]) transport.send(line)
  expect(await agent.heard.count(1 + answers.length)).toEqual(
    [initialize, ...answers].map((line) => `false: ${line}`),
  )
})

test('every frame is received as it came, and nothing is answered', async () => {
  const agent = await socketAgent()
  const { received, ended } = remote(agent.address).open()
  const socket = await first(agent)
  const frames = [
    '{"jsonrpc":"2.0","method":"x"}',
    'not json',
    '',
    '{"a":1}{"b":2}\n{"c":3}',
    '[{"a":1},{"b":2}]',
    '{\n  "pretty": true\n}',
    'null',
    '\ufeff{"a":1}',
  ]
  for (const frame of frames) socket.send(frame)
  socket.send(Buffer.from([0, 255, 10]), { binary: true })
  // Text that is no UTF-8: whoever reads it says so.
  socket.send(Buffer.from([0x7b, 0xff, 0x7d]), { binary: false })
  expect(await received.count(10)).toEqual([
    ...frames.map((frame) => `text ${frame}`),
    'binary 00ff0a',
    'text {\ufffd}',
  ])
  // A sign of life that comes back after all frames: an answer to one of them would have been before it.
  const pong = new Promise((resolve) => {
    socket.once('pong', resolve)
  })
  socket.ping()
  await pong
  expect(agent.heard.seen).toEqual([])
  expect(ended.seen).toEqual([])
})

test('a frame of 20 MB, and one in many fragments', async () => {
  const agent = await socketAgent()
  const { received } = remote(agent.address).open()
  const socket = await first(agent)
  const long = JSON.stringify({ text: 'x'.repeat(20 * 1024 * 1024) })
  socket.send(long)
  const bytes = Buffer.from('{"text":"日本"}')
  for (let at = 0; at < bytes.length; at += 1) {
    socket.send(bytes.subarray(at, at + 1), { binary: false, fin: at === bytes.length - 1 })
  }
  const [one, two] = await received.count(2)
  expect(one === `text ${long}`).toBe(true)
  expect(two).toBe('text {"text":"日本"}')
})

test('a message over 64 MiB ends the connection, and that is said', async () => {
  const agent = await socketAgent()
  const { received, ended } = remote(agent.address).open()
  const socket = await first(agent)
  socket.send('{"a":1}')
  socket.send(Buffer.alloc(64 * 1024 * 1024 + 1))
  const cause = 'the agent sent a message over 64 MiB (WS_ERR_UNSUPPORTED_MESSAGE_LENGTH)'
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: agent.address, cause }])
  expect(received.seen).toEqual(['text {"a":1}'])
})

test.each([
  [4000, 'done for today', 'the other side closed it (4000): “done for today”'],
  [1001, '', 'the other side went away (1001)'],
  [1011, 'oops', 'the server failed (1011): “oops”'],
])('a close with %i %s', async (code, reason, cause) => {
  const agent = await socketAgent()
  const { transport, ended } = remote(agent.address).open()
  ;(await first(agent)).close(code, reason)
  expect(await ended.count(1)).toEqual([{ kind: 'disconnected', address: agent.address, cause }])
  transport.send('{"to":"nobody"}')
  await transport.end()
  await agent.closes.count(1)
  expect(ended.seen).toHaveLength(1)
})

test('a connection that breaks in the middle of a message', async () => {
  const agent = await socketAgent()
  const { received, ended } = remote(agent.address).open()
  const socket = await first(agent)
  socket.send('{"whole":1}')
  socket.send('{"half":', { fin: false })
  await received.count(1)
  socket.terminate()
  expect(await ended.count(1)).toEqual([
    { kind: 'disconnected', address: agent.address, cause: 'it ended without a close frame' },
  ])
  expect(received.seen).toEqual(['text {"whole":1}'])
})

test('the client closes with 1000 after its messages, and only what still comes is reported after it', async () => {
  const agent = await socketAgent()
  const { transport, received, ended } = remote(agent.address).open()
  const socket = await first(agent)
  socket.send('{"now":1}')
  await received.count(1)
  transport.send('{"last":1}')
  const closed = transport.end()
  socket.send('{"late":1}')
  await closed
  expect(await agent.closes.count(1)).toEqual(['1000 '])
  expect(agent.heard.seen).toEqual(['false: {"last":1}'])
  expect(received.seen).toEqual(['text {"now":1}', 'text {"late":1}'])
  expect(ended.seen).toEqual([])
})

test('headers go with the handshake, and cookies from one connection to the next', async () => {
  const agent = await socketAgent(['lb=one; Path=/; HttpOnly', 'x=y'])
  const address = agent.address.replace('ws://', 'ws://me:pw@')
  const stage = remote(address, { headers: [{ name: 'X-Key', value: 'k' }] })
  const { received } = stage.open()
  ;(await first(agent)).send('{"open":true}')
  await received.count(1)
  stage.open()
  await agent.sockets.count(2)
  const [one, two] = agent.upgrades.seen.map(({ headers }) => headers)
  const authorization = `Basic ${Buffer.from('me:pw').toString('base64')}`
  expect(one).toMatchObject({ authorization, 'x-key': 'k' })
  expect(one).not.toHaveProperty('cookie')
  expect(two).toMatchObject({ authorization, 'x-key': 'k', cookie: 'lb=one; x=y' })
})

test('a second initialize gets a connection of its own', async () => {
  const agent = await socketAgent()
  const { transport, received, ended } = remote(agent.address).open()
  transport.send(initialize)
  const socket = await first(agent)
  await agent.heard.count(1)
  socket.send('{"first":1}')
  await received.count(1)
  transport.send(request(1, 'initialize', { protocolVersion: 1 }))
  await agent.heard.count(2)
  await agent.closes.count(1)
  agent.sockets.seen[1]?.send('{"second":2}')
  expect(await received.count(2)).toEqual(['text {"first":1}', 'text {"second":2}'])
  expect(ended.seen).toEqual([])
})

test.each([
  [401, {}, '', /^the server wants a login \(401\); give one with --header .* or --token-file FILE$/],
  [
    404,
    { 'Content-Type': 'text/plain' },
    'Nothing here',
    /^the server has nothing at \/acp .*: “Nothing here”$/,
  ],
  [
    500,
    { 'Content-Type': 'application/json' },
    '{"error":"Bearer hunter2!"}',
    /failed \(500\): “Bearer \*\*\*!”$/,
  ],
  [
    302,
    { Location: 'http://127.0.0.1:9/other' },
    '',
    /^the server redirects .* ws:\/\/127.0.0.1:9\/other; connect/,
  ],
])('a handshake that is answered with %i', async (status, headers, body, cause) => {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  server.on('upgrade', (_, socket: Socket) => {
    const lines = Object.entries({ ...headers, 'Content-Length': body.length }).map((pair) => pair.join(': '))
    socket.end(`HTTP/1.1 ${status} Said\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  })
  const address = `ws://127.0.0.1:${await listen(server)}/acp`
  const { transport, ended } = remote(address, {
    headers: status === 500 ? [{ name: 'Authorization', value: 'Bearer hunter2' }] : [],
  }).open()
  transport.send(initialize)
  expect(await ended.count(1)).toEqual([
    { kind: 'unreachable', address, cause: expect.stringMatching(cause) as unknown },
  ])
  await transport.end()
})

test('a server that never answers the handshake', async () => {
  const clock = fakeClock()
  const connected = new Awaited<Socket>()
  const server = createNetServer((socket) => connected.push(socket))
  const address = `ws://127.0.0.1:${await listen(server)}/acp`
  const { ended } = remote(address, { clock }).open()
  const [socket] = await connected.count(1)
  onTestFinished(() => void socket?.destroy())
  clock.pass(30_000)
  const cause = 'it did not answer the handshake within 30 s; a longer --timeout extends this'
  expect(await ended.count(1)).toEqual([{ kind: 'unreachable', address, cause }])
  expect(clock.dueInMs().length).toBe(0)
})

test.each([
  ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', /Accept/],
  ['SSH-2.0-OpenSSH_9.9\r\n', /^the server does not speak HTTP/],
])('a server that is no WebSocket', async (answer, cause) => {
  const server = createNetServer((socket) => void socket.on('error', () => undefined).end(answer))
  const address = `ws://127.0.0.1:${await listen(server)}/acp`
  const { ended } = remote(address).open()
  const [end] = await ended.count(1)
  expect(end).toMatchObject({ kind: 'unreachable', address, cause: expect.stringMatching(cause) as unknown })
})

test('nothing listens there, no TLS there, and no certificate that is known', async () => {
  const causeOf = async (address: string): Promise<unknown> => {
    const [end] = await remote(address).open().ended.count(1)
    expect(end).toMatchObject({ kind: 'unreachable', address })
    return end !== undefined && 'cause' in end ? end.cause : null
  }
  const plain = createServer()
  const port = await listen(plain)
  expect(await causeOf(`wss://127.0.0.1:${port}/acp`)).toMatch(/^the server does not speak TLS there/)
  await new Promise((resolve) => plain.close(resolve))
  expect(await causeOf(`ws://127.0.0.1:${port}/acp`)).toBe('nothing answers at that address (ECONNREFUSED)')
  // Has no certificate at all, so that the two cannot agree on anything.
  const bare = createTlsServer()
  bare.on('tlsClientError', () => undefined)
  expect(await causeOf(`wss://127.0.0.1:${await listen(bare)}/acp`)).toMatch(/\w/)
})

test('an idle connection is kept alive with pings, and one without a pong is lost', async () => {
  const clock = fakeClock()
  const agent = await socketAgent()
  const { received, ended } = remote(agent.address, { clock }).open()
  const socket = await first(agent)
  const pings = new Awaited<true>()
  socket.on('ping', () => pings.push(true))
  socket.send('{"a":1}')
  await received.count(1)
  clock.pass(30_000)
  await pings.count(1)
  // A pong is on its way; the next frame is behind it.
  socket.send('{"b":1}')
  await received.count(2)
  socket.pause()
  for (let at = 0; at < 5; at += 1) clock.pass(30_000)
  expect(await ended.count(1)).toEqual([
    { kind: 'disconnected', address: agent.address, cause: 'nothing received for 120 s' },
  ])
  expect(clock.dueInMs().length).toBe(0)
})

test('killNow ends it at once, open or not', async () => {
  const agent = await socketAgent()
  const stage = remote(agent.address)
  const { transport, ended } = stage.open()
  await first(agent)
  transport.killNow()
  await agent.closes.count(1)
  const early = stage.open()
  early.transport.killNow()
  await early.transport.end()
  expect([...ended.seen, ...early.ended.seen]).toEqual([])
  expect(agent.sockets.seen).toHaveLength(1)
})

test('a server that does not read is not read either until it does, and it can be closed', async () => {
  const agent = await socketAgent()
  const clock = fakeClock()
  const { transport, received, stalled } = remote(agent.address, { clock }).open()
  transport.send(initialize)
  await agent.heard.count(1)
  const socket = await first(agent)
  socket.pause()
  for (let id = 0; id <= unreadMessages; id++) transport.send(request(id, 'x'))
  await stalled.count(1)
  socket.send('asked meanwhile')
  socket.resume()
  await stalled.until((seen) => seen.at(-1) === false)
  await received.count(1)
  await agent.heard.count(unreadMessages + 2)
  socket.pause()
  for (let id = 0; id <= unreadMessages; id++) transport.send(request(id, 'x', { more: 'x'.repeat(500) }))
  await Promise.all([transport.end(), passes(clock, 1000)])
})
