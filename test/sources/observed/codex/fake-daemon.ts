// A daemon of Codex as tests play it, at the socket of a home.
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { emptyFolder } from '../../../support/empty-folder.ts'

export type Params = Readonly<Record<string, unknown>>

/** All that may ever be sent, with the keys that it has. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  initialize: ['clientInfo', 'capabilities'],
  initialized: [],
  'thread/loaded/list': ['cursor'],
  'thread/read': ['threadId', 'includeTurns'],
  'thread/goal/get': ['threadId'],
}

export interface FakeThread {
  status: Params
  name?: string
  goal?: Params | null
}

export interface FakeDaemon {
  /** What it has open, by id. */
  readonly threads: Map<string, FakeThread>
  /** The methods that were sent to it. */
  readonly methods: string[]
  /** Connections that are open now. */
  open(): number
  /** Tells all clients. */
  tell(method: string, params: Params): void
  /** A status has changed: all clients are told. */
  becomes(id: string, status: Params): void
  /** Sends a frame to all clients as it is. */
  send(frame: string | Uint8Array): void
  /** Ends all connections and listens no more; `leaves` its socket behind, as one that was killed. */
  stop(leaves?: boolean): Promise<void>
}

export const active = (...activeFlags: readonly string[]): Params => ({ type: 'active', activeFlags })
export const idle: Params = { type: 'idle' }

export interface FakeOptions {
  /** Answers instead; undefined: as usual. null: not at all. */
  readonly answers?: (method: string, params: Params) => Params | null | undefined
  /** Where its socket is; absent: in a folder of its own, to which a link leads. */
  readonly folder?: string
}

/** Where a home has the socket of its daemon, or the link to it. */
export function linkIn(home: string): string {
  const folder = path.join(home, 'app-server-control')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, 'app-server-control.sock')
}

/** Listens where clients of a home look, with the server that is given. */
export async function listenAt(home: string, server: Server, folder = emptyFolder()): Promise<string> {
  const link = linkIn(home)
  const socket = path.join(folder, 'd')
  rmSync(socket, { force: true })
  await once(server.listen(socket), 'listening')
  rmSync(link, { force: true })
  symlinkSync(socket, link)
  return socket
}

/** Fails the test on any message beside the reads that are allowed. */
export async function fakeDaemon(
  home: string,
  { answers = () => undefined, folder }: FakeOptions = {},
): Promise<FakeDaemon> {
  const threads = new Map<string, FakeThread>()
  const methods: string[] = []
  const forbidden: string[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const at = await listenAt(home, server, folder)

  function answer(method: string, params: Params): Params {
    const thread = threads.get(String(params['threadId']))
    switch (method) {
      case 'initialize':
        return { result: { userAgent: 'codex-tui/0.166.0', codexHome: home } }
      case 'thread/loaded/list': {
        // A page holds one.
        const ids = [...threads.keys()]
        const at = Number(params['cursor'] ?? 0)
        const nextCursor = at + 1 < ids.length ? String(at + 1) : null
        return { result: { data: ids.slice(at, at + 1), nextCursor } }
      }
      case 'thread/read':
        return thread === undefined
          ? { error: { code: -32600, message: 'thread not found' } }
          : { result: { thread: { id: params['threadId'], ephemeral: false, name: null, ...thread } } }
      default:
        return { result: { goal: thread?.goal ?? null } }
    }
  }

  function received(socket: WebSocket, text: string): void {
    const message = JSON.parse(text) as Params
    const method = String(message['method'])
    const params = (message['params'] ?? {}) as Params
    const keys = allowed[method]
    const isNotice = method === 'initialized'
    const isRight =
      keys !== undefined &&
      Object.keys(params).every((key) => keys.includes(key)) &&
      Object.keys(message).every((key) => ['id', 'method', 'params'].includes(key)) &&
      'id' in message === !isNotice &&
      params['includeTurns'] !== true
    if (!isRight) forbidden.push(text)
    methods.push(method)
    if (isNotice) return
    const own = answers(method, params)
    if (own !== null) socket.send(JSON.stringify({ id: message['id'], ...(own ?? answer(method, params)) }))
  }

  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer) => received(socket, data.toString('utf8')))
  })

  async function stop(leaves = false): Promise<void> {
    for (const socket of sockets.clients) socket.terminate()
    // Node removes its socket: what is left behind is elsewhere in the meantime.
    if (leaves) renameSync(at, `${at}-left`)
    await new Promise((resolve) => server.close(resolve))
    if (leaves) renameSync(`${at}-left`, at)
  }

  onTestFinished(async () => {
    if (server.listening) await stop()
    expect(forbidden, 'is never sent').toEqual([])
  })
  const send = (frame: string | Uint8Array): void => {
    for (const socket of sockets.clients) socket.send(frame)
  }
  const tell = (method: string, params: Params): void =>
    send(JSON.stringify({ method, params, emittedAtMs: 1 }))
  return {
    threads,
    methods,
    open: () => sockets.clients.size,
    tell,
    send,
    becomes(id, status) {
      threads.set(id, { ...threads.get(id), status })
      tell('thread/status/changed', { threadId: id, status })
    },
    stop,
  }
}
