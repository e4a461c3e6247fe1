import type { Buffer } from 'node:buffer'
import type { LinkEnd } from '../state/link.ts'

/** The session in whose stream a message came, where a transport has a stream for each; null: in none of these. */
export type StreamSession = string | null

/**
 * A way to one run of an agent: a process with its pipes, a socket, a WebSocket, HTTP streams. It carries messages and says
 * when it is over; it understands none.
 */
export interface Transport {
  /** False when it failed at once: `onEnded` follows on a later tick. */
  readonly isRunning: boolean
  /**
   * Sends one JSON-RPC message, without a line feed at its end. Never blocks and never throws. What is sent before the
   * connection is open waits for it; what is sent after the end is dropped. What waits is bounded, since an agent that
   * does not read is not read either (`onStalled`), save for what the user sends. An answer goes back to where its request came
   * from: `to` is what `onFrame` gave with that. Other messages tell by themselves where they go.
   */
  send(message: string, to?: StreamSession): void
  /** Ends it and all it started; settles when nothing of it is left. May be called twice. `onEnded` may still follow. */
  end(): Promise<void>
  /** The last resort, at once: for handlers that cannot wait. */
  killNow(): void
}

/** What a transport reports, each on a later tick than the one that opened it. */
export interface TransportEvents {
  /** Bytes of a stream of lines (stdio, TCP, unix sockets); a chunk may end anywhere. */
  readonly onBytes: (chunk: Buffer) => void
  /** One message of a transport that keeps them apart itself (WebSocket, HTTP), as it came. */
  readonly onFrame: (frame: Buffer, kind: 'text' | 'binary', from: StreamSession) => void
  readonly onStderr: (chunk: Buffer) => void
  /** The agent does not read: so much waits for it that nothing is read from it until it does. Or it does again. */
  readonly onStalled: (isStalled: boolean) => void
  /** It is over, after all else was reported. Called once. */
  readonly onEnded: (end: TransportEnd) => void
}

export type TransportEnd = Extract<
  LinkEnd,
  { kind: 'not-started' | 'exited' | 'closed-output' | 'unreachable' | 'disconnected' }
>

/** Opens a way to the agent, within this call. */
export type OpenTransport = (events: TransportEvents) => Transport
