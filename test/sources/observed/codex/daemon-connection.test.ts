import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createRawServer, type Socket } from 'node:net'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../../support/empty-folder.ts'
import type { ObservedSession } from '../../../support/observed-session.ts'
import {
  asked,
  closed,
  event,
  fileOnly,
  homeWith,
  id,
  lastStatus,
  observed,
  sessionIn,
  soon,
  soonMs,
  told,
  withDaemon,
  type Home,
} from './daemon-stage.ts'
import { active, fakeDaemon, idle, linkIn, listenAt, type FakeDaemon } from './fake-daemon.ts'

describe('the connection to a daemon', () => {
  test('is one for all sessions, asks about each once, and ends with the last of them', async () => {
    const home = homeWith()
    const ids = [2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`)
    for (const each of ids) homeWith(each, home.path)
    const daemon = await fakeDaemon(home.path)
    for (const each of [id, ...ids]) daemon.threads.set(each, { status: idle })
    const sessions: ObservedSession[] = []
    for (const each of [id, ...ids, id]) sessions.push(await observed(home, each))
    for (const session of sessions) await soon(lastStatus(session), told)
    expect(daemon.open()).toBe(1)
    expect(daemon.methods.filter((method) => method === 'initialize')).toHaveLength(1)
    expect(daemon.methods.filter((method) => method === 'thread/read')).toHaveLength(3)
    for (const session of sessions) {
      expect(daemon.open()).toBe(1)
      session.close()
    }
    await soon(() => daemon.open(), 0)
  })

  test('gives no answer to what it asks, neither a result nor an error', async () => {
    const { daemon, session } = await withDaemon({ status: active('waitingOnApproval') })
    const methods = [
      'item/commandExecution/requestApproval',
      'item/fileChange/requestApproval',
      'item/tool/requestUserInput',
      'mcpServer/elicitation/request',
      'attestation/generate',
      'account/chatgptAuthTokens/refresh',
      'execCommandApproval',
      'thread/status/changed',
    ]
    for (const [at, method] of methods.entries())
      for (const request of [at, String(at), null])
        daemon.send(JSON.stringify({ id: request, method, params: { threadId: id, status: idle } }))
    const sent = [...daemon.methods]
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Asked' })
    await soon(() => sessionIn(session).title, 'Asked')
    expect(daemon.methods).toEqual(sent)
    expect(asked(session)()).toEqual(['an approval'])
  })

  test('lost: the log alone counts; back: the daemon does again', async () => {
    const { home, daemon, session } = await withDaemon({ status: active('waitingOnApproval') })
    await daemon.stop(true)
    await soon(lastStatus(session), fileOnly)
    expect(asked(session)()).toEqual([])
    expect(sessionIn(session).turn.state).toBe('working')
    // Nobody listens at its socket: what it had open is closed.
    await session.time.pass(soonMs)
    await soon(lastStatus(session), closed)
    expect(sessionIn(session).turn).toMatchObject({ outcome: { kind: 'lost' } })
    const next = await fakeDaemon(home.path)
    next.threads.set(id, { status: active('waitingOnUserInput') })
    await session.time.pass(2 * soonMs)
    await soon(lastStatus(session), told)
    expect(asked(session)()).toEqual(['an answer'])
    await next.stop()
    await soon(lastStatus(session), fileOnly)
    const last = await fakeDaemon(home.path)
    await session.time.pass(4 * soonMs)
    await soon(lastStatus(session), closed)
    expect(last.methods).toEqual(['initialize', 'initialized', 'thread/loaded/list'])
  })

  test('is made when a daemon starts after its session was opened', async () => {
    const home = homeWith()
    const session = await observed(home)
    await session.time.pass(soonMs)
    expect(lastStatus(session)()).toEqual(fileOnly)
    const daemon = await fakeDaemon(home.path)
    daemon.threads.set(id, { status: active() })
    home.log(event('task_complete'), event('task_started'))
    await session.time.pass(soonMs)
    await soon(lastStatus(session), told)
  })
})

describe('what a daemon must not cost more than its status:', () => {
  /** Still followed, without a status; `within`: the program lets so much time pass at most. */
  async function isFileOnly(home: Home, withinMs = 0): Promise<ObservedSession> {
    const session = await observed(home)
    if (withinMs > 0) await session.time.pass(withinMs)
    await soon(lastStatus(session), fileOnly)
    home.log(event('turn_aborted'))
    await session.time.pass(soonMs)
    expect(lastStatus(session)()).toEqual(fileOnly)
    expect(sessionIn(session).turn).toMatchObject({ outcome: { stopReason: 'cancelled' } })
    expect(session.notUnderstood).toEqual([])
    return session
  }

  const floods: readonly (readonly [string, (daemon: FakeDaemon) => void])[] = [
    ['text that is no JSON', (daemon) => daemon.send('<html>')],
    ['bytes', (daemon) => daemon.send(Buffer.alloc(1000, 0xfe))],
    ['a list', (daemon) => daemon.send('[]')],
    ['a message that is too long', (daemon) => daemon.send(`"${'x'.repeat(2 * 1024 * 1024)}"`)],
    [
      'too many messages',
      (daemon) => {
        for (let at = 0; at < 3000; at++) daemon.becomes(id, at % 2 === 0 ? idle : active())
      },
    ],
    [
      'too many bytes',
      (daemon) => {
        const text = 'x'.repeat(500_000)
        for (let at = 0; at < 30; at++) daemon.tell('account/updated', { text })
      },
    ],
  ]
  for (const [what, send] of floods)
    test(`floods: ${what}`, async () => {
      const { home, daemon, session } = await withDaemon({ status: active('waitingOnApproval') })
      send(daemon)
      await soon(() => daemon.open(), 0)
      expect(lastStatus(session)()).toEqual(fileOnly)
      expect(asked(session)()).toEqual([])
      home.log(event('turn_aborted'))
      await session.time.pass(soonMs / 2)
      expect(sessionIn(session).turn).toMatchObject({ outcome: { stopReason: 'cancelled' } })
    })

  test('a flood is not asked for again soon', async () => {
    const { daemon, session } = await withDaemon({ status: idle })
    for (let at = 0; at < 3000; at++) daemon.tell('account/updated', {})
    await soon(lastStatus(session), fileOnly)
    const greetings = (): number => daemon.methods.filter((method) => method === 'initialize').length
    await session.time.pass(29_000)
    expect(greetings()).toBe(1)
    await session.time.pass(soonMs)
    await soon(lastStatus(session), told)
    expect(greetings()).toBe(2)
  })

  test('a frame that promises a gigabyte', async () => {
    const home = homeWith()
    const server = createServer()
    const accept = (key: string): string =>
      // What WebSocket asks of a server. https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2
      createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    let ended = 0
    server.on('upgrade', (request, socket: Socket) => {
      socket.on('error', () => undefined).on('end', () => ended++)
      socket.resume()
      const key = String(request.headers['sec-websocket-key'])
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept(key)}\r\n\r\n`,
      )
      socket.write(Buffer.from([0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0]))
    })
    await listenAt(home.path, server)
    onTestFinished(() => void server.close())
    await isFileOnly(home)
    await soon(() => ended > 0, true)
  })

  test('no WebSocket behind it: an end, lines, a refusal, a header without end', async () => {
    for (const answer of [
      (socket: Socket) => void socket.end(),
      (socket: Socket) => void socket.end('{"id":1,"result":{}}\n'),
      (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
      (socket: Socket) =>
        void socket.write(`HTTP/1.1 101 Switching Protocols\r\nx: ${'y'.repeat(1_000_000)}`),
    ]) {
      const home = homeWith()
      const server = createRawServer((socket) => {
        socket.on('error', () => undefined)
        answer(socket)
      })
      await listenAt(home.path, server)
      await isFileOnly(home)
      server.close()
    }
  })

  test('silence: of the socket, and of each read', async () => {
    const silent = homeWith()
    const server = createRawServer((socket) => void socket.on('error', () => undefined))
    await listenAt(silent.path, server)
    onTestFinished(() => void server.close())
    await isFileOnly(silent, soonMs)
    for (const read of ['initialize', 'thread/loaded/list', 'thread/read', 'thread/goal/get']) {
      const home = homeWith()
      const daemon = await fakeDaemon(home.path, {
        answers: (method) => (method === read ? null : undefined),
      })
      daemon.threads.set(id, { status: idle })
      const session = await observed(home)
      await soon(() => daemon.methods.includes(read), true)
      if (read === 'thread/goal/get') await soon(lastStatus(session), told)
      else {
        await session.time.pass(soonMs)
        await soon(lastStatus(session), fileOnly)
      }
    }
  })

  test('an old version: it does not know a read', async () => {
    const error = { code: -32601, message: 'Method not found' }
    for (const read of ['initialize', 'thread/loaded/list', 'thread/read']) {
      const home = homeWith()
      const daemon = await fakeDaemon(home.path, {
        answers: (method) => (method === read ? { error } : undefined),
      })
      daemon.threads.set(id, { status: idle })
      await isFileOnly(home)
    }
    const home = homeWith()
    const daemon = await fakeDaemon(home.path, {
      answers: (method) => (method === 'thread/goal/get' ? { error } : undefined),
    })
    daemon.threads.set(id, { status: idle })
    await soon(lastStatus(await observed(home)), told)
  })

  test('a socket that others may have put there, or that is none', async () => {
    const other = homeWith()
    const open = emptyFolder()
    const daemon = await fakeDaemon(other.path, { folder: open })
    daemon.threads.set(id, { status: idle })
    chmodSync(open, 0o777)
    await isFileOnly(other)
    chmodSync(open, 0o700)
    chmodSync(path.dirname(linkIn(other.path)), 0o777)
    await isFileOnly(other)
    expect(daemon.methods).toEqual([])
    for (const make of [
      (link: string) => writeFileSync(link, ''),
      (link: string) => mkdirSync(link),
      (link: string) => symlinkSync(link, link),
      (link: string) => symlinkSync('/dev/null', link),
    ]) {
      const home = homeWith()
      make(linkIn(home.path))
      await isFileOnly(home)
    }
  })

  test('whatever else it tells: nothing is sent for it, and the session is followed', async () => {
    const { daemon, session } = await withDaemon({ status: idle })
    const sent = [...daemon.methods]
    const methods = ['thread/started', 'thread/status/changed', 'thread/closed', 'thread/name/updated']
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ threadId: fc.constantFrom(id, 'other'), status: fc.jsonValue(), goal: fc.jsonValue() }),
      fc.record({ thread: fc.record({ id: fc.constant(id), status: fc.jsonValue() }), goal: fc.jsonValue() }),
    )
    const message = fc.record({
      method: fc.oneof(
        fc.constantFrom(...methods, 'thread/goal/updated', 'thread/goal/cleared'),
        fc.string(),
      ),
      params,
    })
    for (const each of fc.sample(message, { numRuns: 300, seed: 1 })) daemon.send(JSON.stringify(each))
    daemon.becomes(id, active('waitingOnApproval'))
    await soon(asked(session), ['an approval'])
    expect(lastStatus(session)()).toEqual(told)
    expect(daemon.methods).toEqual(sent)
  })
})
