// The mock agent on real sockets.
import { spawn } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { demoClient, openSession, type DemoClient } from '../demo/demo-client.ts'
import { answers, asks, traceOf } from '../demo/recorded/raw-client.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

interface Mock {
  /** As it was written. */
  readonly address: string
  readonly stderr: () => string
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Starts `demo PLAYED --listen ADDRESS`, and waits for its address. Killed when the test ends. */
async function mock(address: string, played = 'checklist', ...more: readonly string[]): Promise<Mock> {
  const around = surroundings()
  const args = [launcher, 'demo', played, '--speed', 'max', '--listen', address, ...more]
  const child = spawn(process.execPath, args, { cwd: around.folder, env: { ...around.env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Awaited<Mock['ended']>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value } = (await lines.next()) as { readonly value?: string }
  return { address: value ?? stderr, stderr: () => stderr, kill: (signal) => void child.kill(signal), ended }
}

function socketOf(address: string): Socket {
  const url = new URL(address)
  const isUnix = url.protocol === 'unix:'
  const socket = isUnix ? connect(url.pathname) : connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

type Connected = DemoClient & { readonly socket: Socket; readonly closed: Promise<unknown> }

function clientOf(address: string): Connected {
  const socket = socketOf(address)
  const client = demoClient((frame) => void socket.write(`${JSON.stringify(frame)}\n`))
  // It passes on the error of a connection that is reset while bytes are on their way.
  createInterface({ input: socket })
    .on('error', () => undefined)
    .on('line', client.take)
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  void closed.then(() => client.end('the connection is closed'))
  return { ...client, socket, closed }
}

const recorded = traceOf(
  asks(0, 'initialize', { protocolVersion: 1 }),
  answers(0, { protocolVersion: 1 }),
  asks(1, 'session/new'),
  answers(1, { sessionId: 's1' }),
)

function recording(): string {
  const file = path.join(emptyFolder(), 'run.ndjson')
  writeFileSync(file, `${recorded.join('\n')}\n`)
  return file
}

const unixAddress = (): string => `unix:${path.join(emptyFolder(), 'mock.sock')}`

describe('our own client plays a turn', () => {
  test.each([
    ['tcp://127.0.0.1:0', /^tcp:\/\/127\.0\.0\.1:[1-9]\d+$/],
    ['tcp://:0', /^tcp:\/\/127\.0\.0\.1:[1-9]\d+$/],
    ['ws://localhost:0', /^ws:\/\/localhost:[1-9]\d+\/acp$/],
    ['ws://127.0.0.1:0/agents/mock', /^ws:\/\/127\.0\.0\.1:[1-9]\d+\/agents\/mock$/],
    ['unix:/SOCKET', /^unix:\/.*mock\.sock$/],
  ])('over %s, which ends after it', async (asked, shown) => {
    const server = await mock(asked === 'unix:/SOCKET' ? unixAddress() : asked, 'checklist', '--once')
    expect(server.address).toMatch(shown)
    const { stdout, code, stderr } = await runApp({
      args: ['connect', server.address, '--prompt', 'go', '--format', 'json', '--permissions', 'allow'],
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('"stopReason":"end_turn"')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(server.stderr()).toBe(
      'acp-plan-tui demo: listening; clients connect to the address above, ctrl-c ends this\n',
    )
  })
})

describe('several clients', () => {
  test('have an agent each, and one that dies harms nobody', async () => {
    const server = await mock('tcp://127.0.0.1:0')
    const [one, other, dying] = [1, 2, 3].map(() => clientOf(server.address))
    if (one === undefined || other === undefined || dying === undefined) throw new Error('there are three')
    const sessions = await Promise.all(
      [one, other, dying].map(async (client) => await openSession(client, 1)),
    )
    void sessions[2]?.prompt().catch(() => undefined)
    dying.socket.resetAndDestroy()
    expect(await Promise.all(sessions.slice(0, 2).map(async (each) => await each.prompt()))).toEqual([
      'end_turn',
      'end_turn',
    ])
    one.socket.end()
    await one.closed
    expect(await (await openSession(clientOf(server.address), 1)).prompt()).toBe('end_turn')
    server.kill('SIGTERM')
    await other.closed
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  test('are 16 at most; the next is told so', async () => {
    const server = await mock(unixAddress())
    const connected = Array.from({ length: 16 }, () => clientOf(server.address))
    await Promise.all(connected.map(async (client) => await openSession(client, 1)))
    const late = clientOf(server.address)
    await late.closed
    expect(late.frames[0]?.error?.message).toBe('16 clients are connected already')
    connected[0]?.socket.destroy()
    await connected[0]?.closed
    // Its place is free as soon as the other side has seen its end.
    for (;;) {
      const next = clientOf(server.address)
      const isIn = await Promise.race([
        next.closed.then(() => false),
        openSession(next, 1).then(
          () => true,
          () => false,
        ),
      ])
      if (isIn) break
    }
    server.kill('SIGINT')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(server.stderr()).toContain('a client was refused: 16 clients are connected already\n')
  })

  test('are each told on stderr what the recording lacks, and then the status is 1', async () => {
    const server = await mock('tcp://127.0.0.1:0', recording())
    const [good, bad] = [clientOf(server.address), clientOf(server.address)]
    await openSession(good, 1)
    bad.socket.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'nope/nope' })}\n`)
    await bad.closed
    expect(bad.frames[0]?.error?.code).toBe(-32601)
    good.socket.end()
    await good.closed
    server.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.stderr()).toMatch(
      /^acp-plan-tui demo: client [12]: acp-plan-tui demo: not in the recording: nope\/nope$/m,
    )
  })

  test('see the connection close when the recorded agent ends', async () => {
    const server = await mock('tcp://127.0.0.1:0', 'failure', '--once')
    const client = clientOf(server.address)
    await expect((await openSession(client, 1)).prompt()).rejects.toThrow('the connection is closed')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(server.stderr()).toMatch(/^acp-plan-tui demo: client 1: the agent ended with status \d+$/m)
  })
})

describe('a WebSocket', () => {
  async function opens(address: string, options: { readonly origin?: string } = {}): Promise<string> {
    const socket = new WebSocket(address, options)
    onTestFinished(() => socket.terminate())
    return await new Promise((resolve) => {
      socket.once('open', () => resolve('open'))
      socket.once('error', ({ message }) => resolve(message))
    })
  }

  test('is refused to pages of other hosts, and at other paths', async () => {
    const { address, stderr } = await mock('ws://127.0.0.1:0')
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'http://10.0.0.1'])
      expect(await opens(address, { origin }), origin).toBe('Unexpected server response: 403')
    expect(stderr()).toContain('the page that opens the connection is of https://evil.example')
    for (const origin of ['http://localhost:3000', 'http://[::1]:8080', 'https://127.0.0.1'])
      expect(await opens(address, { origin }), origin).toBe('open')
    expect(await opens(address)).toBe('open')
    expect(await opens(address.replace('/acp', '/other'))).toBe('Unexpected server response: 400')
    expect((await fetch(address.replace('ws:', 'http:'))).status).toBe(426)
  })

  test('may have line feeds in its messages, and sends each answer as a text frame', async () => {
    const { address } = await mock('ws://127.0.0.1:0')
    const socket = new WebSocket(address)
    onTestFinished(() => socket.terminate())
    const answer = new Promise<unknown>((resolve) => {
      socket.once('message', (data: Buffer, isBinary) => resolve([isBinary, JSON.parse(data.toString())]))
    })
    const params = { protocolVersion: 1, clientCapabilities: {} }
    socket.once('open', () => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, null, 2))
    })
    expect(await answer).toMatchObject([false, { id: 0, result: { protocolVersion: 1 } }])
  })
})

describe('a unix socket', () => {
  test('is open to its owner alone, gone after the end, and taken over only where nobody listens', async () => {
    const asked = unixAddress()
    const file = asked.slice('unix:'.length)
    const first = await mock(asked)
    expect(statSync(file).mode & 0o777).toBe(0o700)
    const second = await mock(asked)
    expect(await second.ended).toEqual({ code: 4, signal: null })
    expect(second.stderr()).toContain(`nothing can listen on ${asked}: something is there already\n`)
    first.kill('SIGKILL')
    await first.ended
    expect(existsSync(file)).toBe(true)
    const third = await mock(asked)
    expect(third.address).toBe(asked)
    third.kill('SIGHUP')
    expect(await third.ended).toEqual({ code: 0, signal: null })
    expect(existsSync(file)).toBe(false)
  })

  test('never replaces a file', async () => {
    const asked = unixAddress()
    writeFileSync(asked.slice('unix:'.length), 'mine')
    const { ended, stderr } = await mock(asked)
    expect(await ended).toEqual({ code: 4, signal: null })
    expect(stderr()).toContain('something is there already')
    expect(statSync(asked.slice('unix:'.length)).size).toBe(4)
  })
})

test('a port that is taken is an error, and a host that others can reach a warning', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => void other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const taken = await mock(`tcp://127.0.0.1:${port}`)
  expect(await taken.ended).toEqual({ code: 4, signal: null })
  expect(taken.stderr()).toBe(
    `acp-plan-tui: nothing can listen on tcp://127.0.0.1:${port}: something is there already\n  Choose another address; with the port 0 any that is free is taken.\n`,
  )
  const open = await mock('tcp://0.0.0.0:0')
  expect(open.stderr()).toContain('warning: 0.0.0.0 can be reached from other machines')
})

test.each([
  ['--listen nowhere', 'the address “nowhere” does not say how to get there'],
  ['--listen 7000', 'the address “7000” does not say how to get there'],
  ['--listen http://localhost:0/acp', 'demo cannot listen on http://localhost:0/acp'],
  ['--listen http://localhost:80/acp', 'demo cannot listen on http://localhost/acp'],
  ['--listen wss://localhost:8443', 'demo cannot listen on wss://localhost:8443/acp'],
  ['--listen tcp://localhost:70000', 'has an invalid port'],
  ['--listen tcp://localhost:0/path', 'has a path, but a TCP address has none'],
  ['--listen ws://me:pass@localhost:8000', 'demo asks nobody for a login or a query'],
  ['--listen unix:relative.sock', 'must have the absolute path of the socket'],
  ['--listen tcp://:0 --stdio', '--stdio and --listen cannot be combined'],
  ['--listen tcp://:0 --theme light', '--theme cannot be combined with --listen'],
  ['--once', '--once is for --listen'],
])('demo %s is refused', async (line, words) => {
  const { code, stdout, stderr } = await runHere({ args: ['demo', 'checklist', ...line.split(' ')] })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(words)
})
