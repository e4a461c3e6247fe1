// Lies over HTTP and server-sent events.
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { honestly, lyingAgents, type Answers, type Sent } from './agent.ts'
import { anyLies, drip, garbage, pour, reset, type Lie, type Stage } from './lie.ts'

interface Request {
  readonly method: string
  readonly session: string | null
  readonly isConnected: boolean
  readonly body: string
}

/** What is done about one request; the connection goes on afterwards. */
type Reply = (socket: Socket, request: Request, stage: Stage) => void

/** Reads requests as they come, one after the other. */
function hear(socket: Socket, heard: (request: Request) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const end = held.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = held.toString('latin1', 0, end)
      const header = (name: string): string | null =>
        new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
      const size = Number(header('content-length') ?? 0)
      if (held.length < end + 4 + size) return
      const body = held.toString('utf8', end + 4, end + 4 + size)
      held = held.subarray(end + 4 + size)
      const isConnected = header('acp-connection-id') !== null
      heard({
        method: head.slice(0, head.indexOf(' ')),
        session: header('acp-session-id'),
        isConnected,
        body,
      })
    }
  })
}

function answer(
  status: number,
  body: Buffer | string = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers })
  const head = [`HTTP/1.1 ${status} Words`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body as string)])
}

const json = { 'Content-Type': 'application/json' }
const greeted = { ...json, 'Acp-Connection-Id': 'c1' }
const streamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n'

function event(data: string): string {
  return `data: ${data}\n\n`
}

/** The streams of a server, by their session, and what waits for one. */
interface Streams {
  readonly open: Map<string | null, Socket>
  readonly waiting: Map<string | null, string[]>
}

const allStreams = new WeakMap<Stage, Streams>()

function streamsOf(stage: Stage): Streams {
  const streams = allStreams.get(stage) ?? { open: new Map(), waiting: new Map() }
  allStreams.set(stage, streams)
  return streams
}

function tell({ open, waiting }: Streams, session: string | null, message: string): void {
  const stream = open.get(session)
  if (stream?.writable === true) stream.write(event(message))
  else waiting.set(session, [...(waiting.get(session) ?? []), message])
}

const opensStream: Reply = (socket, { session }, stage) => {
  const { open, waiting } = streamsOf(stage)
  socket.write(`${streamHead}\r\n`)
  open.set(session, socket)
  for (const message of waiting.get(session) ?? []) socket.write(event(message))
  waiting.delete(session)
}

/** A server whose agent speaks whole messages: answers go into the stream that they belong to. */
function server(answers: Answers, replies: Partial<Record<'post' | 'get' | 'initialize', Reply>> = {}): Lie {
  const takes: Reply = (socket, { body, session }, stage) => {
    socket.write(answer(202))
    for (const message of answers(JSON.parse(body) as Sent, stage)) tell(streamsOf(stage), session, message)
  }
  const greets: Reply = (socket, { body }, stage) => {
    const [first = ''] = answers(JSON.parse(body) as Sent, stage)
    if (first !== '') socket.write(answer(200, first, greeted))
  }
  return (socket, stage) =>
    hear(socket, (request) => {
      if (request.method === 'DELETE') socket.write(answer(202))
      else if (request.method === 'GET') (replies.get ?? opensStream)(socket, request, stage)
      else if (request.isConnected) (replies.post ?? takes)(socket, request, stage)
      else (replies.initialize ?? greets)(socket, request, stage)
    })
}

const phases = ['initialize', 'get', 'post'] as const

/** The lie in each of the phases: at the first request, where a stream is asked for, where a message is sent. */
function inEachPhase(name: string, reply: Reply): [string, Lie][] {
  return phases.map((phase) => [`${name} (${phase})`, server(honestly, { [phase]: reply })])
}

function raw(text: string | Buffer): Reply {
  return (socket) => void socket.write(text)
}

const bomb = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' '))))
const statuses = [
  201, 203, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 407, 409, 410, 418,
  425, 429, 500, 501, 502, 503, 504, 599, 600, 999,
]

