import { readOpened, type OpenedSession } from '../app/exchange/read-opened.ts'
import { excerptOf } from '../protocol/wire-problem.ts'
import type { AgentWire } from './agent-wire.ts'
import { rpcCodes, type Refused } from '../protocol/rpc-line.ts'

/** What came of asking for a session. */
export type OpenOutcome =
  | ({ readonly type: 'opened' } & OpenedSession)
  | { readonly type: 'refused'; readonly method: string; readonly error: Refused }
  /** The answer makes no sense. */
  | { readonly type: 'broken'; readonly method: string; readonly text: string }

export interface SessionPlace {
  readonly sessionId: string
  /** The folder that the agent is told it works in. */
  readonly cwd: string
}

export interface OpenListener {
  /** A request goes out. */
  readonly onAsked: (method: string) => void
  /** Past sessions only, before the request goes out: what is reported of it from here on is its past. */
  readonly onOpening: (how: 'loaded' | 'resumed') => void
  readonly onOutcome: (outcome: OpenOutcome) => void
}

/** https://agentclientprotocol.com/protocol/session-setup#creating-a-session */
export function openNewSession(
  wire: AgentWire,
  cwd: string,
  { onAsked, onOutcome }: Omit<OpenListener, 'onOpening'>,
): void {
  const method = 'session/new'
  onAsked(method)
  wire.ask(method, { cwd, mcpServers: [] }, (outcome) => {
    if (!outcome.ok) return onOutcome({ type: 'refused', method, error: outcome.error })
    const result = outcome.value
    const opened = readOpened('new', {}, result)
    if (opened !== null) return onOutcome({ type: 'opened', ...opened })
    const found = result === undefined ? 'nothing' : excerptOf(result)
    onOutcome({ type: 'broken', method, text: `it answered ${method} without a sessionId: ${found}` })
  })
}

/** Whether a session of the agent's past can be opened at all. */
export function canOpenPast({ offers }: AgentWire): boolean {
  return offers.load || offers.resume
}

/**
 * Opens a session of the agent's past: loads it where that is offered, else resumes it.
 * https://agentclientprotocol.com/protocol/session-setup#loading-sessions
 */
export function openPastSession(wire: AgentWire, place: SessionPlace, listener: OpenListener): void {
  if (wire.offers.load) load(wire, place, listener)
  else if (wire.offers.resume) request({ wire, place, listener }, 'session/resume', 'resumed')
  else {
    const message = 'the agent offers neither session/load nor session/resume'
    const error = { code: null, message }
    listener.onOutcome({ type: 'refused', method: 'session/load', error })
  }
}

function load(wire: AgentWire, place: SessionPlace, listener: OpenListener): void {
  if (wire.version === 1) return request({ wire, place, listener }, 'session/load', 'loaded')
  const fromStart = { ...listener, onOutcome: replayed }
  request({ wire, place, listener: fromStart, more: { replayFrom: { type: 'start' } } }, resume, 'loaded')

  // Who cannot tell the past must refuse to, and may go on with the session all the same.
  function replayed(outcome: OpenOutcome): void {
    const cannotReplay = outcome.type === 'refused' && outcome.error.code === rpcCodes.invalidParams
    if (cannotReplay) request({ wire, place, listener }, resume, 'resumed')
    else listener.onOutcome(outcome)
  }
}

const resume = 'session/resume'

interface PastRequest {
  readonly wire: AgentWire
  readonly place: SessionPlace
  readonly listener: OpenListener
  readonly more?: object
}

function request(
  { wire, place, listener, more }: PastRequest,
  method: 'session/load' | 'session/resume',
  how: 'loaded' | 'resumed',
): void {
  const { sessionId, cwd } = place
  listener.onOpening(how)
  listener.onAsked(method)
  wire.ask(method, { sessionId, cwd, mcpServers: [], ...more }, (outcome) => {
    if (!outcome.ok) return listener.onOutcome({ type: 'refused', method, error: outcome.error })
    const opened = readOpened(how, { sessionId }, outcome.value)
    if (opened !== null) listener.onOutcome({ type: 'opened', ...opened })
  })
}
