import type { LinkEnd } from '../app/link.ts'
import type { SessionListing } from '../app/session-listing.ts'
import type { TransportEnd } from '../app/transport.ts'
import type { RpcError } from '../protocol/message.ts'
import type { AgentOptions } from './agent-options.ts'
import { Connection } from './connection.ts'
import { shakeHands, type Greeting } from './handshake.ts'
import type { AskedVersion } from './initialize-params.ts'
import { canOpenPast } from './open-session.ts'
import type { OpenSessions } from './open-sessions.ts'
import { Opening, type WantedLogin } from './opening.ts'
import type { Questions } from './questions.ts'

export interface EngagementOptions {
  readonly agent: AgentOptions
  readonly asked: AskedVersion
  readonly sessions: OpenSessions
  readonly questions: Questions
  readonly onLogin: (login: WantedLogin) => void
  /** The first session is open. */
  readonly onOpened: () => void
  readonly onLoggedIn: () => void
  /** What was answered on the way to the first session allows no going on. */
  readonly onFailed: (end: LinkEnd) => void
  /** The connection is over, for a reason of the agent's. */
  readonly onEnded: (end: TransportEnd) => void
  /** The agent wrote something. */
  readonly onHeard: (atMs: number) => void
  /** `waitsFor` or `owedAnswer` has changed. */
  readonly onChanged: () => void
  /** An answer has not come for so long, to a request that is none of the opening's. */
  readonly onLate: (method: string, afterMs: number) => void
  readonly onListing: (listing: SessionListing) => void
  readonly remark: (text: string) => void
}

/** One connection to the agent: from its opening and the first session on to its end. */
export class Engagement {
  readonly #options: EngagementOptions
  readonly #connection: Connection
  #isGreeting = false
  #opening: Opening | null = null

  constructor(options: EngagementOptions) {
    this.#options = options
    const { agent, sessions, questions } = options
    this.#connection = new Connection({
      open: agent.open,
      clock: agent.clock,
      dispatch: agent.dispatch,
      onWire: agent.onWire,
      currentSessionId: () => sessions.currentId,
      onUpdated: (sessionId, update) => sessions.updated(sessionId, update),
      onLine: () => questions.lineBegins(),
      onRequest: (request) => questions.asked(request, this.receivingAtMs),
      onNotified: (method, params) => questions.notified(method, params, this.receivingAtMs),
      onHeard: options.onHeard,
      onUnread: () => options.remark('The agent does not read: until it does, nothing more is read from it.'),
      onEnded: options.onEnded,
      onAsked: options.onChanged,
      onLate: (method, afterMs) => {
        // What the opening waits for is watched there.
        if (this.waitsFor === null) options.onLate(method, afterMs)
      },
    })
  }

  /** There is an agent, or a call that may reach one. */
  get isRunning(): boolean {
    return this.#connection.isRunning
  }

  /** The answer to `initialize` is missing. */
  get isGreeting(): boolean {
    return this.#isGreeting
  }

  /** The method of the opening whose answer is missing; null while nothing is owed. */
  get waitsFor(): string | null {
    return this.#isGreeting ? 'initialize' : (this.#opening?.waitsFor ?? null)
  }

  /** The oldest of our requests that the agent owes an answer to, apart from prompts and logins; null: none. */
  get owedAnswer(): string | null {
    return this.#connection.owedAnswer
  }

  /** When the message arrived that is being received now. */
  get receivingAtMs(): number {
    return this.#connection.receivingAtMs
  }

  /** Writes `initialize` within the call. */
  begin(): void {
    const { agent, asked, onFailed } = this.#options
    const { clientVersion, advertisesPlans, canAsk, offersFiles, fallbackName } = agent
    this.#isGreeting = true
    shakeHands({
      asked,
      client: { clientVersion, advertisesPlans, canAsk, offersFiles: offersFiles !== null },
      fallbackName,
      ask: this.#connection.ask,
      onGreeted: (greeting) => this.#greeted(greeting),
      onFailed,
    })
    this.#options.onChanged()
  }

  logIn(methodId: string): void {
    this.#opening?.logIn(methodId)
  }

  wantLogin(error: RpcError): void {
    this.#opening?.wantLogin(error)
  }

  /** Ends the connection without a word; settles when nothing of the agent is left. */
  async end(): Promise<void> {
    await this.#connection.end()
  }

  killNow(): void {
    this.#connection.killNow()
  }

  #greeted({ version, agent: description, authMethods }: Greeting): void {
    const { agent, sessions, onLogin, onOpened, onLoggedIn, onFailed, onChanged, onListing, remark } =
      this.#options
    const { cwd, mode, config, auth, canAsk, dispatch } = agent
    const { ask, notify } = this.#connection
    const wire = { version, offers: description.offers, ask, notify }
    const before = sessions.currentId
    this.#isGreeting = false
    dispatch({ type: 'agent-described', atMs: this.receivingAtMs, agent: description })
    sessions.connected(wire)
    this.#opening = new Opening({
      wire,
      sessions,
      cwd,
      first: before === null ? agent.first : { type: 'again', sessionId: before },
      mode,
      config,
      auth,
      authMethods,
      canAsk,
      onLogin,
      onOpened: () => {
        onOpened()
        sessions.takeOver(before, canOpenPast(wire))
      },
      onLoggedIn,
      onFailed,
      onChanged,
      onListing,
      onProblem: (problem) =>
        dispatch({ type: 'problem-found', atMs: this.receivingAtMs, sessionId: null, problem }),
      remark,
    })
    this.#opening.begin()
    onChanged()
  }
}
