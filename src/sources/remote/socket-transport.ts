import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import type { OpenTransport, Transport, TransportEvents } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { networkCause } from '../network-cause.ts'
import { FlowControl } from '../flow-control.ts'
import { deadline } from './deadline.ts'
import type { SocketAddress } from './transports/remote-transport.ts'

/** How long the other side has to close the connection after us. */
const closeWaitMs = 1000
/** The silence after which the system sends keep-alive probes. */
const keepAliveAfterMs = 30_000

export interface SocketTarget {
  readonly to: SocketAddress
  /** Descriptions of error codes, where they differ from the general ones. */
  readonly causes: Readonly<Record<string, string>>
}

export interface SocketOptions {
  readonly clock: Clock
  /** How long the other side has to accept the connection. */
  readonly connectMs: number
}

/** An agent behind a TCP port or a unix socket: the same lines as on stdio. */
export function openSocket(target: SocketTarget, options: SocketOptions): OpenTransport {
  return (events) => new SocketTransport(target, options, events)
}

class SocketTransport implements Transport {
  readonly isRunning = true
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #flow: FlowControl
  readonly #closed: Promise<void>
  #isConnected = false
  #isEnding = false
  #failure: unknown = null

  constructor({ to, causes }: SocketTarget, { clock, connectMs }: SocketOptions, events: TransportEvents) {
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
      this.#flow.pace.lines(chunk, (piece) => {
        if (!this.#isEnding) events.onBytes(piece)
      })
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

  #cause(causes: SocketTarget['causes']): string {
    return this.#failure === null ? 'the other side closed it' : networkCause(this.#failure, causes)
  }
}
