import type { AppEvent } from '../app/app-event.ts'
import { unknownRequest } from '../app/exchange/exchange-problems.ts'
import type { PeerRequest } from './peer.ts'
import { rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

/** A request of the agent's as its handler gets it. It must be answered once, now or later. */
export interface AskedOfUs {
  readonly params: unknown
  readonly atMs: number
  /** Aborted when the agent takes its request back, or is gone. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

/** What there is to know for asking the user something that the agent wants to know. */
export interface AskingOptions {
  /** False: nobody is there who could be asked. */
  readonly canAsk: boolean
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  /** The session that prompts go to, for requests that name none. */
  readonly currentSessionId: () => string | null
  /** The session's turn was cancelled and has not ended: nothing is asked or allowed any more. */
  readonly isCancelling: (sessionId: string) => boolean
  /** A question was opened or settled. */
  readonly onChanged: () => void
}

/** What this client offers, by method. */
export type RequestHandlers = ReadonlyMap<string, RequestHandler>
export type RequestHandler = (asked: AskedOfUs) => void

/** Gives a request to its handler; one that is not offered is a problem, and the agent is told so. */
export function handleRequest(
  handlers: RequestHandlers,
  { method, params, signal, answer }: PeerRequest,
  { atMs, dispatch }: { readonly atMs: number; readonly dispatch: (event: AppEvent) => void },
): void {
  const handler = handlers.get(method)
  if (handler !== undefined) return handler({ params, atMs, signal, answer })
  dispatch({ type: 'problem-found', atMs, sessionId: null, problem: unknownRequest(method, params) })
  answer({ ok: false, error: { code: rpcCodes.methodNotFound, message: 'method not found' } })
}
