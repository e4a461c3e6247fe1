import type { OpenTransport } from '../../../app/ports/transport.ts'
import type { Clock } from '../../../lib/clock.ts'
import { type Result, fail } from '../../../lib/result.ts'
import type { WebRoute } from '../web/web-route.ts'
import { shortened } from '../../../lib/text/wording.ts'

/**
 * A transport to a running agent: an object, and its entry in `remote-transports.ts`. The objects are loaded in every run, since errors
 * name their schemes; so they import what opens a connection late, or get it as a parameter.
 */
export type RemoteTransport = WebTransport | LineTransport

interface AnyTransport {
  /** Schemes in lower case and without the colon, each with the form of its addresses that errors show. */
  readonly schemes: Readonly<Record<string, string>>
  /** For `--help`: an address, and a description. */
  readonly help: { readonly address: string; readonly is: string }
  /** Its scheme that is like an unknown one, which is in lower case; null: none is. */
  guessScheme(scheme: string): string | null
}

/**
 * A transport over HTTP. Its address is a URL, which may contain a login. Headers and the token are sent, and concealed in all that is
 * received.
 */
export interface WebTransport extends AnyTransport {
  readonly takes: 'headers'
  /** Imports the transport, when it is first opened; messages sent meanwhile are queued. Its transports do not report their end after `end`. */
  load(): Promise<(route: WebRoute) => OpenTransport>
}

/** A stream of lines, as on stdio. It never gets headers or a token. */
export interface LineTransport extends AnyTransport {
  readonly takes: 'lines'
  /** Parses an address with one of its schemes and without white space or control characters. */
  read(text: string): Result<LineAddress, AddressProblem>
}

export interface LineAddress {
  /** Without credentials. */
  readonly shown: string
  /** Each open of the result is a new connection; nothing is connected before. */
  open(options: LineTransportOptions): OpenTransport
}

export interface LineTransportOptions {
  readonly clock: Clock
  /** How long the other side has to accept the connection. */
  readonly connectMs: number
  /** Opens a TCP or unix socket. `causes`: descriptions of error codes, where they differ from the general ones. */
  socket(to: SocketAddress, causes?: Readonly<Record<string, string>>): OpenTransport
}

export type SocketAddress =
  | { readonly host: string; readonly port: number; readonly shown: string }
  | { readonly path: string; readonly shown: string }

/** An error in an address, and the nearest valid one. Neither quotes credentials or a query. */
export interface AddressProblem {
  readonly message: string
  readonly hint: string
}

export const badPort = 'has an invalid port (1 to 65535)'

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

export function wrongAddress(text: string, what: string, hint: string): Result<never, AddressProblem> {
  return fail({ message: `the address “${shownAddress(text)}” ${what}`, hint })
}

export function didYouMean(meant: string): string {
  return `Did you mean ${shownAddress(meant)}?`
}

const shownLimit = 200

/** A text that may be a URL, without what may be secret in it. A password may have any character, so all up to the last “@” is removed. */
export function shownAddress(text: string): string {
  const plain = text.replace(/^([a-z][a-z0-9+.-]*:\/+)?.*@/i, '$1').replace(/[?#].*/, '?…')
  return shortened(plain, shownLimit)
}
