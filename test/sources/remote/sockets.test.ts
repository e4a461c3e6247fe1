import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeClock } from '../../agent/fake-clock.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { unreadMessages } from '../../../src/sources/flow-control.ts'
import { Awaited, initialize, listen, passes, remote } from './support.ts'

interface SocketAgent {
  readonly connections: Awaited<Socket>
  readonly heard: Awaited<string>
  readonly over: Awaited<string>
  readonly server: Server
}

function socketAgent(): SocketAgent {
  const [connections, heard, over] = [new Awaited<Socket>(), new Awaited<string>(), new Awaited<string>()]
  const server = createServer((socket) => {
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => heard.push(text))
    socket.on('end', () => over.push('end'))
    socket.on('error', () => undefined)
    socket.on('close', () => over.push('close'))
    onTestFinished(() => void socket.destroy())
    connections.push(socket)
  })
  return { connections, heard, over, server }
}

async function serve(way: string): Promise<{ agent: SocketAgent; address: string }> {
  const agent = socketAgent()
  if (way === 'tcp') return { agent, address: `tcp://127.0.0.1:${await listen(agent.server)}` }
  const path = join(emptyFolder(), 'agent.sock')
  await new Promise<void>((resolve) => agent.server.listen(path, resolve))
  onTestFinished(() => void agent.server.close())
  return { agent, address: `unix:${path}` }
}

const first = async (agent: SocketAgent): Promise<Socket> => (await agent.connections.count(1))[0] as Socket

test.each(['tcp', 'unix'])('lines go both ways over %s, byte for byte', async (way) => {
  const { agent, address } = await serve(way)
  const { transport, received, ended } = remote(address).open()
  expect(transport.isRunning).toBe(true)
  transport.send(initialize)
  transport.send('{"second":"ü"}')
  await agent.heard.until((seen) => seen.join('') === `${initialize}\n{"second":"ü"}\n`)
  const socket = await first(agent)
  // Half a character, junk and half a line: nothing is kept back.
  const bytes = Buffer.from('{"a":"ü"}\r\njunk \0\n[{"id"')
  socket.write(bytes.subarray(0, 7))
  await received.count(1)
  socket.write(bytes.subarray(7))
  await received.until((seen) => seen.join('').length >= bytes.length)
  expect(received.seen.join('')).toContain('"}\r\njunk \0\n[{"id"')
  expect(ended.seen).toEqual([])
})

test.each(['tcp', 'unix'])(
  'an agent that goes away over %s is reported, once, after what it wrote',
  async (way) => {
    const { agent, address } = await serve(way)
    const { transport, received, ended } = remote(address).open()
    ;(await first(agent)).end('{"half":')
    const [end] = await ended.count(1)
    expect(received.seen.join('')).toBe('{"half":')
    expect(end).toEqual({ kind: 'disconnected', address, cause: 'the other side closed it' })
    transport.send('to nobody')
    await transport.end()
    await transport.end()
    expect(ended.seen).toHaveLength(1)
  },
)

test('a connection that breaks is reported', async () => {
  const { agent, address } = await serve('tcp')
  const { received, ended } = remote(address).open()
  const socket = await first(agent)
  socket.write('here')
  await received.count(1)
  socket.resetAndDestroy()
  expect(await ended.count(1)).toEqual([
    { kind: 'disconnected', address, cause: 'the connection broke (ECONNRESET)' },
  ])
})

test('the client closes its end, and only what still comes is reported after it', async () => {
  const { agent, address } = await serve('tcp')
  const { transport, received, ended } = remote(address).open()
  const socket = await first(agent)
  transport.send('{"first":1}')
  await agent.heard.count(1)
  transport.send('{"last":1}')
  socket.on('end', () => socket.write('too late\n'))
  await transport.end()
  await agent.over.until((seen) => seen.includes('end'))
  expect(agent.heard.seen.join('')).toBe('{"first":1}\n{"last":1}\n')
  expect([...received.seen, ...ended.seen]).toEqual(['too late\n'])
})

test('an agent that does not close is left after a second', async () => {
  const clock = fakeClock()
  const agent = socketAgent()
  // Keeps its side open when ours closes.
  const server = createServer({ allowHalfOpen: true }, (socket) => agent.connections.push(socket.resume()))
  const address = `tcp://127.0.0.1:${await listen(server)}`
  const { transport } = remote(address, { clock }).open()
  const socket = await first(agent)
  onTestFinished(() => void socket.destroy())
  const ended = transport.end()
  await new Promise((resolve) => {
    socket.once('end', resolve)
  })
  clock.pass(1000)
  await ended
  expect(clock.dueInMs().length).toBe(0)
})

