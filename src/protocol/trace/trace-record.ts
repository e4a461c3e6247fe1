import type { Buffer } from 'node:buffer'
import type { JsonObject } from '../wire/message.ts'

/** The version that is written; newer ones are read as far as they are understood. */
export const traceVersion = 1

/** The first line of a trace: what it is, and of which run. */
export interface TraceHeader {
  readonly trace: 'acp-plan-tui'
  readonly version: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** The recording program's name and version. */
  readonly program: string
  /** What the agent was called; no secrets are in it. */
  readonly agent: string
  /** The size of the terminal at the start; null when there was none. */
  readonly columns: number | null
  readonly rows: number | null
  readonly title: string | null
}

export type TraceDirection = 'from-agent' | 'to-agent'

/**
 * Something that happened. `t`: milliseconds since the start of the trace, never less than in the record before. What came
 * from the agent stands where it had its effect.
 */
export type TraceRecord =
  | FrameRecord
  | BytesRecord
  | OverlongRecord
  | { readonly t: number; readonly type: 'stderr'; readonly line: string }
  /** What frames do not tell: what the user and the client did, and what became of the connection. */
  | { readonly t: number; readonly type: 'event'; readonly event: JsonObject }
  /** A place that the user marked. */
  | { readonly t: number; readonly type: 'mark'; readonly text: string }
  | { readonly t: number; readonly type: 'size'; readonly columns: number; readonly rows: number }
  | { readonly t: number; readonly type: 'end'; readonly status: number; readonly reason: string }
  /** A record of a kind that is newer than this program: kept, and passed over. */
  | { readonly t: number; readonly type: 'unknown'; readonly value: JsonObject }

/** A line as it came, without its line feed. */
export interface FrameRecord {
  readonly t: number
  readonly type: 'frame'
  readonly dir: TraceDirection
  readonly line: string
  /** It is a frame of a transport that keeps messages apart itself (WebSocket, HTTP). */
  readonly isFramed?: true
}

/** The same where it is no UTF-8, or came as a binary frame. */
export interface BytesRecord {
  readonly t: number
  readonly type: 'bytes'
  readonly dir: TraceDirection
  readonly bytes: Buffer
  readonly isFramed?: true
  /** A binary frame; those are framed. */
  readonly isBinary: boolean
}

/** The beginning of a line, or frame, that was too long to be read. */
export interface OverlongRecord {
  readonly t: number
  readonly type: 'overlong'
  readonly dir: TraceDirection
  readonly start: Buffer
  /** Of all of it. */
  readonly sizeBytes: number
  readonly isFramed?: true
}

/** The records of what passed between client and agent. */
export type WireRecord = FrameRecord | BytesRecord | OverlongRecord
