import { Concealer } from '../../../app/conceal/concealer.ts'
import type { Clock } from '../../../lib/clock.ts'
import { credentialsOf, headerRecord, type RemoteHeader } from '../remote-header.ts'
import { RemoteFailure } from '../../network-cause.ts'

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

export interface Deadline {
  /** Aborts with `failure` when the time is up. */
  readonly signal: AbortSignal
  /** Names the missing response. */
  readonly failure: RemoteFailure
  /** Cancels the limit. Must be called when the response is there, or not awaited any more; may be called again. */
  met(): void
}

/**
 * Starts a time limit. `what`: what the server has to do, as in `answer initialize`. The timer keeps the process alive: while only a
 * promise is pending, Node would exit without an error.
 */
export function deadline(clock: Clock, waitMs: number, what: string): Deadline {
  const late = new AbortController()
  const failure = new RemoteFailure(
    `it did not ${what} within ${waitMs / 1000} s; a longer --timeout extends this`,
  )
  const met = clock.after(waitMs, () => late.abort(failure), 'alive')
  return { signal: late.signal, failure, met }
}

export interface Waits {
  /** Until a TCP or unix socket is connected. */
  readonly socketMs: number
  /** Until a WebSocket is open: some servers start their agent during the handshake. */
  readonly handshakeMs: number
  /** Until an HTTP server begins to answer a request; for `initialize`, to the end of the answer. */
  readonly answerMs: number
  /** The same for a prompt, which some servers answer at the end of the turn. Node's own limit is not longer. */
  readonly promptMs: number
}

/** No limit is shorter than the user's `timeoutMs`. */
export function waitsFor(timeoutMs: number | null): Waits {
  const atLeast = (ms: number): number => Math.max(ms, timeoutMs ?? 0)
  return {
    socketMs: atLeast(10_000),
    handshakeMs: atLeast(30_000),
    answerMs: atLeast(60_000),
    promptMs: atLeast(300_000),
  }
}
