import type { LinkEnd } from '../../app/state/link.ts'
import type { TransportEnd } from '../../app/ports/transport.ts'
import type { AgentOptions } from '../agent-options.ts'
import { Connection } from './connection.ts'
import type { AskedVersion } from '../session-setup/initialize-params.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { OpenSessions } from '../sessions/open-sessions.ts'
import type { Questions } from '../questions/questions.ts'
import { SessionSetup, type WantedLogin } from '../session-setup/session-setup.ts'

export interface ConnectionAttemptOptions {
  readonly agent: AgentOptions
  readonly asked: AskedVersion
  readonly exchange: LiveExchange
  readonly sessions: OpenSessions
  readonly questions: Questions
  readonly onLogin: (login: WantedLogin) => void
  readonly onLoggedIn: () => void
  /** What was answered on the way to the first session allows no going on. */
  readonly onFailed: (end: LinkEnd) => void
  /** The connection is over, for a reason of the agent's. */
  readonly onEnded: (end: TransportEnd) => void
  /** The agent wrote something. */
  readonly onHeard: (atMs: number) => void
  /** `waitsFor` or `owedAnswer` has changed. */
  readonly onChanged: () => void
  /** An answer has not come for so long, to a request that is none of the setup's. */
  readonly onLate: (method: string, afterMs: number) => void
}

/** One connection to the agent, and what is to be done on it until prompts can go out. */
export class ConnectionAttempt {
  readonly asked: AskedVersion
  readonly setup: SessionSetup
  readonly #connection: Connection

  constructor(options: ConnectionAttemptOptions) {
    const { agent, asked, exchange, sessions, questions, onChanged, onLate } = options
    this.asked = asked
    this.#connection = new Connection({
      open: agent.open,
      clock: agent.clock,
      exchange,
      onWire: agent.onWire,
      onLine: () => questions.lineBegins(),
      onAsked: (request, handle) => questions.asked(request, handle),
      onHeard: options.onHeard,
      onUnread: () =>
        exchange.remark('The agent does not read: until it does, nothing more is read from it.'),
      onEnded: options.onEnded,
      onChanged,
      onLate: (method, afterMs) => {
        // What the setup waits for is watched there.
        if (this.setup.waitsFor === null) onLate(method, afterMs)
      },
    })
    const { ask, notify } = this.#connection
    const { onLogin, onLoggedIn, onFailed } = options
    this.setup = new SessionSetup({
      agent,
      asked,
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

  /** There is an agent, or a call that may reach one. */
  get isRunning(): boolean {
    return this.#connection.isRunning
  }

  /** The answer to `initialize` is missing. */
  get isGreeting(): boolean {
    return this.setup.waitsFor === 'initialize'
  }

  /** The oldest of our requests that the agent owes an answer to, apart from prompts and logins; null: none. */
  get owedAnswer(): string | null {
    return this.#connection.owedAnswer
  }

  /** What has arrived has its effect now. */
  flush(): void {
    this.#connection.flush()
  }

  /** Ends the connection without a word; settles when nothing of the agent is left. */
  async end(): Promise<void> {
    await this.#connection.end()
  }

  killNow(): void {
    this.#connection.killNow()
  }
}
