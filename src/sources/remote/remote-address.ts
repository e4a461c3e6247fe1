import { fail, ok, type Result } from '../../lib/result.ts'
import { percentDecoded } from '../../lib/text/safe-text.ts'
import {
  type LineAddress,
  type WebTransport,
  didYouMean,
  shownAddress,
  wrongAddress,
  type AddressProblem,
  badPort,
  isPort,
} from './transports/remote-transport.ts'
import { addressForms, remoteTransports } from './transports/remote-transports.ts'
import type { RemoteHeader } from './remote-header.ts'
import type { WebAddress } from './web/web-route.ts'

/** The address of a running agent. `shown`: the address without credentials and query. */
export type RemoteAddress =
  | (WebAddress & { readonly takes: 'headers'; readonly transport: WebTransport })
  | (LineAddress & { readonly takes: 'lines' })

/** Parses an address as it was typed. */
export function parseAddress(text: string): Result<RemoteAddress, AddressProblem> {
  if (text === '') return fail({ message: 'the address is empty', hint: addressForms() })
  if (/[\p{Cc}\s]/u.test(text))
    return wrongAddress(text, 'has spaces or control characters in it', addressForms())
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  const transport = remoteTransports.find(
    ({ schemes }) => scheme !== undefined && Object.hasOwn(schemes, scheme),
  )
  if (transport === undefined) return parseUnknown(text, scheme)
  if (transport.takes === 'headers') {
    const read = readWebAddress(text)
    return read.ok ? ok({ ...read.value, takes: 'headers', transport }) : read
  }
  const read = transport.read(text)
  return read.ok ? ok({ ...read.value, takes: 'lines' }) : read
}

function parseUnknown(text: string, scheme: string | undefined): Result<never, AddressProblem> {
  if (/^[/~.]/.test(text)) {
    const what = 'is a path; the address of a socket is written unix:/PATH'
    return wrongAddress(text, what, didYouMean(`unix:${text.startsWith('/') ? text : '/PATH'}`))
  }
  const hasSlashes = scheme !== undefined && text.slice(scheme.length + 1).startsWith('//')
  if (scheme === 'file') {
    const path = text.slice(scheme.length + 1).replace(/^\/*/, '/')
    const what = 'names a file; a socket is written unix:/PATH'
    return wrongAddress(text, what, didYouMean(`unix:${path}`))
  }
  if (hasSlashes) {
    const rest = text.slice(scheme.length + 3)
    const what = `begins with “${scheme}:”, which is no way to an agent`
    const hint = `Did you mean ${guessedScheme(scheme)}://${shownAddress(rest)}? ${addressForms()}`
    return wrongAddress(text, what, hint)
  }
  // The URL parser reads `localhost:8080` as a URL with the scheme `localhost`.
  const bare = shownAddress(text)
  const meant = didYouMean(`ws://${bare}`)
  const hint = /:\d+$/.test(text) ? `${meant} Or tcp://${bare}.` : meant
  return wrongAddress(text, 'does not say how to get there', hint)
}

/** The known scheme that is most like an unknown one. The last transports have the most specific guesses; the default is WebSocket. */
function guessedScheme(scheme: string): string {
  for (const transport of remoteTransports.toReversed()) {
    const guess = transport.guessScheme(scheme)
    if (guess !== null) return guess
  }
  return 'ws'
}

/** The endpoint's path in the RFD of the transports: the default for a URL without a path (`/` is one). */
const endpointPath = '/acp'

/** https://agentclientprotocol.com/rfds/streamable-http-websocket-transport */
function readWebAddress(text: string): Result<WebAddress, AddressProblem> {
  const parts = /^([a-z]+):(\/{0,2})([^/?#]*)(.*)$/i.exec(text)
  const [, scheme = '', slashes = '', authority = '', rest = ''] = parts ?? []
  if (slashes !== '//' || authority === '') {
    const meant = `${scheme.toLowerCase()}://${authority === '' ? 'HOST:PORT' : authority}${rest}`
    const what = authority === '' ? 'has no host' : 'has no “//” before its host'
    return wrongAddress(text, what, didYouMean(meant))
  }
  if (!URL.canParse(text)) {
    const what = hasBadPort(authority) ? badPort : 'has an invalid host name'
    return wrongAddress(text, what, hostHint(scheme, authority))
  }
  if (rest.includes('#')) {
    const what = 'has a fragment (#…), which is not allowed here'
    return wrongAddress(text, what, didYouMean(text.replace(/#.*/, '')))
  }
  const url = new URL(text)
  if (url.port === '0') return wrongAddress(text, badPort, hostHint(scheme, authority))
  const credentials = basicHeader(url)
  url.username = ''
  url.password = ''
  if (!rest.startsWith('/')) url.pathname = endpointPath
  // A query may contain a token.
  const shown = `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
  return ok({ url: url.href, credentials, shown })
}

function hasBadPort(authority: string): boolean {
  const port = /:([^:\]]*)$/.exec(authority)?.[1]
  return port !== undefined && !isPort(port)
}

function hostHint(scheme: string, authority: string): string {
  const host = hasBadPort(authority) ? authority.replace(/:[^:\]]*$/, '') : 'HOST'
  return didYouMean(`${scheme.toLowerCase()}://${host}:PORT`)
}

/** https://www.rfc-editor.org/rfc/rfc7617 */
function basicHeader({ username, password }: URL): RemoteHeader | null {
  if (username === '' && password === '') return null
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`
  return { name: 'Authorization', value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` }
}
