import { Concealer } from '../../app/conceal/concealer.ts'
import type { Clock } from '../../lib/clock.ts'
import { waitsFor, deadline } from './deadline.ts'
import type { RemoteAddress } from './address/remote-address.ts'
import type { RemoteHeader } from './remote-header.ts'
import { webConcealer, webRoute, type RemoteOptions, type WebRoute } from './web/web-route.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import type { OpenTransport, StreamSession, Transport, TransportEvents } from '../../app/ports/transport.ts'
import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { networkCause } from '../network-cause.ts'
import { FlowControl } from '../flow-control.ts'
import type { LineTransportOptions, SocketAddress } from './transports/remote-transport.ts'

/**
 * A transport to a running agent. Each open is a new connection; cookies are kept from one to the next. A connection that ends by itself is
 * reported as `unreachable` before it was established, else as `disconnected`; after `end` and `killNow` nothing is reported.
 * No event contains the value of a header, or a credential.
 */
export function openRemote(address: RemoteAddress, options: RemoteOptions): OpenTransport {
  if (address.takes === 'lines') {
    const { clock, timeoutMs = null } = options
    const wait = { clock, connectMs: waitsFor(timeoutMs).socketMs }
    return address.open({
      ...wait,
      socket:
        (to, causes = {}) =>
        (events) =>
          new SocketTransport({ to, causes, ...wait }, events),
    })
  }
  const route = webRoute(address, options)
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

/** How long the other side has to close the connection after us. */
const closeWaitMs = 1000
/** The silence after which the system sends keep-alive probes. */
const keepAliveAfterMs = 30_000

interface SocketOptions extends Pick<LineTransportOptions, 'clock' | 'connectMs'> {
  readonly to: SocketAddress
  /** Descriptions of error codes, where they differ from the general ones. */
  readonly causes: Readonly<Record<string, string>>
}

/** A connection to an agent behind a TCP port or a unix socket: the same lines as on stdio. */
class SocketTransport implements Transport {
  readonly isRunning = true
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #flow: FlowControl
  readonly #closed: Promise<void>
  #isConnected = false
  #isEnding = false
  #failure: unknown = null

  constructor({ to, causes, clock, connectMs }: SocketOptions, events: TransportEvents) {
    this.#clock = clock
    const { shown } = to
    const socket = connect('path' in to ? { path: to.path } : { host: to.host, port: to.port })
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setKeepAlive(true, keepAliveAfterMs)
    const taken = deadline(clock, connectMs, 'answer')
    taken.signal.addEventListener('abort', () => socket.destroy(taken.failure))
    this.#flow = new FlowControl(socket, events.onStalled)
    socket.once('connect', () => {
      this.#isConnected = true
      taken.met()
    })
    socket.on('data', (chunk: Buffer) => {
      this.#flow.pace.lines(chunk, events.onBytes)
    })
    socket.on('error', (error) => {
      this.#failure ??= error
    })
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        taken.met()
        resolve()
        const kind = this.#isConnected ? 'disconnected' : 'unreachable'
        this.#flow.pace.last(() => {
          if (!this.#isEnding) events.onEnded({ kind, address: shown, cause: this.#cause(causes) })
        })
      })
    })
  }

  send(message: string): void {
    if (!this.#socket.writable) return
    const line = Buffer.from(`${message}\n`)
    this.#socket.write(line, this.#flow.sent(line.length))
  }

  async end(): Promise<void> {
    this.#isEnding = true
    if (!this.#isConnected) this.#socket.destroy()
    this.#flow.release()
    // Closes after all that was written.
    this.#socket.end()
    const cancel = this.#clock.after(closeWaitMs, () => this.#socket.destroy(), 'alive')
    await this.#closed
    cancel()
  }

  killNow(): void {
    this.#isEnding = true
    this.#socket.destroy()
  }

  #cause(causes: SocketOptions['causes']): string {
    return this.#failure === null ? 'the other side closed it' : networkCause(this.#failure, causes)
  }
}