export const httpLies: Readonly<Record<string, Lie>> = {
  ...anyLies,
  ...Object.fromEntries(Object.entries(lyingAgents).map(([name, answers]) => [name, server(answers)])),
  ...Object.fromEntries(
    [
      inEachPhase('never answers', () => undefined),
      inEachPhase('resets', (socket) => reset(socket)),
      inEachPhase('hangs up', (socket) => socket.end()),
      inEachPhase('sends half a head and hangs up', (socket) => void socket.end('HTTP/1.1 200 O')),
      inEachPhase(
        'has a head without a body',
        raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n'),
      ),
      inEachPhase('has a body without end', (socket, _, stage) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAcp-Connection-Id: c1\r\n\r\n')
        pour(socket, Buffer.alloc(64 * 1024, ' '), stage)
      }),
      inEachPhase('has an error without end', (socket, _, stage) => {
        socket.write('HTTP/1.1 500 No\r\nContent-Type: text/plain\r\n\r\n')
        pour(socket, Buffer.alloc(64 * 1024, 'x'), stage)
      }),
      inEachPhase(
        'starts an error and says nothing more',
        raw('HTTP/1.1 502 No\r\nContent-Type: text/plain\r\n\r\nBecause'),
      ),
      inEachPhase('is a page', raw(answer(200, '<p>Sign in', { 'Content-Type': 'text/html' }))),
      inEachPhase('is no HTTP', (socket, _, stage) => void socket.write(garbage(1000, stage))),
      inEachPhase(
        'is wrong in its chunks',
        raw(`${streamHead}Transfer-Encoding: chunked\r\n\r\nzz\r\nno\r\n`),
      ),
      inEachPhase(
        'has two lengths',
        raw('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'),
      ),
      inEachPhase('has gigantic headers', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`)),
      inEachPhase('sends headers for ever', (socket, _, stage) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        pour(socket, 'X: y\r\n'.repeat(1000), stage)
      }),
      inEachPhase('sends informal answers for ever', (socket, _, stage) =>
        pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', stage),
      ),
      inEachPhase('is a bomb', raw(answer(200, bomb, { ...greeted, 'Content-Encoding': 'gzip' }))),
      inEachPhase(
        'is an error that is a bomb',
        raw(answer(500, bomb, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })),
      ),
      inEachPhase(
        'cannot be unpacked',
        raw(answer(200, 'no gzip', { ...greeted, 'Content-Encoding': 'gzip' })),
      ),
      inEachPhase('drips its head', (socket, _, stage) =>
        drip(socket, Buffer.from(`HTTP/1.1 200 ${'x'.repeat(5000)}`), stage),
      ),
      inEachPhase('drips its body', (socket, _, stage) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAcp-Connection-Id: c1\r\n\r\n')
        drip(socket, Buffer.alloc(100_000, ' '), stage)
      }),
      inEachPhase('drips an error', (socket, _, stage) => {
        socket.write('HTTP/1.1 503 No\r\nContent-Type: text/plain\r\n\r\n')
        drip(socket, Buffer.alloc(100_000, 'x'), stage)
      }),
      inEachPhase(
        'sends on to another host',
        (socket, _, { elsewhere }) => void socket.write(answer(307, '', { Location: elsewhere })),
      ),
      inEachPhase('sends round in a circle', raw(answer(302, '', { Location: '/acp' }))),
      inEachPhase('sends on to nowhere', raw(answer(301, '', { Location: 'http://[' }))),
      inEachPhase(
        'sets cookies without end',
        raw(answer(202, '', { 'Set-Cookie': `a=${'b'.repeat(8000)}` })),
      ),
      inEachPhase(
        'switches protocols',
        raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      ),
      ...statuses.map((status) =>
        inEachPhase(`answers ${status}`, raw(answer(status, 'words', { 'Content-Type': 'text/plain' }))),
      ),
    ].flat(),
  ),
  'names no connection': server(honestly, {
    initialize: raw(answer(200, '{"jsonrpc":"2.0","id":0,"result":{}}', json)),
  }),
  'breaks each stream after an event': server(honestly, {
    get: (socket) =>
      socket.end(`${streamHead}Connection: close\r\n\r\n${event('{"jsonrpc":"2.0","method":"x"}')}`),
  }),
  'breaks each stream in an event': server(honestly, {
    get: (socket) => socket.end(`${streamHead}Connection: close\r\n\r\ndata: {"jsonrpc":"2.0",`),
  }),
  'ends each stream at once': server(honestly, {
    get: (socket) => socket.end(`${streamHead}Connection: close\r\n\r\n`),
  }),
  'has an event without end': server(honestly, {
    get: (socket, _, stage) => {
      socket.write(`${streamHead}\r\ndata: `)
      pour(socket, Buffer.alloc(64 * 1024, 'x'), stage)
    },
  }),
  'has an event of empty lines without end': server(honestly, {
    get: (socket, _, stage) => {
      socket.write(`${streamHead}\r\n`)
      pour(socket, 'data\n'.repeat(10_000), stage)
    },
  }),
  'has nothing but comments': server(honestly, {
    get: (socket, _, stage) => {
      socket.write(`${streamHead}\r\n`)
      pour(socket, ': x\n\n'.repeat(10_000), stage)
    },
  }),
  'has a body of tiny chunks': server(honestly, {
    initialize: (socket, _, stage) => {
      socket.write('HTTP/1.1 200 OK\r\nAcp-Connection-Id: c1\r\nTransfer-Encoding: chunked\r\n\r\n')
      pour(socket, '1\r\n \r\n'.repeat(10_000), stage)
    },
  }),
}
