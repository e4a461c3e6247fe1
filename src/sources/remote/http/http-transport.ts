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
  return (events) => openTransport(route, cookieStore, events)
}

type SdkStream = ReturnType<typeof createHttpStream>
type SdkMessage = SdkStream['writable'] extends WritableStream<infer M> ? M : never

function openTransport(route: WebRoute, cookieStore: AcpCookieStore, events: TransportEvents): Transport {
  const outgoing = new OutgoingLines()
  /** Closed while the server does not accept what is sent. */
  const gate = new Gate()
  const halt = new AbortController()
  const kill = new AbortController()
  let isConnected = false
  let isEnding = false
  let ended: Promise<void> | null = null
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> =>
    await receiving.fetch(
      _,
      typeof init.body === 'string' ? { ...init, body: outgoing.unwrap(init.body) } : init,
    )
  const flow = new FlowControl(gate, events.onStalled)
  const receiving = new ReceivingFetch({
    route,
    cookieStore,
    onFrame: received,
    onConnected: () => {
      isConnected = true
    },
    halted: halt.signal,
    killed: kill.signal,
    untilReadable: () => gate.opened,
  })
  const stream = createHttpStream(route.url, {
    fetch,
    headers: { ...route.headers },
    cookieStore,
    maxMessageBytes: messageLimitBytes,
  })
  const writer = stream.writable.getWriter()
  void readAll(stream.readable)

  function send(message: string, to: StreamSession = null): void {
    // The SDK rejects after the end, which is reported anyway.
    const taken = flow.sent(message.length)
    writer.write(outgoing.wrap(message, to) as SdkMessage).then(taken, taken)
  }

  async function end(): Promise<void> {
    isEnding = true
    ended ??= close()
    await ended
  }

  function killNow(): void {
    isEnding = true
    flow.release()
    kill.abort()
  }

  async function close(): Promise<void> {
    const { clock } = route
    flow.release()
    // Pending messages are aborted after a while; the closing request is sent all the same.
    if (!isConnected) halt.abort()
    const cancelHalt = clock.after(sendWaitMs, () => halt.abort(), 'alive')
    const cancelKill = clock.after(closeWaitMs, () => kill.abort(), 'alive')
    // Nothing can be sent on a closed connection.
    await writer.close().catch(() => undefined)
    cancelHalt()
    halt.abort()
    await receiving.closed
    cancelKill()
  }

  /** The SDK's messages are our stubs, which are ignored, and errors of its own. */
  async function readAll(messages: AsyncIterable<SdkMessage>): Promise<void> {
    try {
      for await (const message of messages) if (!isStub(message)) received(frameOf(message), null)
    } catch (error) {
      lost(error)
    }
  }

  function received(frame: Buffer, from: StreamSession): void {
    if (!isEnding) events.onFrame(frame, 'text', from)
  }

  /** Concealed, since the SDK's errors quote the server, which may quote our headers. */
  function frameOf(message: SdkMessage): Buffer {
    return Buffer.from(route.concealer.body(writeJson(message)))
  }

  function lost(error: unknown): void {
    if (isEnding || error instanceof RefusedByAgent) return
    isEnding = true
    const kind = isConnected ? 'disconnected' : 'unreachable'
    events.onEnded({ kind, address: route.shown, cause: networkCause(error) })
  }

  return { isRunning: true, send, end, killNow }
}
