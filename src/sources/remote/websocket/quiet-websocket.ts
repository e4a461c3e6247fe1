import type { createWebSocketStream, WebSocketLike } from '@agentclientprotocol/sdk/experimental/ws-client'
import { WebSocket } from 'ws'
import { messageLimitBytes } from '../web/web-route.ts'

type Options = NonNullable<Parameters<typeof createWebSocketStream>[1]>
type SocketListener = (...args: unknown[]) => void

export interface QuietWebSocketOptions {
  /** Gets the real one, before anything has happened on it. */
  readonly meet: (socket: WebSocket) => void
  /** What is to be sent for what the SDK has written. */
  readonly meant: (written: string) => string
  /** Gets the size of each message, and gives what is called when it was taken. */
  readonly sent: (bytes: number) => () => void
}

/**
 * What the SDK gets for a WebSocket: it opens, sends, hears of the handshake's cookies and of the end, and is never shown a
 * message.
 */
export function quietWebSocket({
  meet,
  meant,
  sent,
}: QuietWebSocketOptions): NonNullable<Options['WebSocket']> {
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
        // Bad text is ours to report, not a reason to hang up.
        skipUTF8Validation: true,
        // Another server would get our headers.
        followRedirects: false,
      })
      meet(this.#socket)
    }

    get readyState(): number {
      return this.#socket.readyState
    }

    send(data: string): void {
      const bytes = Buffer.from(meant(data))
      this.#socket.send(bytes, { binary: false }, sent(bytes.length))
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
