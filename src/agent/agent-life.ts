import type { Link, LinkEnd } from '../app/link.ts'
import { knownAgentOf } from '../app/plan-advice.ts'
import { isPastRefused } from '../app/refused-past.ts'
import type { TransportEnd } from '../app/transport.ts'
import type { RpcError } from '../protocol/message.ts'
import { hasDied, isEndedByUs } from './agent-end.ts'
import type { AgentOptions } from './agent-options.ts'
import { Engagement } from './engagement.ts'
import type { AskedVersion } from './initialize-params.ts'
import type { OpenSessions } from './open-sessions.ts'
import { answerTo, lateWords, openingPatience, overdueWords, slowWords, workingPatience } from './patience.ts'
import type { Proposals } from './proposals.ts'
import type { Questions } from './questions.ts'
import { Reconnecting } from './reconnecting.ts'
import type { SessionOrders } from './session-orders.ts'
import { SilenceWatch } from './silence-watch.ts'

export interface AgentLifeOptions {
  readonly agent: AgentOptions
  readonly sessions: OpenSessions
  readonly questions: Questions
  readonly orders: SessionOrders
  readonly proposals: Proposals
}

/** A remote agent that was lost and is not back yet. */
interface Loss {
  readonly sinceMs: number
  readonly end: TransportEnd
}

/** The connections to the agent, one after the other: how each begins and ends, and what follows on it. */
export class AgentLife {
  readonly #options: AgentLifeOptions
  readonly #silence: SilenceWatch
  readonly #reconnecting: Reconnecting
  /** What was ended and is not yet gone is here too. */
  readonly #engagements = new Set<Engagement>()
  /** The one that runs, or was the last to run. */
  #engagement: Engagement | null = null
  #loss: Loss | null = null
  #wantsLogin = false
  #hasEnded = false
  /** The session to begin with was refused: it would be again. */
  #beginsNew = false
  #isClosed = false
  #closing: Promise<void> | null = null

