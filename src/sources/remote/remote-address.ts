import { fail, ok, type Result } from '../../lib/result.ts'
import type { RemoteHeader } from './remote-header.ts'

/** Where an agent is that already runs. `shown` is the address as people may see it: no credentials, no query. */
export type RemoteAddress = WebAddress | SocketAddress

export interface WebAddress {
  readonly kind: 'websocket' | 'http'
  /** Without the user name and password that were in it. */
  readonly url: string
  /** What the user name and password in the URL mean. */
  readonly credentials: RemoteHeader | null
  readonly shown: string
}

export type SocketAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly shown: string }
  | { readonly kind: 'unix'; readonly path: string; readonly shown: string }

/** What is wrong with an address, and the nearest right one; neither quotes credentials or a query. */
export interface AddressProblem {
  readonly message: string
  readonly hint: string
}

/** The endpoint's path that the transports' RFD names; it is meant where a URL has no path at all, `/` being one. */
const endpointPath = '/acp'

const forms = `An address is ws://HOST:PORT, wss://…, http://…, https://…, tcp://HOST:PORT or unix:/PATH.`

/**
 * Reads `ws://`, `wss://`, `http://`, `https://`, `tcp://host:port` and `unix:/path`.
 * https://agentclientprotocol.com/rfds/streamable-http-websocket-transport
 */
export function parseAddress(text: string): Result<RemoteAddress, AddressProblem> {
  if (text === '') return fail({ message: 'the address is empty', hint: forms })
  if (/[\p{Cc}\s]/u.test(text)) return wrong(text, 'has spaces or control characters in it', forms)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  switch (scheme) {
    case 'ws':
    case 'wss':
      return parseWeb(text, 'websocket')
    case 'http':
    case 'https':
      return parseWeb(text, 'http')
    case 'tcp':
      return parseTcp(text)
    case 'unix':
      return parseUnix(text)
    default:
      return parseUnknown(text, scheme)
  }
}

