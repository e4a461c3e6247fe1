/** Time, passed in so that tests and replays own it. The real one is made in `cli` only. */
export interface Clock {
  /** Milliseconds since some fixed point; never goes back. */
  nowMs(): number
  /** Milliseconds since the epoch, for what people read. */
  wallMs(): number
  /**
   * Calls `run` once after `delayMs`; returns how to call it off. What the program waits for, a deadline or the pause before the
   * next try, `keeps` the process alive until then; anything else does not.
   */
  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void
}