test('killNow ends it at once', async () => {
  const { agent, address } = await serve('tcp')
  const { transport, ended } = remote(address).open()
  await first(agent)
  transport.killNow()
  await agent.over.until((seen) => seen.includes('close'))
  await transport.end()
  expect(ended.seen).toEqual([])
})

test('a burst does not block the event loop', async () => {
  const { agent, address } = await serve('tcp')
  const { received } = remote(address).open()
  const socket = await first(agent)
  let turns = 0
  const count = (): void => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  onTestFinished(() => clearImmediate(timer))
  socket.write('x'.repeat(4 * 1024 * 1024))
  await received.until((seen) => seen.reduce((sum, text) => sum + text.length, 0) === 4 * 1024 * 1024)
  // 128 KiB a turn, a chunk of 64 KiB more or less.
  expect(turns).toBeGreaterThan(15)
})

test('a host that does not exist', async () => {
  const { ended } = remote('tcp://no-such-host.invalid:1').open()
  const [end] = await ended.count(1)
  expect(end).toMatchObject({ kind: 'unreachable', address: 'tcp://no-such-host.invalid:1' })
  expect(end).toHaveProperty(
    'cause',
    expect.stringMatching(/no such host|could not be looked up|did not answer/),
  )
})

test('no answer within ten seconds', async () => {
  const clock = fakeClock()
  // A network for documentation, where nobody answers; should the system know that, its words count.
  const { ended } = remote('tcp://192.0.2.1:9', { clock }).open()
  expect(clock.dueInMs().length).toBe(1)
  clock.pass(10_000)
  const cause = expect.stringMatching(/^it did not answer within 10 s|cannot be reached/) as unknown
  expect(await ended.count(1)).toEqual([{ kind: 'unreachable', address: 'tcp://192.0.2.1:9', cause }])
  expect(clock.dueInMs().length).toBe(0)
})

test('the reasons why a unix socket cannot be opened', async () => {
  const folder = emptyFolder()
  const causeOf = async (path: string): Promise<string> => {
    const [end] = await remote(`unix:${path}`).open().ended.count(1)
    expect(end).toMatchObject({ kind: 'unreachable', address: `unix:${path}` })
    return end !== undefined && 'cause' in end ? end.cause : ''
  }
  expect(await causeOf(join(folder, 'none.sock'))).toBe('there is no such socket (ENOENT)')
  await writeFile(join(folder, 'file'), '')
  expect(await causeOf(join(folder, 'file'))).toBe('it is no socket, or nothing listens on it (ECONNREFUSED)')
  expect(await causeOf(join(folder, 'file', 'x'))).toBe('a part of the path is not a folder (ENOTDIR)')
  await mkdir(join(folder, 'locked'), { mode: 0o700 })
  execFileSync('touch', [join(folder, 'locked', 'x.sock')])
  await chmod(folder, 0o755)
  // Root may use everything, so it steps down for a moment.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  else await chmod(join(folder, 'locked'), 0)
  const denied = await causeOf(join(folder, 'locked', 'x.sock')).finally(() => isRoot && process.seteuid?.(0))
  expect(denied).toBe('permission denied (EACCES)')
  if (!isRoot) await chmod(join(folder, 'locked'), 0o700)
})

test.each(['tcp', 'unix'])(
  'an agent that does not read what is sent over %s is not read either until it does, and can be closed meanwhile',
  async (way) => {
    const { agent, address } = await serve(way)
    const clock = fakeClock()
    const { transport, received, stalled } = remote(address, { clock }).open()
    const socket = await first(agent)
    socket.pause()
    const line = 'x'.repeat(99)
    for (let count = 0; count <= unreadMessages; count++) transport.send(line)
    expect(stalled.seen).toEqual([true])
    socket.write('asked meanwhile')
    socket.resume()
    await stalled.until((seen) => seen.at(-1) === false)
    await received.until((seen) => seen.join('') === 'asked meanwhile')
    const whole = (unreadMessages + 1) * 100
    await agent.heard.until((seen) => seen.reduce((length, text) => length + text.length, 0) === whole)
    socket.pause()
    for (let count = 0; count <= unreadMessages; count++) transport.send(line.repeat(5))
    await Promise.all([transport.end(), passes(clock, 1000)])
  },
)
