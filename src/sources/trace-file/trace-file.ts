import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import type { TraceLines } from './trace-lines.ts'

/** A recording with random access, which may still grow. */
export interface TraceFile {
  /** Its lines from an offset on, at which a line begins. */
  lines(fromOffset?: number): TraceLines
  /** The current size. */
  readonly sizeBytes: number
  /** It does not grow any more, as far as that can be known. */
  readonly isWhole: boolean
  /** Why reading it has failed; null: it has not. */
  readonly failure: TraceFault | null
  /** How often it was replaced by another file. `lines` are of the newest one. */
  readonly generation: number
  /** Calls `listener` when it has grown, was replaced, or is whole. The result removes the listener. */
  onChange(listener: () => void): () => void
  close(): void
}
