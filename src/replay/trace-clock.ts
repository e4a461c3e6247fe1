import { headerStartedAtMs } from '../protocol/trace/read-trace.ts'
import type { Clock } from '../lib/clock.ts'
import type { TraceHeader } from '../protocol/trace/trace-record.ts'

/** The time of a recording that is read without its pauses: that of the record being played. */
export class TraceClock implements Clock {
  readonly #startedAtMs: number
  #nowMs = 0

  /** Without a recorded start, the recording begins at the epoch. */
  constructor(header: TraceHeader | null) {
    this.#startedAtMs = headerStartedAtMs(header) ?? 0
  }

  nowMs(): number {
    return this.#nowMs
  }

  wallMs(): number {
    return this.#startedAtMs + this.#nowMs
  }

  /** Timers never run: between two records, time does not pass. */
  after(): () => void {
    return () => {}
  }

  /** Moves the time forward, never back. */
  setTime(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs)
  }
}
