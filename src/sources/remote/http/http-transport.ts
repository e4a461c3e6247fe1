import { Buffer } from 'node:buffer'
import { createHttpStream, type AcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'
import { writeJson } from '../../../lib/json/write-json.ts'
import type {
  OpenTransport,
  StreamSession,
  Transport,
  TransportEvents,
} from '../../../app/ports/transport.ts'
import { Flow, Gate } from '../../flow.ts'
import { networkCause } from '../../network-cause.ts'
import { BoundedCookies } from '../web/bounded-cookies.ts'
import { OutgoingLines } from '../web/outgoing-lines.ts'
import { ReceivingFetch, RefusedByAgent } from './receiving-fetch.ts'
import { isStub } from './sdk-stubs.ts'
import { messageLimitBytes, type WebRoute } from '../web/web-route.ts'

/** How long what was sent may take to get there, and then the goodbye. */
const sendWaitMs = 500
const closeWaitMs = 1000

/**
 * An agent behind HTTP: each of our messages is a POST, its own come on event streams, one of the connection and one of each
 * session. The SDK opens and closes them, and keeps headers and cookies; what is received goes to `onFrame` as it came.
 * Where a message cannot be delivered and only that fails, the SDK answers it with an error, which is a frame too.
 * https://agentclientprotocol.com/rfds/streamable-http-websocket-transport
 */
export function openHttp(route: WebRoute): OpenTransport {
  // One for all connections of a run: a load balancer finds the same server again by it.
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
  /** Held up while the server does not take what we send. */
  readonly #gate = new Gate()
  readonly #flow: Flow
  readonly #halt = new AbortController()
  readonly #kill = new AbortController()
  #isConnected = false
  #isEnding = false
  #ended: Promise<void> | null = null

  constructor(route: WebRoute, cookieStore: AcpCookieStore, events: TransportEvents) {
    this.#route = route
    this.#events = events
    this.#flow = new Flow(this.#gate, events.onStalled)
    this.#receiving = new ReceivingFetch({
      route,
      cookieStore,
      onFrame: (frame, from) => this.#received(frame, from),
      onConnected: () => {
        this.#isConnected = true
      },
      halted: this.#halt.signal,
      killed: this.#kill.signal,
      held: () => this.#gate.opened,
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
    // After the end the SDK rejects, which is no news: the end is.
    const taken = this.#flow.sent(message.length)
    this.#writer.write(this.#outgoing.handed(message, to) as SdkMessage).then(taken, taken)
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
    // A server that does not take what we sent is left all the same, and told so.
    if (!this.#isConnected) this.#halt.abort()
    const cancelHalt = clock.after(sendWaitMs, () => this.#halt.abort(), 'alive')
    const cancelKill = clock.after(closeWaitMs, () => this.#kill.abort(), 'alive')
    await this.#writer.close().catch(ignored)
    cancelHalt()
    this.#halt.abort()
    await this.#receiving.goodbye
    cancelKill()
  }

  readonly #fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> =>
    await this.#receiving.fetch(
      _,
      typeof init.body === 'string' ? { ...init, body: this.#outgoing.meant(init.body) } : init,
    )

  /** What comes from the SDK are our stubs, which were seen, and errors that it made up. */
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

  /** The errors quote the server, which may quote our headers. */
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

function ignored(): void {
  // What a closed connection cannot take is dropped.
}