function parseWeb(text: string, kind: 'websocket' | 'http'): Result<RemoteAddress, AddressProblem> {
  const parts = /^([a-z]+):(\/{0,2})([^/?#]*)(.*)$/i.exec(text)
  const [, scheme = '', slashes = '', authority = '', rest = ''] = parts ?? []
  if (slashes !== '//' || authority === '') {
    const meant = `${scheme.toLowerCase()}://${authority === '' ? 'HOST:PORT' : authority}${rest}`
    return wrong(text, authority === '' ? 'names no host' : 'has no “//” before its host', did(meant))
  }
  if (!URL.canParse(text)) return wrong(text, whatIsWrong(authority), hostHint(scheme, authority))
  if (rest.includes('#')) {
    return wrong(text, 'has a fragment (#…), which means nothing here', did(text.replace(/#.*/, '')))
  }
  const url = new URL(text)
  if (url.port === '0') return wrong(text, badPort, hostHint(scheme, authority))
  const credentials = basicHeader(url)
  url.username = ''
  url.password = ''
  if (!rest.startsWith('/')) url.pathname = endpointPath
  // A query may carry a token as well.
  const shown = `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
  return ok({ kind, url: url.href, credentials, shown })
}

const badPort = 'has a port that is no number from 1 to 65535'

function whatIsWrong(authority: string): string {
  return hasBadPort(authority) ? badPort : 'names a host that is none'
}

function hasBadPort(authority: string): boolean {
  const port = /:([^:\]]*)$/.exec(authority)?.[1]
  return port !== undefined && !isPort(port)
}

function hostHint(scheme: string, authority: string): string {
  const host = hasBadPort(authority) ? authority.replace(/:[^:\]]*$/, '') : 'HOST'
  return did(`${scheme.toLowerCase()}://${host}:PORT`)
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

/** https://www.rfc-editor.org/rfc/rfc7617 */
function basicHeader({ username, password }: URL): RemoteHeader | null {
  if (username === '' && password === '') return null
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`
  return { name: 'Authorization', value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseTcp(text: string): Result<RemoteAddress, AddressProblem> {
  const [, slashes = '', authority = '', rest = ''] = /^tcp:(\/*)([^/?#]*)(.*)$/i.exec(text) ?? []
  const host = authority.replace(/:[^:\]]*$/, '')
  const port = authority.slice(host.length + 1)
  if (authority === '') return wrong(text, 'names no host', did('tcp://HOST:PORT'))
  if (authority.includes('@')) {
    const meant = `tcp://${authority.replace(/^.*@/, '')}`
    return wrong(text, 'has a user name, and a plain TCP connection knows no login', did(meant))
  }
  if (slashes !== '//') return wrong(text, 'has no “//” before its host', did(`tcp://${authority}`))
  if (host === '') return wrong(text, 'names no host', did(`tcp://HOST:${port}`))
  if (authority === host) return wrong(text, 'has no port', did(`tcp://${host}:PORT`))
  if (!isPort(port)) return wrong(text, badPort, did(`tcp://${host}:PORT`))
  // The URL parser knows what a host may be; with this scheme it would not look at one.
  if (!URL.canParse(`http://${authority}`)) {
    const meant = host.includes(':') ? `tcp://[${host.replace(/[[\]]/g, '')}]:${port}` : 'tcp://HOST:PORT'
    return wrong(text, 'names a host that is none', did(meant))
  }
  if (rest !== '' && rest !== '/') {
    return wrong(text, 'has a path, and a TCP address has none', did(`tcp://${authority}`))
  }
  const shown = `tcp://${host.toLowerCase()}:${Number(port)}`
  return ok({ kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port), shown })
}

/** What a socket's address has room for. The system would cut a longer one, and take us to another socket. */
const socketPathLimit = process.platform === 'linux' ? 107 : 103

function parseUnix(text: string): Result<RemoteAddress, AddressProblem> {
  const [, slashes = '', path = ''] = /^unix:(\/*)(.*)$/i.exec(text) ?? []
  if (path === '') return wrong(text, 'names no socket', did('unix:/PATH'))
  // Of `unix://path/x` the first name would be a host.
  if (slashes.length !== 1 && slashes.length !== 3) {
    return wrong(text, 'must have the whole path of the socket, from / on', did(`unix:/${path}`))
  }
  if (Buffer.byteLength(path) + 1 > socketPathLimit) {
    const what = `is too long: a socket’s path may have ${socketPathLimit} bytes`
    return wrong(text, what, 'A symbolic link to its folder can make it shorter.')
  }
  return ok({ kind: 'unix', path: `/${path}`, shown: `unix:/${path}` })
}

function parseUnknown(text: string, scheme: string | undefined): Result<RemoteAddress, AddressProblem> {
  if (/^[/~.]/.test(text)) {
    return wrong(text, 'is a path; that of a socket is written unix:/PATH', did(`unix:${absolute(text)}`))
  }
  const hasSlashes = scheme !== undefined && text.slice(scheme.length + 1).startsWith('//')
  if (scheme === 'file') {
    const path = text.slice(scheme.length + 1).replace(/^\/*/, '/')
    return wrong(text, 'names a file; a socket is written unix:/PATH', did(`unix:${path}`))
  }
  if (hasSlashes) {
    const rest = text.slice(scheme.length + 3)
    const what = `begins with “${scheme}:”, which is no way to an agent`
    return wrong(text, what, `Did you mean ${alike(scheme)}://${shortened(rest)}? ${forms}`)
  }
  // `localhost:8080` looks like a URL whose scheme is `localhost`.
  const bare = shortened(text)
  const hint = /:\d+$/.test(text) ? `${did(`ws://${bare}`)} Or tcp://${bare}.` : did(`ws://${bare}`)
  return wrong(text, 'does not say how to get there', hint)
}

/** The scheme that was most likely meant: one with the same beginning or end, else WebSocket. */
function alike(scheme: string): string {
  if (/^h|^web$/.test(scheme)) return scheme.endsWith('s') ? 'https' : 'http'
  if (/^t|^(raw|socket|ip)/.test(scheme)) return 'tcp'
  return scheme.length > 2 && scheme.endsWith('s') ? 'wss' : 'ws'
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : '/PATH'
}

function did(meant: string): string {
  return `Did you mean ${shortened(meant)}?`
}

function wrong(text: string, what: string, hint: string): Result<never, AddressProblem> {
  return fail({ message: `the address “${shortened(text)}” ${what}`, hint })
}

const shownLimit = 200

/** A text that may be a URL, without what may be secret in it. A password may have any character, so all up to the last “@” goes. */
function shortened(text: string): string {
  const plain = text.replace(/^([a-z][a-z0-9+.-]*:\/+)?.*@/i, '$1').replace(/[?#].*/, '?…')
  return plain.length <= shownLimit ? plain : `${plain.slice(0, shownLimit - 1)}…`
}
