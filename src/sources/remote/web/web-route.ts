import { Concealer } from '../../../app/conceal/concealer.ts'
import type { Clock } from '../../../lib/clock.ts'
import { credentialsOf, headerRecord, type RemoteHeader } from '../remote-header.ts'
import { waitsFor, type Waits } from '../deadline.ts'

export interface WebAddress {
  /** Without user name and password. */
  readonly url: string
  /** The header for the user name and password of the URL. */
  readonly credentials: RemoteHeader | null
  /** Without credentials and query. */
  readonly shown: string
}

/** A server and how to talk to it, for the transports over HTTP and WebSocket. */
export interface WebRoute {
  readonly url: string
  /** The address without credentials and query. */
  readonly shown: string
  readonly headers: Readonly<Record<string, string>>
  readonly hasAuthorization: boolean
  /** Removes our credentials from texts of the server. */
  readonly concealer: Concealer
  readonly clock: Clock
  readonly waits: Waits
}

/** The parameters of a connection besides its address. */
export interface RemoteOptions {
  /** Sent with each request over HTTP and with the WebSocket's handshake. Streams of lines send none. */
  readonly headers: readonly RemoteHeader[]
  readonly clock: Clock
  /** The user's limit for the agent's silence: no time limit of the network is shorter. null: the defaults. */
  readonly timeoutMs?: number | null
}

/** A larger message ends the connection. (Messages over 16 MiB are not parsed anyway.) */
export const messageLimitBytes = 64 * 1024 * 1024

/** The route to an address. An `Authorization` header takes precedence over the login in the URL. */
export function webRoute(address: WebAddress, { headers, clock, timeoutMs = null }: RemoteOptions): WebRoute {
  const all = withLogin(address, headers)
  return {
    url: address.url,
    shown: address.shown,
    headers: headerRecord(all),
    hasAuthorization: all.some(({ name }) => name.toLowerCase() === 'authorization'),
    concealer: webConcealer(address, headers),
    clock,
    waits: waitsFor(timeoutMs),
  }
}

export function webConcealer(address: WebAddress, headers: readonly RemoteHeader[]): Concealer {
  return new Concealer(credentialsOf(withLogin(address, headers), address.url))
}

function withLogin({ credentials }: WebAddress, headers: readonly RemoteHeader[]): readonly RemoteHeader[] {
  return credentials === null ? headers : [credentials, ...headers]
}
