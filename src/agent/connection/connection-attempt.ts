import type { LinkEnd } from '../../app/state/link.ts'
import type { TransportEnd } from '../../app/ports/transport.ts'
import type { AgentOptions } from '../agent-options.ts'
import { Connection } from './connection.ts'
import type { RequestedVersion } from '../requests/initialize.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Questions } from '../questions/questions.ts'
import { SessionSetup, type WantedLogin } from '../sessions/session-setup.ts'

export interface ConnectionAttemptOptions {
  readonly agent: AgentOptions
  readonly requestedVersion: RequestedVersion
  readonly exchange: LiveExchange
  readonly sessions: Sessions
  readonly questions: Questions
  readonly onLogin: (login: WantedLogin) => void
  readonly onLoggedIn: () => void
  /** An answer makes it impossible to get to the first session. */
  readonly onFailed: (end: LinkEnd) => void
  /** The connection ended on the agent's side. */
  readonly onEnded: (end: TransportEnd) => void
  /** The agent wrote something. */
  readonly onOutput: (atMs: number) => void
  /** `waitsFor` or `pendingMethod` has changed. */
  readonly onChanged: () => void
  /** A request that is no part of the session setup has been pending for `afterMs`. */
  readonly onLate: (method: string, afterMs: number) => void
}

/** One connection to the agent with its session setup. */
export class ConnectionAttempt {
  readonly requestedVersion: RequestedVersion
  readonly setup: SessionSetup
  readonly connection: Connection

  constructor(options: ConnectionAttemptOptions) {
    const { agent, requestedVersion, exchange, sessions, questions, onChanged, onLate } = options
    this.requestedVersion = requestedVersion
    this.connection = new Connection({
      open: agent.open,
      clock: agent.clock,
      exchange,
      onWire: agent.onWire,
      onLine: () => questions.onLine(),
      onTask: (request, handle) => questions.onTask(request, handle),
      onOutput: options.onOutput,
      onStalled: () =>
        exchange.remark('The agent does not read its input; nothing more is read from it until it does.'),
      onEnded: options.onEnded,
      onChanged,
      onLate: (method, afterMs) => {
        // The setup's own requests have a time-out of their own.
        if (this.setup.waitsFor === null) onLate(method, afterMs)
      },
    })
    const { ask, notify } = this.connection
    const { onLogin, onLoggedIn, onFailed } = options
    this.setup = new SessionSetup({
      agent,
      requestedVersion,
      ask,
      notify,
      exchange,
      sessions,
      onLogin,
      onLoggedIn,
      onFailed,
      onChanged,
    })
  }

  /** The answer to `initialize` is pending. */
  get isInitializing(): boolean {
    return this.setup.waitsFor === 'initialize'
  }
}
