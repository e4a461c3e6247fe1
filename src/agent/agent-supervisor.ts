import type { AppEvent } from '../app/app-event.ts'
import type { Link, LinkEnd } from '../app/state/link.ts'
import { knownAgentOf } from '../app/plan-advice/plan-advice.ts'
import { isPastRefused } from '../app/wording/refused-past.ts'
import type { TransportEnd } from '../app/ports/transport.ts'
import { hasDied, isEndedByUs } from './agent-end.ts'
import type { AgentOptions } from './agent-options.ts'
import { ConnectionAttempt } from './connection/connection-attempt.ts'
import type { AskedVersion } from './session-setup/initialize-params.ts'
import type { LiveExchange } from './live-exchange.ts'
import type { OpenSessions } from './sessions/open-sessions.ts'
import { OwedAnswers } from './connection/owed-answers.ts'
import type { Proposals } from './questions/proposals.ts'
import type { Questions } from './questions/questions.ts'
import { Reconnecting } from './reconnecting.ts'
import type { SessionOrders } from './sessions/session-orders.ts'

export interface AgentSupervisorOptions {
  readonly agent: AgentOptions
  readonly exchange: LiveExchange
  readonly sessions: OpenSessions
  readonly questions: Questions
  readonly orders: SessionOrders
  readonly proposals: Proposals
}

/**
 * Where the connection to the agent stands:
 *
 * ```
 *             begin            started            first session
 *   (nothing) ─────▶ connecting ─────▶ opening ──────────────────▶ open
 *                     ▲  ▲  ▲           │   │                      │  │
 *                     │  │  └ version 1 ┘   │ it ends, refuses     │  │ a remote agent is gone
 *                     │  │                  │ or falls silent      │  ▼
 *                     │  └──── restart ─── ended ◀────────────────┘ lost ⟲ calls again
 *                     │                     ▲        no tries left  │ │
 *                     │                     └───────────────────────┘ │ first session
 *                     └─ restart: a login done elsewhere              ▼
 *                                                                    open
 * ```
 *
 * `close` leads to `ended` from everywhere, and nothing leads on from there then.
 */
type Life =
  /** What ran before is being ended. */
  | { readonly state: 'connecting' }
  | { readonly state: 'opening' | 'open'; readonly attempt: ConnectionAttempt }
  /** A remote agent is gone that was there; `attempt` is null between two calls. */
  | {
      readonly state: 'lost'
      readonly attempt: ConnectionAttempt | null
      readonly sinceMs: number
      readonly end: TransportEnd
    }
  | { readonly state: 'ended' }

/** The connections to the agent, one after the other: how each begins and ends, and what follows on it. */
export class AgentSupervisor {
  readonly #options: AgentSupervisorOptions
  readonly #owed: OwedAnswers
  readonly #reconnecting: Reconnecting
  /** What was ended and is not yet gone is here too. */
  readonly #attempts = new Set<ConnectionAttempt>()
  #life: Life = { state: 'connecting' }
  /** The session to begin with was refused: it would be again. */
  #beginsNew = false
  #isClosed = false

