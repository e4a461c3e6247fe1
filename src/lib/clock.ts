/** Time, passed in so that tests and replays own it. The real one is made in `cli` only. */
export interface Clock {
  /** Milliseconds since some fixed point; never goes back. */
  nowMs(): number
  /** Milliseconds since the epoch, for what people read. */
  wallMs(): number
  /** Calls `run` once after `delayMs`; returns how to call it off. Does not keep the process alive. */
  after(delayMs: number, run: () => void): () => void
}
