import { Connection, type ConnectionOptions } from '../connection/connection.ts'
import type { RequestedVersion } from '../requests/initialize.ts'
import type { Questions } from '../questions/questions.ts'
import { SessionSetup, type SessionSetupOptions } from '../sessions/session-setup.ts'

/** `onChanged` is called for both parts; `onLate` not for the requests of the session setup, which has its own time-outs. */
export type ConnectionAttemptOptions = Omit<SessionSetupOptions, 'connection'> &
  Pick<ConnectionOptions, 'onEnded' | 'onOutput' | 'onMessage' | 'onEndless' | 'onLate'> & {
    readonly questions: Questions
  }

/** One connection to the agent with its session setup. */
export class ConnectionAttempt {
  readonly requestedVersion: RequestedVersion
  readonly setup: SessionSetup
  readonly connection: Connection

  constructor(options: ConnectionAttemptOptions) {
    const { agent, exchange, questions } = options
    this.requestedVersion = options.requestedVersion
    this.connection = new Connection({
      ...options,
      open: agent.open,
      clock: agent.clock,
      onWire: agent.onWire,
      onLine: () => questions.onLine(),
      onTask: (task, request) => questions.onTask(task, request),
      onStalled: () =>
        exchange.remark('The agent does not read its input; nothing more is read from it until it does.'),
      onLate: (method, afterMs) => {
        if (this.setup.waitsFor === null) options.onLate(method, afterMs)
      },
    })
    this.setup = new SessionSetup({ ...options, connection: this.connection })
  }

  /** The answer to `initialize` is pending. */
  get isInitializing(): boolean {
    return this.setup.waitsFor === 'initialize'
  }
}
