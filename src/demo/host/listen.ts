// The mock agent on a socket: for each client that connects, an agent of its own.
import { Buffer, isUtf8 } from 'node:buffer'
import { lstatSync, rmSync } from 'node:fs'
import { createServer as createWebServer, type Server as WebServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { PassThrough, Transform, type Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { exitWords } from '../../app/words/exit.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { usageLines } from '../../lib/text/usage-error.ts'
import { LineCutter } from '../../protocol/wire/line-cutter.ts'
import { rpcCodes, rpcLine } from '../../protocol/wire/message.ts'
import type { Client } from './demo-process.ts'
import { errorCode } from '../../lib/result.ts'

export interface Listening {
  /** tcp://HOST:PORT, ws://HOST:PORT/PATH or unix:/PATH, as `connect` takes it; the port 0 is any that is free. */
  readonly address: string
  /** Ends after the first client. */
  readonly isOnce: boolean
  /** Serves one client; false: it was refused something. Never rejects. */
  serve(client: Client): Promise<boolean>
}

/** More than a test has; the others are refused in words. */
const maxClients = 16
const isFull = `${maxClients} clients are connected already`
/** A longer message of a client ends its connection. */
const longestMessage = 64 * 1024 * 1024
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Listens, and writes the address to stdout. Settles on a signal, or after the first client, when nothing is left. Returns the exit
 * status: 1 if a client was refused something, 4 if nothing can listen there, or nobody can read the address.
 */
export async function listenForClients({ address, isOnce, serve }: Listening): Promise<number> {
  const clients = new Map<Duplex, Promise<void>>()
  let [count, status] = [0, 0]
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const welcome: Welcome = {
    isFull: () => clients.size >= maxClients,
    take(stream, client) {
      const number = ++count
      const say = (text: string): void => tell(`client ${number}: ${text}`)
      const closed = new Promise<void>((resolve) => void stream.once('close', () => resolve()))
      const served = serve({
        ...client,
        writeStderr: say,
        exit: (code, signal) => leave(stream, say, { code, signal }),
      })
      const gone = served.then(async (isWhole) => {
        if (!isWhole) status = 1
        stream.end()
        await closed
        clients.delete(stream)
        if (isOnce) end()
      })
      clients.set(stream, gone)
    },
  }
  const isWeb = address.startsWith('ws:')
  const server = isWeb ? webServer(address, welcome) : lineServer(welcome)
  // Whoever has read the address may close our stdout.
  process.stdout.on('error', (cause) => {
    if (errorCode(cause) === 'EPIPE') return
    tell(`the address cannot be written to standard output: ${whyNot(cause)}`)
    status = 4
    end()
  })
  // Before anybody can know that we listen.
  for (const signal of endings) process.once(signal, end)
  try {
    process.stdout.write(`${await listen(server, address)}\n`)
  } catch (cause) {
    process.stderr.write(usageLines({ message: `nothing can listen on ${address}: ${whyNot(cause)}`, hint }))
    return 4
  }
  tell('listening; clients connect to the address above, ctrl-c ends this')
  await ended
  server.close()
  for (const stream of clients.keys()) stream.destroy()
  await Promise.all(clients.values())
  return status
}

const hint = 'Choose another address; with the port 0 any that is free is taken.'

/** Tells something on stderr. Texts may be those of a recording. */
function tell(text: string): void {
  for (const line of text.trimEnd().split('\n'))
    process.stderr.write(`acp-plan-tui demo: ${safeLine(line)}\n`)
}

/** The recorded agent has ended, or that of a scenario: so does the connection, when all is sent. */
function leave(stream: Duplex, say: (text: string) => void, end: Parameters<typeof exitWords>[0]): void {
  say(`the agent ${exitWords(end)}`)
  stream.end(() => void stream.destroy())
}

interface Welcome {
  isFull(): boolean
  take(stream: Duplex, client: Pick<Client, 'input' | 'write'>): void
}

function lineServer(welcome: Welcome): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    if (welcome.isFull()) {
      tell(`a client was refused: ${isFull}`)
      const error = { code: rpcCodes.internalError, message: isFull }
      socket.end(`${rpcLine({ jsonrpc: '2.0', id: null, error })}\n`, () => void socket.destroy())
      return
    }
    const input = socket.pipe(new PassThrough())
    socket.once('close', () => void input.end())
    welcome.take(socket, { input, write: async (bytes) => await written(socket, bytes) })
  })
}

async function written(stream: Duplex, bytes: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    if (stream.destroyed || stream.writableEnded) resolve()
    else stream.write(bytes, () => resolve())
  })
}

/** https://agentclientprotocol.com/rfds/streamable-http-websocket-transport: a message is a text frame. */
function webServer(address: string, welcome: Welcome): WebServer {
  const sockets = new WebSocketServer({
    noServer: true,
    path: new URL(address).pathname,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    verifyClient({ origin }: { readonly origin?: string }, answer) {
      // Any page in a browser may open a WebSocket to this machine.
      const isStranger = origin !== undefined && !isLoopback(hostIn(origin))
      if (isStranger) tell(`a client was refused: the page that opens the connection is of ${origin}`)
      else if (welcome.isFull()) tell(`a client was refused: ${isFull}`)
      answer(!isStranger && !welcome.isFull(), isStranger ? 403 : 503)
    },
  })
  const server = createWebServer((_, response) => void response.writeHead(426).end('This is a WebSocket.\n'))
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket, { readableObjectMode: true, decodeStrings: false })
      stream.on('error', () => undefined)
      // A line feed between the tokens of a message would cut it in two.
      const input = new Transform({
        writableObjectMode: true,
        transform: (message: string | Buffer, _, done) =>
          done(null, `${message.toString().replaceAll(/[\r\n]+/g, ' ')}\n`),
      })
      stream.pipe(input)
      stream.once('close', () => void input.end())
      const lines = new LineCutter(Infinity)
      welcome.take(stream, {
        input,
        async write(bytes) {
          for (const line of lines.push(Buffer.from(bytes)))
            if (line.type === 'line')
              await written(stream, isUtf8(line.bytes) ? line.bytes.toString('utf8') : line.bytes)
        },
      })
    })
  })
  return server
}

/** '' for what is no URL, such as the origin `null` of a page in a file. */
function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Listens; gives the address with the port that was chosen. Rejects with an error of the system. */
async function listen(server: Server, address: string): Promise<string> {
  if (address.startsWith('unix:')) {
    const path = address.slice('unix:'.length)
    await removeStale(path)
    // Nobody else may connect.
    const mask = process.umask(0o077)
    const listening = opened(server, { path })
    process.umask(mask)
    await listening
    return address
  }
  const url = new URL(address)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!isLoopback(host))
    tell(`warning: ${host} can be reached from other machines, and nobody is asked for a password`)
  await opened(server, { host, port: url.port === '' ? 80 : Number(url.port) })
  const { port } = server.address() as AddressInfo
  return `${url.protocol}//${url.hostname}:${port}${url.protocol === 'ws:' ? url.pathname : ''}`
}

async function opened(
  server: Server,
  place: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
}

/** Removes a socket that nobody listens on any more, and nothing else. */
async function removeStale(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return
  const isStale = await new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(false))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'))
    socket.once('close', () => void socket.destroy())
  })
  if (isStale) rmSync(path, { force: true })
}

const causes: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something is there already',
  EACCES: 'that is not allowed',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOENT: 'there is no such folder',
  ENOTFOUND: 'no machine of that name is known',
}

function whyNot(cause: unknown): string {
  const code = errorCode(cause) ?? String(cause)
  return causes[code] ?? code
}
