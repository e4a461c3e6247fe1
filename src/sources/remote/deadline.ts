import type { Clock } from '../../lib/clock.ts'
import { RemoteFailure } from '../network-cause.ts'

/** The time that a server has for something that we ask of it. */
export interface Deadline {
  /** Aborts, with `failure`, when the time is up. */
  readonly signal: AbortSignal
  /** Says what did not come. */
  readonly failure: RemoteFailure
  /** It has come: nothing is aborted any more. Must be called in the end; may be called again. */
  met(): void
}

/**
 * `what`: what the server has to do, as in `answer initialize`. The process stays alive meanwhile: a request that never settles,
 * as Node 20's `fetch` has them where a server hangs up at once, would else end it without a word.
 */
export function deadline(clock: Clock, waitMs: number, what: string): Deadline {
  const late = new AbortController()
  const failure = new RemoteFailure(
    `it did not ${what} within ${waitMs / 1000} s; --timeout SECONDS gives it longer`,
  )
  const met = clock.after(waitMs, () => late.abort(failure), 'alive')
  return { signal: late.signal, failure, met }
}

/** How long what is waited for at first may take. A user who gives the agent longer (`timeoutMs`) gives it for each of them. */
export interface Waits {
  /** A TCP or unix socket, until it is connected. */
  readonly socketMs: number
  /** A WebSocket, until it is open: some servers start their agent with the handshake. */
  readonly handshakeMs: number
  /** An HTTP server, until it answers a request; to `initialize`, all of the answer, which is the agent's own. */
  readonly answerMs: number
  /** The same for a prompt, which some servers answer with the end of the turn, and Node waits no longer for. */
  readonly promptMs: number
}

export function waitsFor(timeoutMs: number | null): Waits {
  const atLeast = (ms: number): number => Math.max(ms, timeoutMs ?? 0)
  return {
    socketMs: atLeast(10_000),
    handshakeMs: atLeast(30_000),
    answerMs: atLeast(60_000),
    promptMs: atLeast(300_000),
  }
}
