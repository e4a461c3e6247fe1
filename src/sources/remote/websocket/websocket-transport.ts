import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createWebSocketStream, type AcpCookieStore } from '@agentclientprotocol/sdk/experimental/ws-client'
import type { WebSocket } from 'ws'
import type { OpenTransport, Transport, TransportEvents } from '../../../app/ports/transport.ts'
import { networkCause } from '../../network-cause.ts'
import { Flow } from '../../flow.ts'
import { BoundedCookies } from '../web/bounded-cookies.ts'
import { closeCause } from './close-cause.ts'
import { deadline } from '../deadline.ts'
import { OutgoingLines } from '../web/outgoing-lines.ts'
import { quietWebSocket } from './quiet-websocket.ts'
import { readBeginning, statusCause } from '../web/refusal.ts'
import { messageLimitBytes, type WebRoute } from '../web/web-route.ts'

/** How long the other side has to answer our close. */
const closeWaitMs = 1000
/** Servers and what stands before them end connections on which nothing happens, often after a minute. */
const pingEveryMs = 30_000
/** Without any sign of life for so long the other side is gone. */
const deadAfterMs = 120_000

/**
 * An agent behind a WebSocket: a message a text frame. The SDK opens it, sends and keeps the cookies; what is received
 * goes to `onFrame` as it came and never to the SDK, which would answer what it does not like.
 * https://agentclientprotocol.com/rfds/streamable-http-websocket-transport
 */
export function openWebSocket(route: WebRoute): OpenTransport {
  // One for all connections of a run: a load balancer finds the same server again by it.
  const cookieStore = new BoundedCookies()
  return (events) => new WebSocketTransport(route, cookieStore, events)
}

type SdkMessage =
  ReturnType<typeof createWebSocketStream>['writable'] extends WritableStream<infer M> ? M : never

class WebSocketTransport implements Transport {
  readonly isRunning = true
  readonly #route: WebRoute
  readonly #events: TransportEvents
  readonly #writer: WritableStreamDefaultWriter<SdkMessage>
  readonly #outgoing = new OutgoingLines()
  readonly #closed: Promise<void>
  readonly #cancels = new Set<() => void>()
  #socket: WebSocket | null = null
  #flow: Flow | null = null
  #isOpen = false
  #isEnding = false
  #failure: string | null = null
  #heardAtMs = 0
  #close: () => void = ignored

  constructor(route: WebRoute, cookieStore: AcpCookieStore, events: TransportEvents) {
    this.#route = route
    this.#events = events
    this.#closed = new Promise((resolve) => {
      this.#close = resolve
    })
    const stream = createWebSocketStream(route.url, {
      WebSocket: quietWebSocket({
        meet: (socket) => this.#meet(socket),
        meant: (written) => this.#outgoing.meant(written),
        sent: (bytes) => this.#flow?.sent(bytes) ?? ignored,
      }),
      headers: { ...route.headers },
      cookieStore,
    })
    this.#writer = stream.writable.getWriter()
  }

  send(message: string): void {
    // After the end the SDK rejects, which is no news: the end is.
    this.#writer.write(this.#outgoing.handed(message) as SdkMessage).catch(ignored)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#flow?.release()
    if (this.#isOpen) {
      // Closes after what was sent before.
      this.#writer.close().catch(ignored)
      this.#after(closeWaitMs, () => this.#socket?.terminate(), 'alive')
    } else this.#socket?.terminate()
    await this.#closed
  }

  killNow(): void {
    this.#isEnding = true
    this.#socket?.terminate()
  }

  #meet(socket: WebSocket): void {
    this.#socket = socket
    const flow = new Flow(socket, this.#events.onStalled)
    this.#flow = flow
    const { clock, waits } = this.#route
    const opened = deadline(clock, waits.handshakeMs, 'answer the handshake')
    this.#cancels.add(() => opened.met())
    opened.signal.addEventListener('abort', () => this.#fail(opened.failure.message))
    socket.on('open', () => {
      this.#isOpen = true
      opened.met()
      this.#heard()
      this.#watchPulse(socket)
    })
    socket.on('message', (data: Buffer, isBinary) => {
      this.#heard()
      flow.pace.message(data.length, () => {
        if (!this.#isEnding) this.#events.onFrame(data, isBinary ? 'binary' : 'text', null)
      })
    })
    socket.on('ping', () => {
      this.#heard()
      // Closed by `ws`, when so many of our answers wait to be read.
      if (socket.readyState !== socket.OPEN) this.#failure ??= 'it sends pings and does not read our answers'
    })
    socket.on('pong', () => this.#heard())
    socket.on('unexpected-response', (_, response) => void this.#refused(response))
    socket.on('error', (error) => {
      this.#failure ??= errorCause(error)
    })
    socket.on('close', (code, reason) => this.#over(closeCause(code, reason.toString('utf8')), flow))
  }

  async #refused(response: IncomingMessage): Promise<void> {
    const { url, hasAuthorization, clock, concealer } = this.#route
    const { location = null, 'content-type': contentType = null } = response.headers
    // Before anything is cut from it.
    const body = concealer.body(
      await readBeginning(Readable.toWeb(response) as ReadableStream<Uint8Array>, clock),
    )
    const refusal = { status: response.statusCode ?? 0, location, body, contentType }
    this.#fail(statusCause(refusal, { over: 'websocket', url, hasAuthorization, isConnected: false }))
  }

  #fail(cause: string): void {
    this.#failure ??= cause
    this.#socket?.terminate()
  }

  #heard(): void {
    this.#heardAtMs = this.#route.clock.nowMs()
  }

  #watchPulse(socket: WebSocket): void {
    this.#after(pingEveryMs, () => {
      const silentMs = this.#route.clock.nowMs() - this.#heardAtMs
      if (silentMs >= deadAfterMs) return this.#fail(`no sign of life for ${Math.round(silentMs / 1000)} s`)
      socket.ping()
      this.#watchPulse(socket)
    })
  }

  #after(delayMs: number, run: () => void, keeps?: 'alive'): () => void {
    const due = (): void => {
      this.#cancels.delete(cancel)
      run()
    }
    const cancel = this.#route.clock.after(delayMs, due, keeps)
    this.#cancels.add(cancel)
    return () => {
      this.#cancels.delete(cancel)
      cancel()
    }
  }

  #over(cause: string, flow: Flow): void {
    for (const cancel of this.#cancels) cancel()
    this.#close()
    flow.pace.last(() => {
      if (this.#isEnding) return
      this.#isEnding = true
      const { shown: address } = this.#route
      const kind = this.#isOpen ? 'disconnected' : 'unreachable'
      this.#events.onEnded({ kind, address, cause: this.#failure ?? cause })
    })
  }
}

function errorCause(error: Error): string {
  return networkCause(error, {
    WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: `the agent sent a message over ${messageLimitBytes / 1024 / 1024} MiB`,
  })
}

function ignored(): void {
  // What a closed connection cannot take is dropped.
}
