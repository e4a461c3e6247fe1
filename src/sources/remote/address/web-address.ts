import { ok, type Result } from '../../../lib/result.ts'
import { badPort, didYouMean, isPort, wrongAddress, type AddressProblem } from './address-problem.ts'
import type { RemoteHeader } from '../credentials/remote-header.ts'

/** The URL of a running agent. */
export interface WebAddress {
  /** Without user name and password. */
  readonly url: string
  /** The header for the user name and password of the URL. */
  readonly credentials: RemoteHeader | null
  /** Without credentials and query. */
  readonly shown: string
}

/** The endpoint's path in the RFD of the transports: the default for a URL without a path (`/` is one). */
const endpointPath = '/acp'

/** https://agentclientprotocol.com/rfds/streamable-http-websocket-transport */
export function readWebAddress(text: string): Result<WebAddress, AddressProblem> {
  const parts = /^([a-z]+):(\/{0,2})([^/?#]*)(.*)$/i.exec(text)
  const [, scheme = '', slashes = '', authority = '', rest = ''] = parts ?? []
  if (slashes !== '//' || authority === '') {
    const meant = `${scheme.toLowerCase()}://${authority === '' ? 'HOST:PORT' : authority}${rest}`
    const what = authority === '' ? 'has no host' : 'has no “//” before its host'
    return wrongAddress(text, what, didYouMean(meant))
  }
  if (!URL.canParse(text)) return wrongAddress(text, whatIsWrong(authority), hostHint(scheme, authority))
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

function whatIsWrong(authority: string): string {
  return hasBadPort(authority) ? badPort : 'has an invalid host name'
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

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
