import type { Buffer } from 'node:buffer'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'

/** What passes between us and the agent, raw, malformed bytes too: as it goes out, or when what came in has its effect. */
export interface WirePiece {
  readonly direction: TraceDirection
  /** `line`: of a stream of lines, without its line feed. `text`, `binary`: a whole frame. To the agent go lines. */
  readonly kind: 'line' | 'text' | 'binary'
  readonly bytes: Buffer
  /** More than `bytes` holds, when it was too long to be read: they are its beginning then. */
  readonly sizeBytes: number
  /** It is one JSON-RPC message, whole and without anything beside it but white space. */
  readonly isMessage: boolean
  /** When it arrived, or went out. */
  readonly atMs: number
}
