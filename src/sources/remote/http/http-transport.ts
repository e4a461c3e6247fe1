import { Buffer } from 'node:buffer'
import { createHttpStream, type AcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'
import { writeJson } from '../../../lib/json/write-json.ts'
import type {
  OpenTransport,
  StreamSession,
  Transport,
  TransportEvents,
} from '../../../app/ports/transport.ts'
import { FlowControl, Gate } from '../../flow-control.ts'
import { networkCause } from '../../network-cause.ts'
import { BoundedCookies, OutgoingLines, isStub } from '../web/sdk-client.ts'
import { ReceivingFetch, RefusedByAgent } from './receiving-fetch.ts'
import { messageLimitBytes, type WebRoute } from '../web/web-route.ts'

/** How long pending messages may take at the end, and the request that closes the connection. */
const sendWaitMs = 500
const closeWaitMs = 1000

/**
 * A transport over HTTP: our messages are POST requests; the agent's arrive on event streams, one for the connection and one for each
 * session. The SDK opens and closes them, and keeps headers and cookies. Received messages go to `onFrame` as they are.
 * The SDK answers a request that cannot be delivered with an error, which is a frame too.
 * https://agentclientprotocol.com/rfds/streamable-http-websocket-transport
 */
export function openHttp(route: WebRoute): OpenTransport {
  // Shared by all connections of a run, since a load balancer may choose the server by a cookie.
  const cookieStore = new BoundedCookies()
  return (events) => new HttpTransport(route, cookieStore, events)
}

type SdkStream = ReturnType<typeof createHttpStream>
type SdkMessage = SdkStream['writable'] extends WritableStream<infer M> ? M : never

class HttpTransport implements Transport {
  readonly isRunning = true
  readonly #route: WebRoute
  readonly #events: TransportEvents
  readonly #writer: WritableStreamDefaultWriter<SdkMessage>
  readonly #outgoing = new OutgoingLines()
  readonly #receiving: ReceivingFetch
  /** Closed while the server does not accept what is sent. */
  readonly #gate = new Gate()
  readonly #flow: FlowControl
  readonly #halt = new AbortController()
  readonly #kill = new AbortController()
  #isConnected = false
  #isEnding = false
  #ended: Promise<void> | null = null

  constructor(route: WebRoute, cookieStore: AcpCookieStore, events: TransportEvents) {
    this.#route = route
    this.#events = events
    this.#flow = new FlowControl(this.#gate, events.onStalled)
    this.#receiving = new ReceivingFetch({
      route,
      cookieStore,
      onFrame: (frame, from) => this.#received(frame, from),
      onConnected: () => {
        this.#isConnected = true
      },
      halted: this.#halt.signal,
      killed: this.#kill.signal,
      untilReadable: () => this.#gate.opened,
    })
    const stream = createHttpStream(route.url, {
      fetch: this.#fetch,
      headers: { ...route.headers },
      cookieStore,
      maxMessageBytes: messageLimitBytes,
    })
    this.#writer = stream.writable.getWriter()
    void this.#readAll(stream.readable)
  }

  send(message: string, to: StreamSession = null): void {
    // The SDK rejects after the end, which is reported anyway.
    const taken = this.#flow.sent(message.length)
    this.#writer.write(this.#outgoing.wrap(message, to) as SdkMessage).then(taken, taken)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#ended ??= this.#close()
    await this.#ended
  }

  killNow(): void {
    this.#isEnding = true
    this.#flow.release()
    this.#kill.abort()
  }

  async #close(): Promise<void> {
    const { clock } = this.#route
    this.#flow.release()
    // Pending messages are aborted after a while; the closing request is sent all the same.
    if (!this.#isConnected) this.#halt.abort()
    const cancelHalt = clock.after(sendWaitMs, () => this.#halt.abort(), 'alive')
    const cancelKill = clock.after(closeWaitMs, () => this.#kill.abort(), 'alive')
    // Nothing can be sent on a closed connection.
    await this.#writer.close().catch(() => undefined)
    cancelHalt()
    this.#halt.abort()
    await this.#receiving.closed
    cancelKill()
  }

  readonly #fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> =>
    await this.#receiving.fetch(
      _,
      typeof init.body === 'string' ? { ...init, body: this.#outgoing.unwrap(init.body) } : init,
    )

  /** The SDK's messages are our stubs, which are ignored, and errors of its own. */
  async #readAll(messages: AsyncIterable<SdkMessage>): Promise<void> {
    try {
      for await (const message of messages) if (!isStub(message)) this.#received(this.#frameOf(message), null)
    } catch (error) {
      this.#lost(error)
    }
  }

  #received(frame: Buffer, from: StreamSession): void {
    if (!this.#isEnding) this.#events.onFrame(frame, 'text', from)
  }

  /** Concealed, since the SDK's errors quote the server, which may quote our headers. */
  #frameOf(message: SdkMessage): Buffer {
    return Buffer.from(this.#route.concealer.body(writeJson(message)))
  }

  #lost(error: unknown): void {
    if (this.#isEnding || error instanceof RefusedByAgent) return
    this.#isEnding = true
    const { shown: address } = this.#route
    const kind = this.#isConnected ? 'disconnected' : 'unreachable'
    this.#events.onEnded({ kind, address, cause: networkCause(error) })
  }
}
