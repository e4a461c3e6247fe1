import { Buffer } from 'node:buffer'
import { isIPv6 } from 'node:net'
import { ok, type Result } from '../../../lib/result.ts'
import { listedWords } from '../../../lib/text/wording.ts'
import { badPort, didYouMean, isPort, wrongAddress, type AddressProblem } from './remote-transport.ts'
import type { LineAddress, LineTransport, RemoteTransport, WebTransport } from './remote-transport.ts'

export const webSocket: WebTransport = {
  schemes: { ws: 'ws://HOST:PORT', wss: 'wss://…' },
  help: { address: 'ws://HOST:PORT/PATH', is: 'WebSocket; wss:// with TLS' },
  guessScheme: (scheme) => (scheme.length > 2 && scheme.endsWith('s') ? 'wss' : null),
  takes: 'headers',
  load: async () => (await import('../websocket-transport.ts')).openWebSocket,
}

export const http: WebTransport = {
  schemes: { http: 'http://…', https: 'https://…' },
  help: { address: 'http://HOST:PORT/PATH', is: 'HTTP with event streams; https:// with TLS' },
  guessScheme: (scheme) => (/^h|^web$/.test(scheme) ? (scheme.endsWith('s') ? 'https' : 'http') : null),
  takes: 'headers',
  load: async () => (await import('../http/http-transport.ts')).openHttp,
}

const tcp: LineTransport = {
  schemes: { tcp: 'tcp://HOST:PORT' },
  help: { address: 'tcp://HOST:PORT', is: 'lines over a TCP connection' },
  guessScheme: (scheme) => (/^t|^(raw|socket|ip)/.test(scheme) ? 'tcp' : null),
  takes: 'lines',
  read: readTcp,
}

function readTcp(text: string): Result<LineAddress, AddressProblem> {
  const [, slashes = '', authority = '', rest = ''] = /^tcp:(\/*)([^/?#]*)(.*)$/i.exec(text) ?? []
  const host = authority.replace(/:[^:\]]*$/, '')
  const port = authority.slice(host.length + 1)
  const wrong = (what: string, meant: string): Result<never, AddressProblem> =>
    wrongAddress(text, what, didYouMean(meant))
  if (authority === '') return wrong('has no host', 'tcp://HOST:PORT')
  if (authority.includes('@')) {
    const what = 'has a user name, but plain TCP has no login'
    return wrong(what, `tcp://${authority.replace(/^.*@/, '')}`)
  }
  if (slashes !== '//') return wrong('has no “//” before its host', `tcp://${authority}`)
  if (host === '') return wrong('has no host', `tcp://HOST:${port}`)
  if (authority === host) return wrong('has no port', `tcp://${host}:PORT`)
  if (!isPort(port)) return wrong(badPort, `tcp://${host}:PORT`)
  const bare = host.replace(/^\[|\]$/g, '').replace('%25', '%')
  const isScoped = host.startsWith('[') && bare.includes('%') && isIPv6(bare)
  // The URL parser checks the host only for schemes that it knows, and knows no zones of IPv6 addresses.
  if (!isScoped && !URL.canParse(`http://${authority}`))
    return wrong('has an invalid host name', `tcp://${isIPv6(bare) ? `[${bare}]:${port}` : 'HOST:PORT'}`)
  if (rest !== '' && rest !== '/')
    return wrong('has a path, but a TCP address has none', `tcp://${authority}`)
  const shown = `tcp://${isScoped ? host : host.toLowerCase()}:${Number(port)}`
  const place = { host: bare, port: Number(port), shown }
  return ok({ shown, open: ({ socket }) => socket(place) })
}

const unix: LineTransport = {
  schemes: { unix: 'unix:/PATH' },
  help: { address: 'unix:/PATH', is: 'lines over a unix socket' },
  // A path without a scheme has an error of its own, which names this one.
  guessScheme: () => null,
  takes: 'lines',
  read: readUnix,
}

/** The limit of a socket's address. The system would truncate a longer one, and connect to another socket. */
const pathLimit = process.platform === 'linux' ? 107 : 103

const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ECONNREFUSED: 'it is no socket, or nothing listens on it',
  ENOENT: 'there is no such socket',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTSOCK: 'that is not a socket',
  EPERM: 'permission denied',
}

function readUnix(text: string): Result<LineAddress, AddressProblem> {
  const [, slashes = '', path = ''] = /^unix:(\/*)(.*)$/i.exec(text) ?? []
  if (path === '') return wrongAddress(text, 'names no socket', didYouMean('unix:/PATH'))
  // In `unix://path/x` the first name would be a host.
  if (slashes.length !== 1 && slashes.length !== 3) {
    const what = 'must have the absolute path of the socket'
    return wrongAddress(text, what, didYouMean(`unix:/${path}`))
  }
  if (Buffer.byteLength(path) + 1 > pathLimit) {
    const what = `is too long: a socket’s path has at most ${pathLimit} bytes`
    return wrongAddress(text, what, 'A symbolic link to its folder makes it shorter.')
  }
  const shown = `unix:/${path}`
  return ok({ shown, open: ({ socket }) => socket({ path: `/${path}`, shown }, causes) })
}

/** The transports to a running agent. */
export const remoteTransports: readonly RemoteTransport[] = [
  // In the order of help and errors; the first is the default.
  webSocket,
  http,
  tcp,
  unix,
]

/** The schemes, without colons, of the transports that send headers, or of those that are streams of lines. */
export function schemesTaking(takes: RemoteTransport['takes']): readonly string[] {
  return remoteTransports.flatMap((transport) =>
    transport.takes === takes ? Object.keys(transport.schemes) : [],
  )
}

/** The first scheme of each transport but the first, which is the one in the example. */
export function otherSchemes(): readonly string[] {
  return remoteTransports.slice(1).flatMap(({ schemes }) => Object.keys(schemes).slice(0, 1))
}

/** A sentence with the form of each kind of address. */
export function addressForms(): string {
  return `An address is ${listedWords(
    remoteTransports.flatMap(({ schemes }) => Object.values(schemes)),
    'or',
  )}.`
}

/** Whether a word can only be an address: `x://…`, or one of a scheme without slashes. */
export function isLikeAddress(word: string): boolean {
  const scheme = /^([a-z]+):/i.exec(word)?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  return (
    word.startsWith('://', scheme.length) ||
    remoteTransports.some(
      ({ schemes, help }) => Object.hasOwn(schemes, scheme) && !help.address.includes('://'),
    )
  )
}
