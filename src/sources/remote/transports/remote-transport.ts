import type { OpenTransport } from '../../../app/ports/transport.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Result } from '../../../lib/result.ts'
import type { AddressProblem } from '../address/address-problem.ts'
import type { WebRoute } from '../web/web-route.ts'

/**
 * A way to an agent that already runs: an object in a file of its own, and a line in `remote-transports.ts`. The objects are
 * there in every run, since errors name their schemes; so what they open with comes to them, or is imported late.
 */
export type RemoteTransport = WebTransport | LineTransport

/** How people write its addresses. */
interface AnyTransport {
  /** What an address begins with, in small letters and without the colon; with each, how an error shows such an address. */
  readonly schemes: Readonly<Record<string, string>>
  /** For the help: an address, and what goes over it. */
  readonly help: { readonly address: string; readonly is: string }
  /** Which of its schemes is meant by one that is none, in small letters; null: none of them. */
  meantBy(scheme: string): string | null
}

/**
 * Requests of HTTP: its address is a URL, with a login perhaps. Our headers and the token go with it, and are concealed in
 * all that comes back.
 */
export interface WebTransport extends AnyTransport {
  readonly takes: 'headers'
  /** Called when it is first opened; what is sent meanwhile waits. Its transports are silent once they are told to end. */
  load(): Promise<(route: WebRoute) => OpenTransport>
}

/** A stream of lines, as on stdio. No header and no token ever gets to it. */
export interface LineTransport extends AnyTransport {
  readonly takes: 'lines'
  /** Reads what begins with one of its schemes, and has neither blanks nor control characters. */
  read(text: string): Result<LineAddress, AddressProblem>
}

export interface LineAddress {
  /** As people may see it. */
  readonly shown: string
  /** Each open is a connection of its own; nothing happens before. */
  open(ways: LineWays): OpenTransport
}

/** What a stream of lines is opened with. */
export interface LineWays {
  readonly clock: Clock
  /** How long the other side has to take the connection. */
  readonly connectMs: number
  /** By a socket of the system. `causes`: what its error codes mean here, where that is more than anywhere. */
  socket(to: SocketPlace, causes?: Readonly<Record<string, string>>): OpenTransport
}

export type SocketPlace =
  | { readonly host: string; readonly port: number; readonly shown: string }
  | { readonly path: string; readonly shown: string }
