import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import type { TraceLines } from './trace-lines.ts'

/** A recording that can be read at any place, again and again, while it may still grow. */
export interface TraceFile {
  /** Its lines from the beginning of one of them on. */
  lines(fromOffset?: number): TraceLines
  /** Bytes that are there so far. */
  readonly sizeBytes: number
  /** Nothing is added to it any more, as far as that is ever known. */
  readonly isWhole: boolean
  /** Why it does not go on, where it broke off. */
  readonly failure: TraceFault | null
  /** How often it was replaced by another file: `lines` are of the newest one. */
  readonly generation: number
  /** Calls `listener` when it has grown, was replaced, or is whole; returns how to stop. */
  onChange(listener: () => void): () => void
  close(): void
}