  constructor(options: AgentLifeOptions) {
    this.#options = options
    const { clock, triesToReconnect } = options.agent
    this.#silence = new SilenceWatch({
      clock,
      onSlow: (forMs, waitingFor) => this.remark(slowWords(forMs, waitingFor)),
      onSilent: (forMs, waitingFor) => this.#silent(forMs, waitingFor),
      onOverdue: (forMs, waitingFor) =>
        this.#gaveUp({ kind: 'broke-protocol', text: overdueWords(forMs, waitingFor) }),
    })
    this.#reconnecting = new Reconnecting({
      clock,
      tries: triesToReconnect,
      onWait: (attempt, nextAtMs) => this.#linkLost(attempt, nextAtMs),
      onTry: (attempt) => this.#callAgain(attempt),
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** When the message arrived that is being received now. */
  get receivingAtMs(): number {
    return this.#engagement?.receivingAtMs ?? this.#nowMs()
  }

  /** Starts the agent within the call. */
  begin(): void {
    this.#tellPlanTools()
    this.#link({ state: 'starting', sinceMs: this.#nowMs() })
    this.#start(firstAsked(this.#options.agent))
  }

  /** An answer to a prompt says that the agent wants a login. */
  wantLogin(error: RpcError): void {
    this.#engagement?.wantLogin(error)
  }

  logIn(methodId: string): void {
    if (!this.#hasEnded) this.#engagement?.logIn(methodId)
  }

  restart(): void {
    if (this.#isClosed) return
    if (this.#loss !== null) return this.#reconnecting.tryNow()
    // Some logins are done elsewhere, and only an agent that starts anew sees them.
    if (!this.#hasEnded && !this.#wantsLogin) return
    if (this.#wantsLogin) this.#letGo()
    this.#startAnew()
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
    this.#startAnew()
  }

  #startAnew(): void {
    this.#hasEnded = false
    void this.#startAfterTheLast(firstAsked(this.#options.agent))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closing ??= this.#close()
    await this.#closing
  }

  /** What is open is called off first, and the agent is told so before its input ends. */
  async #close(): Promise<void> {
    const { sessions, questions } = this.#options
    if (!this.#hasEnded) {
      sessions.cancelAll()
      questions.cancelAll()
      this.#ended({ kind: 'closed' })
    }
    await this.#endAll()
  }

  killNow(): void {
    for (const engagement of this.#engagements) engagement.killNow()
  }

  remark(text: string): void {
    this.#options.agent.dispatch({ type: 'remarked', atMs: this.#nowMs(), text })
  }

  /** Says what is waited for now: a silence counts only while the agent owes something. */
  watch(): void {
    const { sessions, questions, agent } = this.#options
    // Many agents do nothing else while they wait for an answer of ours.
    if (questions.hasOpen) return this.#silence.waitFor(null)
    const opening = this.#engagement?.waitsFor ?? null
    if (opening !== null)
      return this.#silence.waitFor(answerTo(opening), openingPatience(agent, this.#loss !== null))
    const asked = this.#engagement?.owedAnswer ?? null
    const owed = asked !== null ? answerTo(asked) : sessions.isAnyRunning ? 'the end of the turn' : null
    this.#silence.waitFor(agent.timeoutMs === null ? null : owed, workingPatience(agent))
  }

  #tellPlanTools(): void {
    const { dispatch, planTools } = this.#options.agent
    if (planTools === null || planTools === undefined) return
    dispatch({ type: 'plan-tools-told', atMs: this.#nowMs(), planTools: planTools.told() })
  }

  #start(asked: AskedVersion): void {
    const { agent, sessions, questions, orders } = this.#options
    const engagement: Engagement = new Engagement({
      agent: this.#beginsNew ? { ...agent, first: { type: 'new' } } : agent,
      asked,
      sessions,
      questions,
      onLogin: (login) => {
        this.#wantsLogin = true
        this.#link({ state: 'wants-login', sinceMs: this.#nowMs(), ...login })
      },
      onOpened: () => {
        this.#loss = null
        this.#wantsLogin = false
        this.#reconnecting.opened()
        this.#link({ state: 'open', sinceMs: engagement.receivingAtMs })
      },
      onLoggedIn: () => {
        this.#wantsLogin = false
        this.#link({ state: 'open', sinceMs: engagement.receivingAtMs })
        this.remark('Logged in: the next prompt goes on.')
      },
      onFailed: (end) => this.#ended(end),
      onEnded: (end) => this.#connectionEnded(engagement, asked, end),
      onHeard: (atMs) => this.#silence.heard(atMs),
      onChanged: () => this.watch(),
      onLate: (method, afterMs) => {
        orders.unanswered(method)
        this.remark(lateWords(method, afterMs))
      },
      onListing: (listing) => orders.listed(listing),
      remark: (text) => this.remark(text),
    })
    this.#engagement = engagement
    this.#engagements.add(engagement)
    if (!engagement.isRunning) return
    if (this.#loss === null) this.#link({ state: 'shaking-hands', sinceMs: this.#nowMs() })
    engagement.begin()
  }

  async #startAfterTheLast(asked: AskedVersion): Promise<void> {
    this.#link({ state: 'starting', sinceMs: this.#nowMs() })
    await this.#endAll()
    if (!this.#isClosed) this.#start(asked)
  }

  #connectionEnded(engagement: Engagement, asked: AskedVersion, end: TransportEnd): void {
    const { agent, sessions } = this.#options
    if (this.#isClosed) this.#ended({ kind: 'closed' })
    else if (this.#loss === null && engagement.isGreeting && asked === 'best' && hasDied(end)) {
      // Some agents that know no version 2 end instead of answering.
      const again = agent.isRemote ? 'calling it again' : 'starting it again'
      this.remark(`The agent ended when asked for version 2 of the protocol: ${again} with version 1.`)
      this.#letGo()
      void this.#startAfterTheLast(1)
    } else if (agent.isRemote && (this.#loss !== null || sessions.wire !== null)) this.#lost(end)
    else this.#ended(end)
  }

  /** A remote agent is gone that was there, or does not come back yet. */
  #lost(end: TransportEnd): void {
    this.#letGo()
    this.#loss = { sinceMs: this.#loss?.sinceMs ?? this.#nowMs(), end }
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
    const loss = this.#loss
    if (loss === null) return
    const cause = 'cause' in loss.end ? loss.end.cause : 'the connection was closed'
    this.#link({ state: 'reconnecting', sinceMs: loss.sinceMs, attempt, nextAtMs, cause }, this.#nowMs())
  }

  #ended(end: LinkEnd): void {
    this.#hasEnded = true
    if (isPastRefused(end)) this.#beginsNew = true
    this.#letGo()
    this.#loss = null
    this.#reconnecting.stop()
    this.#link({ state: 'ended', sinceMs: this.#nowMs(), end })
    if (isEndedByUs(end)) this.remark('The agent was told to end.')
    void this.#endAll()
  }

  /** What ran on the connection runs no more. */
  #letGo(): void {
    const { sessions, orders, questions, proposals } = this.#options
    this.#engagement = null
    this.#wantsLogin = false
    sessions.lost()
    orders.lost()
    questions.forget()
    proposals.lost()
    this.#silence.waitFor(null)
  }

  /** Settles when nothing is left of any agent started so far. */
  async #endAll(): Promise<void> {
    await Promise.all(
      [...this.#engagements].map(async (engagement) => {
        await engagement.end()
        this.#engagements.delete(engagement)
      }),
    )
  }

  #silent(forMs: number, waitingFor: string): void {
    const { isRemote, fallbackName } = this.#options.agent
    this.#gaveUp({ kind: 'silent', forMs, waitingFor, ...(isRemote ? { address: fallbackName } : {}) })
  }

  /** A call that comes to nothing is one more failed try, where the agent was there before. */
  #gaveUp(end: LinkEnd): void {
    if (this.#loss === null) this.#ended(end)
    else this.#lost(this.#loss.end)
  }

  #nowMs(): number {
    return this.#options.agent.clock.nowMs()
  }

  #link(link: Link, atMs = link.sinceMs): void {
    this.#options.agent.dispatch({ type: 'link-changed', atMs, link })
  }
}

function firstAsked({ protocol }: AgentOptions): AskedVersion {
  return protocol === 'auto' ? 'best' : protocol
}
