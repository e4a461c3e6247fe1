import { isUtf8, type Buffer } from 'node:buffer'
import type { JsonObject } from '../wire/message.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/** The version that is written; newer ones are read as far as they are understood. */
export const traceVersion = 1

/** The first line of a trace: the format, and the run that was recorded. */
export interface TraceHeader {
  readonly trace: 'acp-plan-tui'
  readonly version: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** The recording program's name and version. */
  readonly program: string
  /** The agent's name or address, without secrets. */
  readonly agent: string
  /** The size of the terminal at the start; null if there was none. */
  readonly columns: number | null
  readonly rows: number | null
  readonly title: string | null
}

export type TraceDirection = 'from-agent' | 'to-agent'

/**
 * A recorded event. `t`: milliseconds since the start of the trace, never less than in the record before. A message
 * of the agent's is recorded when it is interpreted.
 */
export type TraceRecord =
  | FrameRecord
  | BytesRecord
  | OverlongRecord
  | { readonly t: number; readonly type: 'stderr'; readonly line: string }
  /** What frames do not show: actions of the user and the client, and the state of the connection. */
  | { readonly t: number; readonly type: 'event'; readonly event: JsonObject }
  | { readonly t: number; readonly type: 'mark'; readonly text: string }
  | { readonly t: number; readonly type: 'size'; readonly columns: number; readonly rows: number }
  | { readonly t: number; readonly type: 'end'; readonly status: number; readonly reason: string }
  /** A kind of record that is newer than this program: kept, and skipped. */
  | { readonly t: number; readonly type: 'unknown'; readonly value: JsonObject }

/** A line as it came, without its line feed. */
export interface FrameRecord {
  readonly t: number
  /** The trace does not tell when it passed: `t` only keeps the order. */
  readonly isUntimed?: true
  readonly type: 'frame'
  readonly dir: TraceDirection
  readonly line: string
  /** A frame of a transport with message boundaries (WebSocket, HTTP). */
  readonly isFramed?: true
}

/** A line or frame that is not UTF-8, or a binary frame. */
export interface BytesRecord {
  readonly t: number
  readonly type: 'bytes'
  readonly dir: TraceDirection
  readonly bytes: Buffer
  readonly isFramed?: true
  /** A binary frame; always framed. */
  readonly isBinary: boolean
}

/** The beginning of a line or frame that was too long to be read. */
export interface OverlongRecord {
  readonly t: number
  readonly type: 'overlong'
  readonly dir: TraceDirection
  readonly start: Buffer
  /** The size of the whole line or frame. */
  readonly sizeBytes: number
  readonly isFramed?: true
}

/** The records of traffic between client and agent. */
export type WireRecord = FrameRecord | BytesRecord | OverlongRecord

/** What passed in one direction, and how it was bounded. `sizeBytes` is larger if only the beginning is there. */
interface Passed {
  readonly dir: WireRecord['dir']
  readonly kind: 'line' | 'text' | 'binary'
  readonly bytes: Buffer
  readonly sizeBytes: number
}

/** The record of what passed: as text if it is UTF-8, otherwise as bytes. */
export function passedRecord({ dir, kind, bytes, sizeBytes }: Passed, t: number): WireRecord {
  const framed = kind === 'line' ? {} : ({ isFramed: true } as const)
  if (sizeBytes > bytes.length) return { t, type: 'overlong', dir, start: bytes, sizeBytes, ...framed }
  const isBinary = kind === 'binary'
  if (isBinary || !isUtf8(bytes)) return { t, type: 'bytes', dir, bytes, isBinary, ...framed }
  return { t, type: 'frame', dir, line: bytes.toString('utf8'), ...framed }
}

/** The header as the first line of a trace, without its line feed. */
export function headerLine(header: TraceHeader): string {
  const { trace, version, startedAt, program, agent, columns, rows, title } = header
  // In this order, whatever the object's: readers recognise a trace by its beginning.
  return writeJson({ trace, version, startedAt, program, agent, columns, rows, title })
}

/** A record as a line of a trace, without its line feed. */
export function recordLine(record: TraceRecord): string {
  const { t } = record
  switch (record.type) {
    case 'frame':
      return writeJson({ t, [directionKey(record.dir)]: record.line, ...framed(record) })
    case 'bytes': {
      const kind = record.isBinary ? { binary: true } : framed(record)
      return writeJson({ t, [`${directionKey(record.dir)}64`]: record.bytes.toString('base64'), ...kind })
    }
    case 'overlong': {
      const start = { [`${directionKey(record.dir)}64`]: record.start.toString('base64') }
      return writeJson({ t, ...start, of: record.sizeBytes, ...framed(record) })
    }
    case 'stderr':
      return writeJson({ t, err: record.line })
    case 'event':
      return writeJson({ t, event: record.event })
    case 'mark':
      return writeJson({ t, mark: record.text })
    case 'size':
      return writeJson({ t, size: [record.columns, record.rows] })
    case 'end':
      return writeJson({ t, end: { status: record.status, reason: record.reason } })
    case 'unknown':
      return writeJson(record.value)
  }
}

function directionKey(dir: TraceDirection): 'in' | 'out' {
  return dir === 'from-agent' ? 'in' : 'out'
}

function framed({ isFramed }: { readonly isFramed?: true }): object {
  return isFramed === true ? { framed: true } : {}
}
