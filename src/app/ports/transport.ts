import type { LinkEnd } from '../state/link.ts'
import type { Buffer } from 'node:buffer'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'

/** The session whose stream a message came in, for transports with one stream per session; null: none. */
export type StreamSession = string | null

/**
 * A channel to one run of an agent: a process with its pipes, a socket, a WebSocket, HTTP streams. Carries messages
 * without interpreting them, and reports its end.
 */
export interface Transport {
  /** False if it failed at once: `onEnded` follows on a later tick. */
  readonly isRunning: boolean
  /**
   * Sends one JSON-RPC message, without a final line feed. Never blocks and never throws. Messages wait until the
   * connection is open; after the end they are dropped. The number of waiting messages is bounded, except for what
   * the user sends: an agent that does not read is not read either (`onStalled`). An answer goes to the stream of its
   * request: `to` is what `onFrame` passed with that. Other messages name their session.
   */
  send(message: string, to?: StreamSession): void
  /** Ends it and everything it started; settles when that is gone. May be called twice. What is still sent, and `onEnded`, may follow. */
  end(): Promise<void>
  /** Ends it at once: for handlers that cannot wait. */
  killNow(): void
}

/** What a transport reports, never on the tick that opened it. */
export interface TransportEvents {
  /** Bytes of a stream of lines (stdio, TCP, unix sockets); a chunk may end anywhere. */
  readonly onBytes: (chunk: Buffer) => void
  /** One message of a transport with message boundaries (WebSocket, HTTP), as it came. */
  readonly onFrame: (frame: Buffer, kind: 'text' | 'binary', from: StreamSession) => void
  readonly onStderr: (chunk: Buffer) => void
  /** The agent does not read: so much is waiting for it that the transport stops reading from it. False: it reads again. */
  readonly onStalled: (isStalled: boolean) => void
  /** The end, after everything else was reported. Called once. */
  readonly onEnded: (end: TransportEnd) => void
}

export type TransportEnd = Extract<
  LinkEnd,
  { kind: 'not-started' | 'exited' | 'closed-output' | 'unreachable' | 'disconnected' }
>

/** Opens a transport synchronously. */
export type OpenTransport = (events: TransportEvents) => Transport

/** Raw traffic of either direction, malformed bytes included: when it is sent, or when it is interpreted. */
export interface WirePiece {
  readonly direction: TraceDirection
  /**
   * `line`: of a stream of lines, without its line feed. `text`, `binary`: a whole frame. Lines only in the direction
   * of the agent.
   */
  readonly kind: 'line' | 'text' | 'binary'
  readonly bytes: Buffer
  /** Larger than `bytes`, which are its beginning, if it was too long to be read. */
  readonly sizeBytes: number
  /** Exactly one JSON-RPC message, apart from white space. */
  readonly isMessage: boolean
  /** When it arrived or was sent. */
  readonly atMs: number
}
