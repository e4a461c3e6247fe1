import { Connection, type ConnectionOptions } from '../connection/connection.ts'
import type { RequestedVersion } from '../requests/initialize.ts'
import type { Questions } from '../questions/questions.ts'
import { SessionSetup, type SessionSetupOptions } from '../sessions/session-setup.ts'
import type { Clock } from '../../lib/clock.ts'

/** `onChanged` is called for both parts; `onLate` not for the requests of the session setup, which has its own time-outs. */
export type ConnectionAttemptOptions = Omit<SessionSetupOptions, 'connection'> &
  Pick<ConnectionOptions, 'onEnded' | 'onOutput' | 'onMessage' | 'onEndless' | 'onTooLate' | 'onLate'> & {
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
      onTask: (task, request) => {
        if (task.type === 'turn-said') options.sessions.turnSaid(task)
        else questions.onTask(task, request)
      },
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

interface ReconnectScheduleOptions {
  readonly clock: Clock
  /** null: without limit. */
  readonly tries: number | null
  /** A pause begins. */
  readonly onWait: (attempt: number, nextAtMs: number) => void
  readonly onTry: (attempt: number) => void
}

const pausesMs = [1000, 2000, 4000, 8000, 16_000] as const
const longestPauseMs = 30_000
/** After a connection that lasted less, the pauses keep growing. */
const stableAfterMs = 30_000

/** Decides when to reconnect to a lost agent: after growing pauses. */
export class ReconnectSchedule {
  readonly #options: ReconnectScheduleOptions
  /** The number of the current or last attempt; 0: none yet. */
  #attempt = 0
  #openedAtMs: number | null = null
  #cancelTimer: () => void = () => {}

  constructor(options: ReconnectScheduleOptions) {
    this.#options = options
  }

  /** The connection is established. */
  onConnected(): void {
    this.#openedAtMs = this.#options.clock.nowMs()
  }

  /** The agent was lost, or could not be reached: schedules the next attempt. False: no attempts are left. */
  onLost(): boolean {
    const { clock, tries, onWait } = this.#options
    const openedAtMs = this.#openedAtMs
    this.#openedAtMs = null
    if (openedAtMs !== null && clock.nowMs() - openedAtMs >= stableAfterMs) this.#attempt = 0
    if (tries !== null && this.#attempt >= tries) return false
    const pauseMs = pausesMs[this.#attempt++] ?? longestPauseMs
    onWait(this.#attempt, clock.nowMs() + pauseMs)
    this.#cancelTimer = clock.after(pauseMs, () => this.tryNow(), 'alive')
    return true
  }

  /** Tries at once: at the user's request, or in place of an attempt that hangs. */
  tryNow(): void {
    this.#cancelTimer()
    this.#options.onTry(this.#attempt)
  }

  /** Stops trying until the agent is lost again. */
  reset(): void {
    this.#cancelTimer()
    this.#attempt = 0
    this.#openedAtMs = null
  }
}
