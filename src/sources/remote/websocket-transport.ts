import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  createWebSocketStream,
  type AcpCookieStore,
  type WebSocketLike,
} from '@agentclientprotocol/sdk/experimental/ws-client'
import { WebSocket } from 'ws'
import type { OpenTransport, Transport, TransportEvents } from '../../app/ports/transport.ts'
import { networkCause } from '../network-cause.ts'
import { FlowControl } from '../flow-control.ts'
import { BoundedCookies, OutgoingLines } from './web/sdk-client.ts'
import { readBeginning, statusCause } from './web/refusal.ts'
import { messageLimitBytes, type WebRoute, deadline } from './web/web-route.ts'

/** How long the other side has to answer our close frame. */
const closeWaitMs = 1000
/** Servers and proxies end idle connections, often after a minute. */
const pingEveryMs = 30_000
/** After such a silence the connection counts as dead. */
const deadAfterMs = 120_000

/**
 * A transport over WebSocket: each message is a text frame. The SDK opens the connection, sends, and keeps the cookies. Received messages
 * go to `onFrame` as they are and never to the SDK, which would answer those that it does not know.
 * https://agentclientprotocol.com/rfds/streamable-http-websocket-transport
 */
export function openWebSocket(route: WebRoute): OpenTransport {
  // Shared by all connections of a run, since a load balancer may choose the server by a cookie.
  const cookieStore = new BoundedCookies()
  return (events) => openTransport(route, cookieStore, events)
}

type SdkMessage =
  ReturnType<typeof createWebSocketStream>['writable'] extends WritableStream<infer M> ? M : never

function openTransport(route: WebRoute, cookieStore: AcpCookieStore, events: TransportEvents): Transport {
  const { clock, waits } = route
  const outgoing = new OutgoingLines()
  const cancels = new Set<() => void>()
  let connection: WebSocket | null = null
  let pacing: FlowControl | null = null
  let isOpen = false
  let isEnding = false
  let failure: string | null = null
  let lastActivityMs = 0
  let close: () => void = ignored
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const stream = createWebSocketStream(route.url, {
    WebSocket: sendOnlyWebSocket({
      onSocket,
      unwrap: (written) => outgoing.unwrap(written),
      onSend: (bytes) => pacing?.sent(bytes) ?? ignored,
    }),
    headers: { ...route.headers },
    cookieStore,
  })
  const writer = stream.writable.getWriter()

  function send(message: string): void {
    // The SDK rejects after the end, which is reported anyway.
    writer.write(outgoing.wrap(message) as SdkMessage).catch(ignored)
  }

  async function end(): Promise<void> {
    isEnding = true
    pacing?.release()
    if (isOpen) {
      // Closes after all that was sent.
      writer.close().catch(ignored)
      after(closeWaitMs, () => connection?.terminate(), 'alive')
    } else connection?.terminate()
    await closed
  }

  function killNow(): void {
    isEnding = true
    connection?.terminate()
  }

  function onSocket(socket: WebSocket): void {
    connection = socket
    const flow = new FlowControl(socket, events.onStalled)
    pacing = flow
    const opened = deadline(clock, waits.handshakeMs, 'answer the handshake')
    cancels.add(() => opened.met())
    opened.signal.addEventListener('abort', () => fail(opened.failure.message))
    socket.on('open', () => {
      isOpen = true
      opened.met()
      noteActivity()
      schedulePing(socket)
    })
    socket.on('message', (data: Buffer, isBinary) => {
      noteActivity()
      flow.pace.message(data.length, () => events.onFrame(data, isBinary ? 'binary' : 'text', null))
    })
    socket.on('ping', () => {
      noteActivity()
      // `ws` has closed the socket, since too many of our pongs were not read.
      if (socket.readyState !== socket.OPEN) failure ??= 'it sends pings without reading the answers'
    })
    socket.on('pong', noteActivity)
    socket.on('unexpected-response', (_, response) => void onRefused(response))
    socket.on('error', (error) => {
      failure ??= errorCause(error)
    })
    socket.on('close', (code, reason) => onClosed(closeCause(code, reason.toString('utf8')), flow))
  }

  async function onRefused(response: IncomingMessage): Promise<void> {
    const { url, hasAuthorization, concealer } = route
    const { location = null, 'content-type': contentType = null } = response.headers
    // Concealed before it is shortened.
    const body = concealer.body(
      await readBeginning(Readable.toWeb(response) as ReadableStream<Uint8Array>, clock),
    )
    const refusal = { status: response.statusCode ?? 0, location, body, contentType }
    fail(statusCause(refusal, { over: 'websocket', url, hasAuthorization, isConnected: false }))
  }

  function fail(cause: string): void {
    failure ??= cause
    connection?.terminate()
  }

  function noteActivity(): void {
    lastActivityMs = clock.nowMs()
  }

  function schedulePing(socket: WebSocket): void {
    after(pingEveryMs, () => {
      const silentMs = clock.nowMs() - lastActivityMs
      if (silentMs >= deadAfterMs) return fail(`nothing received for ${Math.round(silentMs / 1000)} s`)
      socket.ping()
      schedulePing(socket)
    })
  }

  function after(delayMs: number, run: () => void, keeps?: 'alive'): void {
    const due = (): void => {
      cancels.delete(cancel)
      run()
    }
    const cancel = clock.after(delayMs, due, keeps)
    cancels.add(cancel)
  }

  function onClosed(cause: string, flow: FlowControl): void {
    for (const cancel of cancels) cancel()
    close()
    flow.pace.last(() => {
      if (isEnding) return
      isEnding = true
      const kind = isOpen ? 'disconnected' : 'unreachable'
      events.onEnded({ kind, address: route.shown, cause: failure ?? cause })
    })
  }

  return { isRunning: true, send, end, killNow }
}

