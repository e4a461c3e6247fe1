import type { Clock } from '../../lib/clock.ts'
import { RemoteFailure } from '../network-cause.ts'

export interface Deadline {
  /** Aborts with `failure` when the time is up. */
  readonly signal: AbortSignal
  /** Names the missing response. */
  readonly failure: RemoteFailure
  /** Cancels the limit. Must be called when the response is there, or not awaited any more; may be called again. */
  met(): void
}

/**
 * Starts a time limit. `what`: what the server has to do, as in `answer initialize`. The timer keeps the process alive: while only a
 * promise is pending, Node would exit without an error.
 */
export function deadline(clock: Clock, waitMs: number, what: string): Deadline {
  const late = new AbortController()
  const failure = new RemoteFailure(
    `it did not ${what} within ${waitMs / 1000} s; a longer --timeout extends this`,
  )
  const met = clock.after(waitMs, () => late.abort(failure), 'alive')
  return { signal: late.signal, failure, met }
}

export interface Waits {
  /** Until a TCP or unix socket is connected. */
  readonly socketMs: number
  /** Until a WebSocket is open: some servers start their agent during the handshake. */
  readonly handshakeMs: number
  /** Until an HTTP server begins to answer a request; for `initialize`, to the end of the answer. */
  readonly answerMs: number
  /** The same for a prompt, which some servers answer at the end of the turn. Node's own limit is not longer. */
  readonly promptMs: number
}

/** No limit is shorter than the user's `timeoutMs`. */
export function waitsFor(timeoutMs: number | null): Waits {
  const atLeast = (ms: number): number => Math.max(ms, timeoutMs ?? 0)
  return {
    socketMs: atLeast(10_000),
    handshakeMs: atLeast(30_000),
    answerMs: atLeast(60_000),
    promptMs: atLeast(300_000),
  }
}
