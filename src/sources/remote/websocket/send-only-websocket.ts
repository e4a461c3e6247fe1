import type { createWebSocketStream, WebSocketLike } from '@agentclientprotocol/sdk/experimental/ws-client'
import { WebSocket } from 'ws'
import { messageLimitBytes } from '../web/web-route.ts'

type Options = NonNullable<Parameters<typeof createWebSocketStream>[1]>
type SocketListener = (...args: unknown[]) => void

export interface SendOnlyWebSocketOptions {
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
export function sendOnlyWebSocket({
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
