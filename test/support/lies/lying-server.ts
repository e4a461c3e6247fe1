// A server that breaks the protocol in a way that a name and a seed choose.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { httpLies } from './http.ts'
import type { Lie, Stage, Way } from './lie.ts'
import { lineLies } from './lines.ts'
import { webSocketLies } from './websocket.ts'

/** A server that does not do what it should, on this machine. */
export interface LyingServer {
  /** What is told again to have the same: as in `http: never answers (post)`. */
  readonly name: string
  /** For `connect`. */
  readonly address: string
  /** How many bytes have come and gone so far. */
  readonly movedBytes: () => number
  /** What came to the other host that clients are sent on to: each connection's first bytes. */
  readonly elsewhere: readonly string[]
  /** All connections break, and nothing listens any more. */
  close(): Promise<void>
}

export interface LieOptions {
  /** What is random in the lie follows from it. */
  readonly seed?: number
  /** Where something is sent for ever, a connection falls silent after so much of it; absent: never. */
  readonly pourBytes?: number
}

const lies: Readonly<Record<Way, Readonly<Record<string, Lie>>>> = {
  tcp: lineLies,
  unix: lineLies,
  ws: webSocketLies,
  http: httpLies,
}

const ways = Object.keys(lies) as readonly Way[]

/** Addresses with TLS at ports without: as an ending of the name. */
const withTls = ' (asked for TLS)'

/** Every lie that there is, by its name. */
export const lieNames: readonly string[] = [
  ...ways.flatMap((way) => Object.keys(lies[way]).map((lie) => `${way}: ${lie}`)),
  ...(['ws', 'http'] as const).flatMap((way) =>
    ['says nothing', 'is another protocol', 'hangs up at once', 'is honest'].map(
      (lie) => `${way}: ${lie}${withTls}`,
    ),
  ),
]

/** The work is done all the same. */
const doneAnyway = new RegExp(
  `^(?:${[
    'is honest',
    'answers what was never asked',
    'answers everything twice',
    'answers for another session',
    'gives each answer another session',
    'answers session/prompt with (?:null|a list)',
    'sets cookies without end \\((?:initialize|post|get)\\)',
  ].join('|')})$`,
)

/** A run against that lie may end well: a turn came to its end. */
export function mayBeDone(name: string): boolean {
  return doneAnyway.test(name.replace(/^\w+: /, ''))
}

const endless = new RegExp(
  `^(?:${[
    'answers with requests',
    'asks without end and never answers',
    'drips blanks for ever',
    'sends empty frames for ever',
    'breaks each stream (?:after|in) an event',
  ].join('|')})$`,
)

/** Nothing but its end helps a run against that lie: the server sends on and on, and never what was asked for. */
export function neverFallsSilent(name: string): boolean {
  return endless.test(name.replace(/^\w+: /, ''))
}

/** The lie of a seed: another seed may have another one, and the same seed always the same. */
export async function lyingServer(seed: number, options: LieOptions = {}): Promise<LyingServer> {
  const random = randomOf(seed)
  const name = lieNames[Math.floor(random() * lieNames.length)] ?? ''
  return await tellLie(name, { ...options, seed })
}

/** The lie of that name, which is one of `lieNames`; what is random in it is the seed's. */
export async function tellLie(
  name: string,
  { seed = 0, pourBytes = Number.POSITIVE_INFINITY }: LieOptions = {},
): Promise<LyingServer> {
  const isAskedForTls = name.endsWith(withTls)
  const [way, kind] = name.replace(withTls, '').split(/: (.*)/) as [Way, string]
  const lie = lies[way][kind]
  if (lie === undefined) throw new Error(`there is no lie “${name}”`)
  const elsewhere = new Connections()
  const visits: string[] = []
  await elsewhere.listen((socket) => void socket.once('data', (bytes) => visits.push(String(bytes))))
  const connections = new Connections()
  const stage: Stage = {
    random: randomOf(seed),
    pourBytes,
    elsewhere: `http://127.0.0.1:${elsewhere.port}/acp`,
    keepOn: (socket, run) => connections.keepOn(socket, run),
  }
  const folder = way === 'unix' ? mkdtempSync(path.join(tmpdir(), 'lying-')) : null
  const file = folder === null ? null : path.join(folder, 'agent.sock')
  await connections.listen((socket) => lie(socket, stage), file)
  const scheme = isAskedForTls ? `${way}s` : way
  return {
    name,
    address:
      file === null
        ? `${scheme}://127.0.0.1:${connections.port}${way === 'tcp' ? '' : '/acp'}`
        : `unix:${file}`,
    movedBytes: () => connections.movedBytes(),
    elsewhere: visits,
    async close() {
      await Promise.all([connections.close(), elsewhere.close()])
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server's sockets, and what runs on them. */
class Connections {
  readonly #server: Server = createServer({ allowHalfOpen: true })
  readonly #sockets = new Set<Socket>()
  #closedBytes = 0

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async listen(onSocket: (socket: Socket) => void, file: string | null = null): Promise<void> {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      // Half a connection is none.
      socket.on('end', () => socket.end())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#closedBytes += socket.bytesRead + socket.bytesWritten
      })
      onSocket(socket)
    })
    await new Promise<void>((resolve) => {
      if (file === null) this.#server.listen(0, '127.0.0.1', resolve)
      else this.#server.listen(file, resolve)
    })
  }

  keepOn(socket: Socket, run: () => boolean): void {
    const timer = setInterval(() => {
      if (!socket.writable || !run()) clearInterval(timer)
    }, 2)
    socket.on('close', () => clearInterval(timer))
  }

  movedBytes(): number {
    return [...this.#sockets].reduce(
      (sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten,
      this.#closedBytes,
    )
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
