import { Concealer } from '../../app/conceal/concealer.ts'
import type { Clock } from '../../lib/clock.ts'
import { waitsFor } from './deadline.ts'
import type { RemoteAddress } from './address/remote-address.ts'
import type { RemoteHeader } from './credentials/remote-header.ts'
import { openSocket } from './socket-transport.ts'
import { webConcealer, webRoute, type WebRoute } from './web/web-route.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import type { OpenTransport, StreamSession, Transport, TransportEvents } from '../../app/ports/transport.ts'

export interface RemoteOptions {
  /** Sent with each request over HTTP and with the WebSocket's handshake. Streams of lines send none. */
  readonly headers: readonly RemoteHeader[]
  readonly clock: Clock
  /** The user's limit for the agent's silence: no time limit of the network is shorter. null: the defaults. */
  readonly timeoutMs?: number | null
}

/**
 * A transport to a running agent. Each open is a new connection; cookies are kept from one to the next. A connection that ends by itself is
 * reported as `unreachable` before it was established, else as `disconnected`; after `end` and `killNow` nothing is reported.
 * No event contains the value of a header, or a credential.
 */
export function openRemote(
  address: RemoteAddress,
  { headers, clock, timeoutMs = null }: RemoteOptions,
): OpenTransport {
  if (address.takes === 'lines') {
    const connectMs = waitsFor(timeoutMs).socketMs
    return address.open({
      clock,
      connectMs,
      socket: (to, causes = {}) => openSocket({ to, causes }, { clock, connectMs }),
    })
  }
  const route = webRoute(address, { headers, clock, timeoutMs })
  const open = openWhenLoaded(async () => (await address.transport.load())(route))
  return redialForInitialize(concealing(open, route))
}

/** Conceals the credentials that are sent to this address. A stream of lines gets none. */
export function concealerFor(address: RemoteAddress, headers: readonly RemoteHeader[]): Concealer {
  return address.takes === 'headers'
    ? webConcealer(address, headers)
    : new Concealer({ inMessages: [], inTexts: [] })
}

/** Conceals our credentials in all events of a transport, and restores them in what is sent. */
function concealing(open: OpenTransport, { concealer }: WebRoute): OpenTransport {
  return (events) => {
    const transport = open({
      ...events,
      onFrame: (frame, kind, from) => events.onFrame(concealer.message(frame), kind, from),
      onEnded: (end) => events.onEnded('cause' in end ? { ...end, cause: concealer.text(end.cause) } : end),
    })
    return {
      isRunning: transport.isRunning,
      send: (message, to) => transport.send(concealer.restored(message), to),
      end: async () => await transport.end(),
      killNow: () => transport.killNow(),
    }
  }
}

/** A transport whose module is imported when it is first opened. Messages sent meanwhile are queued. */
function openWhenLoaded(load: () => Promise<OpenTransport>): OpenTransport {
  let loaded: Promise<OpenTransport> | null = null
  return (events) => {
    loaded ??= load()
    return new LaterTransport(loaded, events)
  }
}

class LaterTransport implements Transport {
  readonly isRunning = true
  #transport: Transport | null = null
  #waiting: string[] = []
  #isOver = false

  constructor(loaded: Promise<OpenTransport>, events: TransportEvents) {
    void loaded.then((open) => {
      if (this.#isOver) return
      const transport = open(events)
      this.#transport = transport
      for (const message of this.#waiting) transport.send(message)
      this.#waiting = []
    })
  }

  send(message: string, to?: StreamSession): void {
    if (this.#transport !== null) this.#transport.send(message, to)
    // No answer, since the agent has sent no request yet: `to` is not needed.
    else if (!this.#isOver) this.#waiting.push(message)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#transport?.end()
  }

  killNow(): void {
    this.#isOver = true
    this.#transport?.killNow()
  }
}

/**
 * Opens a new connection for each `initialize` after the first: the client sends another one when the agent has answered the first with an
 * error, and a server refuses a second one on the same connection. `open`'s transports must report nothing after `end`.
 */
function redialForInitialize(open: OpenTransport): OpenTransport {
  return (events) => new RedialTransport(open, events)
}

class RedialTransport implements Transport {
  readonly isRunning = true
  readonly #open: OpenTransport
  readonly #events: TransportEvents
  readonly #replaced = new Set<Promise<void>>()
  #current: Transport
  #hasInitialized = false
  #isOver = false

  constructor(open: OpenTransport, events: TransportEvents) {
    this.#open = open
    this.#events = events
    this.#current = open(events)
  }

  send(message: string, to?: StreamSession): void {
    if (isInitialize(message)) {
      if (this.#hasInitialized && !this.#isOver) this.#redial()
      this.#hasInitialized = true
    }
    this.#current.send(message, to)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all([this.#current.end(), ...this.#replaced])
  }

  killNow(): void {
    this.#isOver = true
    this.#current.killNow()
  }

  #redial(): void {
    const ended = this.#current.end()
    this.#replaced.add(ended)
    void ended.then(() => this.#replaced.delete(ended))
    this.#current = this.#open(this.#events)
  }
}

function isInitialize(message: string): boolean {
  // Saves parsing each message.
  if (!message.includes('"initialize"')) return false
  const value = jsonIn(message)
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'initialize'
}
