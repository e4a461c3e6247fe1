import { createConcealer, type Concealer } from '../../app/conceal/concealer.ts'
import type { Clock } from '../../lib/clock.ts'
import { waitsFor } from './deadline.ts'
import type { RemoteAddress } from './address/remote-address.ts'
import type { RemoteHeader } from './credentials/remote-header.ts'
import { openSocket } from './socket-transport.ts'
import { webConcealer, webRoute, type WebRoute } from './web/web-route.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import type { OpenTransport, StreamSession, Transport, TransportEvents } from '../../app/ports/transport.ts'

export interface RemoteOptions {
  /** Sent with every request over HTTP and with the WebSocket's handshake; streams of lines have no place for them. */
  readonly headers: readonly RemoteHeader[]
  readonly clock: Clock
  /** How long the user lets the agent be silent: no wait for the network is shorter. null: as long as is usual. */
  readonly timeoutMs?: number | null
}

/**
 * The way to an agent that already runs. Each open is a connection of its own; cookies are kept from one to the next. An end
 * that we did not ask for is `unreachable` when there was no connection yet, and else `disconnected`; after `end` and
 * `killNow` nothing is reported. No header's value and no credential is in anything reported.
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
  const open = openLater(async () => (await address.transport.load())(route))
  return redialForInitialize(concealing(open, route))
}

/** Conceals what we send to this address. To a stream of lines we send no credential, whatever is set. */
export function concealerFor(address: RemoteAddress, headers: readonly RemoteHeader[]): Concealer {
  return address.takes === 'headers'
    ? webConcealer(address, headers)
    : createConcealer({ inMessages: [], inTexts: [] })
}

/** All that is reported is as it came, but for our own credentials. */
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

/** A transport whose code is loaded when it is first opened; what is sent meanwhile waits. Loaded once for all opens. */
function openLater(load: () => Promise<OpenTransport>): OpenTransport {
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
    // Nothing was asked yet, so it is no answer.
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
 * A server makes a connection of the first `initialize` and refuses a second one on it, which we send when the agent
 * answered the first with an error. So each goes out on a connection of its own. `open`'s transports must be silent once
 * they are told to end.
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
  #hasAsked = false
  #isOver = false

  constructor(open: OpenTransport, events: TransportEvents) {
    this.#open = open
    this.#events = events
    this.#current = open(events)
  }

  send(message: string, to?: StreamSession): void {
    if (isInitialize(message)) {
      if (this.#hasAsked && !this.#isOver) this.#redial()
      this.#hasAsked = true
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
  // Seldom there by chance, and then deeper down.
  if (!message.includes('"initialize"')) return false
  const value = jsonIn(message)
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'initialize'
}