function errorCause(error: Error): string {
  return networkCause(error, {
    WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: `the agent sent a message over ${messageLimitBytes / 1024 / 1024} MiB`,
  })
}

function ignored(): void {
  // Nothing can be sent on a closed connection.
}

/**
 * Describes a WebSocket's close code, with the server's reason: the end of a sentence. Raw text.
 * https://www.iana.org/assignments/websocket
 */
export function closeCause(code: number, reason: string): string {
  const words = meanings[code] ?? 'the other side closed it'
  const number = code === noStatus || code === abnormal ? '' : ` (${code})`
  return `${words}${number}${reason === '' ? '' : `: “${reason}”`}`
}

const noStatus = 1005
const abnormal = 1006

const meanings: Readonly<Record<number, string>> = {
  1000: 'the other side closed it',
  1001: 'the other side went away',
  1002: 'the other side saw a breach of the WebSocket protocol',
  1003: 'the other side does not accept this data',
  1005: 'the other side closed it',
  1006: 'it ended without a close frame',
  1007: 'the other side could not read what was sent',
  1008: 'the other side closed it by its policy',
  1009: 'the other side takes no message of that size',
  1010: 'the other side needs an extension',
  1011: 'the server failed',
  1012: 'the server starts again',
  1013: 'the server has too much to do',
  1014: 'a server on the way got no good answer',
  3000: 'the server wants a login: --header "Authorization: Bearer …" or --token-file FILE',
  3003: 'the server does not allow this',
  3008: 'the server waited too long for something',
}

type Options = NonNullable<Parameters<typeof createWebSocketStream>[1]>
type SocketListener = (...args: unknown[]) => void

interface SendOnlyWebSocketOptions {
  /** Called with the real socket, before any event of it. */
  readonly onSocket: (socket: WebSocket) => void
  /** The line to send for a text of the SDK. */
  readonly unwrap: (written: string) => string
  /** Called with the size of each message; the result is called when it was written. */
  readonly onSend: (bytes: number) => () => void
}

/**
 * The WebSocket class for the SDK: it opens and sends, and reports the handshake's cookies and the end, but no messages.
 */
function sendOnlyWebSocket({
  onSocket,
  unwrap,
  onSend,
}: SendOnlyWebSocketOptions): NonNullable<Options['WebSocket']> {
  return class implements WebSocketLike {
    readonly #socket: WebSocket

    constructor(
      url: string,
      protocols?: string | string[],
      options: { headers?: Record<string, string> } = {},
    ) {
      this.#socket = new WebSocket(url, protocols, {
        ...options,
        maxPayload: messageLimitBytes,
        perMessageDeflate: false,
        // Invalid UTF-8 is reported as a problem, and must not close the connection.
        skipUTF8Validation: true,
        // A redirect would send our headers to another server.
        followRedirects: false,
      })
      onSocket(this.#socket)
    }

    get readyState(): number {
      return this.#socket.readyState
    }

    send(data: string): void {
      const bytes = Buffer.from(unwrap(data))
      this.#socket.send(bytes, { binary: false }, onSend(bytes.length))
    }

    close(): void {
      this.#socket.close(1000)
    }

    on(type: string, listener: SocketListener): void {
      if (type !== 'message') this.#socket.on(type, listener)
    }

    off(type: string, listener: SocketListener): void {
      this.#socket.off(type, listener)
    }
  }
}
