import { createServer, type ServerResponse } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { encodings, stringsIn, tells } from '../../app/conceal/encodings.ts'
import { httpPuppet } from './http/http-puppet.ts'
import { Awaited, initialize, listen, remote, request, type OpenedRemote } from './support.ts'

const token = 'sk-S3cret+token/42=='
const login = { headers: [{ name: 'Authorization', value: `Bearer ${token}` }] }

/** All that a transport has reported. */
function reported({ received, ended }: OpenedRemote): readonly string[] {
  return [...received.seen, ...ended.seen.flatMap((end) => stringsIn(JSON.stringify(end)))]
}

function expectNoToken(opened: OpenedRemote): void {
  const texts = reported(opened).flatMap((text) => [text, ...stringsOf(text)])
  expect(texts.filter((text) => tells(text, token))).toEqual([])
}

/** Of a frame, which is told as its kind and its text. */
function stringsOf(received: string): readonly string[] {
  try {
    return stringsIn(received.replace(/^text /, ''))
  } catch {
    return []
  }
}

describe.each(Object.entries(encodings))('a server that repeats the token in %s', (_, encode) => {
  const echo = encode(token)
  const inHeader = echo.replace(/[^\x20-\x7e]/g, ' ')

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['an error’s text', (response) => refuse(response, 'text/plain', `no ${echo}`)],
    ['an error’s JSON', (response) => refuse(response, 'application/json', JSON.stringify({ error: echo }))],
    ['a text that is cut', (response) => refuse(response, 'text/plain', `${'x'.repeat(190)}${echo}`)],
    ['the status', (response) => response.writeHead(500, inHeader).end()],
    [
      'a redirect',
      (response) => response.writeHead(307, { Location: `/${encodeURI(inHeader)}?${inHeader}` }).end(),
    ],
    [
      'the type',
      (response) => response.writeHead(200, { 'Content-Type': inHeader, 'Acp-Connection-Id': '1' }).end('{}'),
    ],
  ])('over HTTP, in %s', async (__, answer) => {
    const { address } = await httpPuppet((asked, response) => {
      if (asked.headers['acp-connection-id'] !== undefined && asked.method === 'GET') {
        response.writeHead(410).end(inHeader)
      } else answer(response)
      return true
    })
    const opened = remote(address, login).open()
    opened.transport.send(initialize)
    await opened.ended.count(1)
    expectNoToken(opened)
  })

  test('over HTTP, in answers and streams, cut anywhere', async () => {
    const { address, streams } = await httpPuppet((asked, response) => {
      if (!asked.body.includes('"refused"')) return false
      response.writeHead(502, inHeader, { 'Content-Type': 'text/plain' }).end(echo)
      return true
    })
    const opened = remote(address, login).open()
    opened.transport.send(initialize)
    const [stream] = await streams.count(1)
    const event = `: ${inHeader}\ndata: ${JSON.stringify({ method: 'a', params: { text: echo, [echo]: 1 } })}\n\n`
    for (const part of event.match(/[^]{1,7}/g) ?? []) stream?.response.write(part)
    await opened.received.count(2)
    opened.transport.send(request(1, 'refused'))
    await opened.received.count(3)
    // Half an event.
    stream?.response.end(`data: {"method": "${echo}`)
    await opened.received.count(4)
    expectNoToken(opened)
    expect(opened.received.seen[1]).toContain('***')
    opened.transport.killNow()
  })

  test('over WebSocket, in frames and in the reason to close', async () => {
    const server = createServer()
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'a', params: { text: echo, [echo]: echo } }))
      socket.send(Buffer.from(`{"half": "${echo}`))
      socket.close(4001, echo.slice(0, 120))
    })
    const opened = remote(`ws://127.0.0.1:${await listen(server)}`, login).open()
    await opened.ended.count(1)
    expect(opened.received.seen).toHaveLength(2)
    expectNoToken(opened)
  })

  test('over WebSocket, in a handshake that is refused', async () => {
    const server = createServer((__, response) => refuse(response, 'text/plain', echo))
    const opened = remote(`ws://127.0.0.1:${await listen(server)}`, login).open()
    await opened.ended.count(1)
    expectNoToken(opened)
  })
})

test('a text that is cut within the token does not show the beginning of the token', async () => {
  for (const before of [170, 180, 190]) {
    const { address } = await httpPuppet((_, response) => {
      refuse(response, 'text/plain', 'x'.repeat(before) + token)
      return true
    })
    const opened = remote(address, login).open()
    opened.transport.send(initialize)
    const [end] = await opened.ended.count(1)
    expect(JSON.stringify(end)).not.toContain(token.slice(0, 6))
  }
})

test('an agent whose session id contains the token works', async () => {
  const server = createServer()
  const heard = new Awaited<string>()
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      heard.push(data.toString('utf8'))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, result: { sessionId: `s-${token}` } }))
    })
  })
  const opened = remote(`ws://127.0.0.1:${await listen(server)}`, login).open()
  opened.transport.send(initialize)
  expect(await opened.received.count(1)).toEqual([
    'text {"jsonrpc":"2.0","id":0,"result":{"sessionId":"s-***"}}',
  ])
  opened.transport.send(request(1, 'session/prompt', { sessionId: 's-***' }))
  expect(JSON.parse((await heard.count(2))[1] ?? '')).toMatchObject({ params: { sessionId: `s-${token}` } })
})

test.each(['http', 'ws'])(
  'over %s nothing is sent to where a server says that the agent is',
  async (scheme) => {
    const asked: unknown[] = []
    const elsewhere = `http://127.0.0.1:${await listen(createServer((request) => void asked.push(request.headers)))}`
    const server = createServer((_, response) => void response.writeHead(307, { Location: elsewhere }).end())
    const address = `${scheme}://127.0.0.1:${await listen(server)}`
    const opened = remote(`${address}?token=${token}`, login).open()
    opened.transport.send(initialize)
    const [end] = await opened.ended.count(1)
    expect(end).toMatchObject({
      kind: 'unreachable',
      cause: expect.stringContaining('redirects (307)') as string,
    })
    expect(asked).toEqual([])
  },
)

test('over TCP no header is sent, whatever is given', async () => {
  const heard = new Awaited<string>()
  const server = createNetServer((socket) => socket.on('data', (data) => heard.push(data.toString('utf8'))))
  const opened = remote(`tcp://127.0.0.1:${await listen(server)}`, login).open()
  opened.transport.send(initialize)
  expect(await heard.count(1)).toEqual([`${initialize}\n`])
  onTestFinished(() => opened.transport.killNow())
})

function refuse(response: ServerResponse, type: string, body: string): void {
  response.writeHead(500, { 'Content-Type': type }).end(body)
}
