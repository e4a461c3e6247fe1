import type { AppEvent } from '../app/app-event.ts'
import { unknownRequest } from '../app/exchange/exchange-problems.ts'
import type { PeerRequest } from './peer.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import { rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

/** A request of the agent's as its handler gets it. It must be answered once, now or later. */
export interface AskedOfUs {
  readonly method: string
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
  /** The session in which a call of a tool was made; null: no call is named, or nobody has heard of it. */
  readonly sessionOfCall: (toolCallId: string | null) => string | null
  /** The session's turn was cancelled and has not ended: nothing is asked or allowed any more. */
  readonly isCancelling: (sessionId: string) => boolean
  /** A question was opened or settled. */
  readonly onChanged: () => void
}

/** What this client does with the requests of a method; null: it does not offer that. */
export type HandlerOf = (method: string) => RequestHandler | null
export type RequestHandler = (asked: AskedOfUs) => void

/** Gives a request to its handler; one that is not offered is a problem, and the agent is told so. */
export function handleRequest(
  handlerOf: HandlerOf,
  { method, params, signal, answer }: PeerRequest,
  { atMs, dispatch }: { readonly atMs: number; readonly dispatch: (event: AppEvent) => void },
): void {
  const handler = handlerOf(method)
  if (handler !== null) return handler({ method, params, atMs, signal, answer })
  dispatch({ type: 'problem-found', atMs, sessionId: null, problem: unknownRequest(method, params) })
  answer({ ok: false, error: { code: rpcCodes.methodNotFound, message: 'method not found' } })
}

interface Unreadable extends Pick<AskingOptions, 'dispatch' | 'currentSessionId'> {
  readonly problem: WireProblem
  /** The answer to it; null: the error “invalid params”. */
  readonly unreadable: object | null
}

/** A request that holds nothing which could be asked is a problem, and answered at once. */
export function answerUnreadable(
  { atMs, answer }: AskedOfUs,
  { problem, unreadable, dispatch, currentSessionId }: Unreadable,
): void {
  dispatch({ type: 'problem-found', atMs, sessionId: currentSessionId(), problem })
  answer(
    unreadable === null
      ? { ok: false, error: { code: rpcCodes.invalidParams, message: problem.text } }
      : { ok: true, value: unreadable },
  )
}