  constructor(options: AgentSupervisorOptions) {
    this.#options = options
    const { clock, triesToReconnect } = options.agent
    this.#owed = new OwedAnswers({
      ...options,
      onGivenUp: (end) => this.#gaveUp(end),
    })
    this.#reconnecting = new Reconnecting({
      clock,
      tries: triesToReconnect,
      onWait: (attempt, nextAtMs) => this.#linkLost(attempt, nextAtMs),
      onTry: (attempt) => this.#callAgain(attempt),
    })
  }

  /** Starts the agent within the call. */
  begin(): void {
    this.#tellPlanTools()
    this.#link({ state: 'starting', sinceMs: this.#nowMs() })
    this.#start(firstAsked(this.#options.agent))
  }

  /** What messages tell, after it was dispatched. */
  told(event: AppEvent): void {
    const attempt = this.#attempt
    if (event.type !== 'session-opened' || attempt === null || this.#life.state === 'open') return
    this.#life = { state: 'open', attempt }
    this.#reconnecting.opened()
    attempt.setup.opened()
    this.#link({ state: 'open', sinceMs: this.#options.exchange.receivingAtMs })
    attempt.setup.takeOver()
  }

  /** An answer to a prompt says that the agent wants a login. */
  wantLogin(): void {
    this.#attempt?.setup.wantLogin()
  }

  logIn(methodId: string): void {
    void this.#attempt?.setup.logIn(methodId)
  }

  restart(): void {
    if (this.#isClosed) return
    const { state } = this.#life
    if (state === 'lost') return this.#reconnecting.tryNow()
    // Some logins are done elsewhere, and only an agent that starts anew sees them.
    const wantsLogin = this.#options.exchange.known.link === 'wants-login'
    if (state !== 'ended' && !wantsLogin) return
    if (wantsLogin) this.#letGo()
    void this.#startAfterTheLast(firstAsked(this.#options.agent))
  }

  switchPlansOn(): void {
    const { agent, questions } = this.#options
    const { planTools, state } = agent
    const known = knownAgentOf(state())
    if (this.#isClosed || known === null || planTools?.switchOn(known.id) !== true) return
    // It is still there to be told that nobody answers any more.
    questions.cancelAll()
    this.#tellPlanTools()
    this.#letGo()
    void this.#startAfterTheLast(firstAsked(agent))
  }

  /** What is open is cancelled first, and the agent is told so before its input ends. Settles when nothing is left of it. */
  async close(): Promise<void> {
    const { sessions, questions } = this.#options
    this.#isClosed = true
    this.#attempt?.flush()
    if (this.#life.state !== 'ended') {
      sessions.cancelAll()
      questions.cancelAll()
      this.#ended({ kind: 'closed' })
    }
    await this.#endAll()
  }

  killNow(): void {
    for (const attempt of this.#attempts) attempt.killNow()
  }

  /** What the agent owes may have changed. */
  watch(): void {
    this.#owed.watch(this.#attempt, this.#life.state === 'lost')
  }

  /** The connection that is there, or is being made. */
  get #attempt(): ConnectionAttempt | null {
    return 'attempt' in this.#life ? this.#life.attempt : null
  }

  #tellPlanTools(): void {
    const { planTools } = this.#options.agent
    if (planTools === null || planTools === undefined) return
    this.#options.exchange.note({ type: 'plan-tools-told', atMs: this.#nowMs(), planTools: planTools.told() })
  }

  #start(asked: AskedVersion): void {
    const { agent, exchange, sessions, questions, orders } = this.#options
    const isCurrent = (): boolean => this.#attempt === attempt
    const attempt: ConnectionAttempt = new ConnectionAttempt({
      agent: this.#beginsNew ? { ...agent, first: { type: 'new' } } : agent,
      asked,
      exchange,
      sessions,
      questions,
      onLogin: (login) => {
        if (isCurrent()) this.#link({ state: 'wants-login', sinceMs: this.#nowMs(), ...login })
      },
      onLoggedIn: () => {
        this.#link({ state: 'open', sinceMs: exchange.receivingAtMs })
        exchange.remark('Logged in: the next prompt goes on.')
      },
      onFailed: (end) => {
        if (isCurrent()) this.#ended(end)
      },
      onEnded: (end) => this.#connectionEnded(attempt, end),
      onHeard: (atMs) => this.#owed.heard(atMs),
      onChanged: () => this.watch(),
      onLate: (method, afterMs) => orders.late(method, afterMs),
    })
    const life = this.#life
    const isLost = life.state === 'lost'
    this.#life = isLost ? { ...life, attempt } : { state: 'opening', attempt }
    this.#attempts.add(attempt)
    if (!attempt.isRunning) return
    if (!isLost) this.#link({ state: 'shaking-hands', sinceMs: this.#nowMs() })
    void attempt.setup.begin()
  }

  async #startAfterTheLast(asked: AskedVersion): Promise<void> {
    this.#life = { state: 'connecting' }
    this.#link({ state: 'starting', sinceMs: this.#nowMs() })
    await this.#endAll()
    if (!this.#isClosed) this.#start(asked)
  }

  #connectionEnded({ isGreeting, asked }: ConnectionAttempt, end: TransportEnd): void {
    const { agent, exchange, sessions } = this.#options
    const isLost = this.#life.state === 'lost'
    if (this.#isClosed) this.#ended({ kind: 'closed' })
    else if (!isLost && isGreeting && asked === 'best' && hasDied(end)) {
      // Some agents that know no version 2 end instead of answering.
      const again = agent.isRemote ? 'calling it again' : 'starting it again'
      exchange.remark(`The agent ended when asked for version 2 of the protocol: ${again} with version 1.`)
      this.#letGo()
      void this.#startAfterTheLast(1)
    } else if (agent.isRemote && (isLost || sessions.wire !== null)) this.#lost(end)
    else this.#ended(end)
  }

  /** A remote agent is gone that was there, or does not come back yet. */
  #lost(end: TransportEnd): void {
    const life = this.#life
    this.#letGo()
    const sinceMs = life.state === 'lost' ? life.sinceMs : this.#nowMs()
    this.#life = { state: 'lost', attempt: null, sinceMs, end }
    if (!this.#reconnecting.lost()) this.#ended(end)
    else void this.#endAll()
  }

  #callAgain(attempt: number): void {
    this.#letGo()
    void this.#endAll()
    this.#linkLost(attempt, null)
    this.#start(firstAsked(this.#options.agent))
  }

  #linkLost(attempt: number, nextAtMs: number | null): void {
    const life = this.#life
    if (life.state !== 'lost') return
    const cause = 'cause' in life.end ? life.end.cause : 'the connection was closed'
    this.#link({ state: 'reconnecting', sinceMs: life.sinceMs, attempt, nextAtMs, cause }, this.#nowMs())
  }

  #ended(end: LinkEnd): void {
    if (isPastRefused(end)) this.#beginsNew = true
    this.#letGo()
    this.#life = { state: 'ended' }
    this.#reconnecting.stop()
    this.#link({ state: 'ended', sinceMs: this.#nowMs(), end })
    if (isEndedByUs(end)) this.#options.exchange.remark('The agent was told to end.')
    void this.#endAll()
  }

  /** What ran on the connection runs no more. What follows is for the caller to say. */
  #letGo(): void {
    const { exchange, sessions, orders, questions, proposals } = this.#options
    this.#life = this.#life.state === 'lost' ? { ...this.#life, attempt: null } : { state: 'connecting' }
    exchange.disconnected()
    sessions.lost()
    orders.lost()
    questions.forget()
    proposals.lost()
    this.#owed.forget()
  }

  /** Settles when nothing is left of any agent started so far. */
  async #endAll(): Promise<void> {
    await Promise.all(
      [...this.#attempts].map(async (attempt) => {
        await attempt.end()
        this.#attempts.delete(attempt)
      }),
    )
  }

  /** A call that comes to nothing is one more failed try, where the agent was there before. */
  #gaveUp(end: LinkEnd): void {
    if (this.#life.state === 'lost') this.#lost(this.#life.end)
    else this.#ended(end)
  }

  #nowMs(): number {
    return this.#options.agent.clock.nowMs()
  }

  #link(link: Link, atMs = link.sinceMs): void {
    this.#options.exchange.note({ type: 'link-changed', atMs, link })
  }
}

function firstAsked({ protocol }: AgentOptions): AskedVersion {
  return protocol === 'auto' ? 'best' : protocol
}
