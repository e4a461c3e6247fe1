import type { AppEvent } from '../../app/state/app-event.ts'
import { isPastRefused, type Link, type LinkEnd } from '../../app/state/link.ts'
import { knownAgentOf } from '../../app/state/app-state.ts'
import type { AgentOptions } from '../agent-options.ts'
import { ConnectionAttempt, ReconnectSchedule } from './connection-attempt.ts'
import type { RequestedVersion } from '../requests/initialize.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { owedAnswer, watchSilence, type SilenceWatch } from './pending-answers.ts'
import { answeredTooLate } from '../../app/words/link.ts'
import type { ProposalDecisions } from '../questions/proposals.ts'
import type { Questions } from '../questions/questions.ts'
import type { SessionCommands } from '../sessions/session-commands.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { TransportEnd } from '../../app/ports/transport.ts'

export interface AgentSupervisorOptions {
  readonly agent: AgentOptions
  readonly exchange: LiveExchange
  readonly sessions: Sessions
  readonly questions: Questions
  readonly commands: SessionCommands
  readonly proposals: ProposalDecisions
}

/**
 * The states of the connection to the agent:
 *
 * ```
 *             begin            started            first session
 *   (nothing) ─────▶ connecting ─────▶ opening ──────────────────▶ open
 *                     ▲  ▲  ▲           │   │                      │  │
 *                     │  │  └ version 1 ┘   │ it ends, refuses     │  │ connection to a
 *                     │  │                  │ or falls silent      │  ▼ remote agent lost
 *                     │  └──── restart ─── ended ◀────────────────┘ lost ⟲ reconnects
 *                     │                     ▲        no tries left  │ │
 *                     │                     └───────────────────────┘ │ first session
 *                     └─ restart: after a login elsewhere             ▼
 *                                                                    open
 * ```
 *
 * `close` leads to `ended` from every state; after it the state never changes again.
 */
type SupervisorState =
  /** The agent of the previous connection is being ended. */
  | { readonly state: 'connecting' }
  | { readonly state: 'opening' | 'open'; readonly attempt: ConnectionAttempt }
  /** The connection to a remote agent was lost; `attempt` is null between two attempts. */
  | {
      readonly state: 'lost'
      readonly attempt: ConnectionAttempt | null
      readonly sinceMs: number
      readonly end: TransportEnd
    }
  | { readonly state: 'ended' }

/** Owns the connections to the agent, one after the other: starts, ends and restarts them. */
export class AgentSupervisor {
  readonly #options: AgentSupervisorOptions
  readonly #exchange: LiveExchange
  readonly #silence: SilenceWatch
  readonly #reconnecting: ReconnectSchedule
  /** Includes attempts that were ended and whose agent is not gone yet. */
  readonly #attempts = new Set<ConnectionAttempt>()
  #state: SupervisorState = { state: 'connecting' }
  /** The agent refused the session to begin with, and would refuse it again. */
  #opensNewSession = false
  /** It was ended since it did not answer. */
  #wasSilent = false
  #isClosed = false
  #closing: Promise<void> | null = null

  constructor(options: AgentSupervisorOptions) {
    this.#options = options
    this.#exchange = options.exchange
    const { clock, triesToReconnect } = options.agent
    this.#silence = watchSilence(options.agent, options.exchange, (end) => this.#timedOut(end))
    this.#reconnecting = new ReconnectSchedule({
      clock,
      tries: triesToReconnect,
      onWait: (attempt, nextAtMs) => this.#linkLost(attempt, nextAtMs),
      onTry: (attempt) => this.#reconnect(attempt),
    })
  }

  /** Starts the agent synchronously. */
  begin(): void {
    this.#notePlanTools()
    this.#link({ state: 'starting', sinceMs: this.#exchange.nowMs() })
    this.#start()
  }

  /** To be called after an event that messages led to was dispatched. */
  onMessageEvent(event: AppEvent): void {
    if (event.type === 'session-updated' && isAboutWork(event.update)) this.watch()
    const attempt = this.#attempt
    if (event.type !== 'session-opened' || attempt === null || this.#state.state === 'open') return
    this.#state = { state: 'open', attempt }
    this.#reconnecting.onConnected()
    attempt.setup.opened()
    this.#link({ state: 'open', sinceMs: this.#exchange.receivingAtMs })
    attempt.setup.takeOver()
  }

  /** The agent answered a prompt with `authRequired`. */
  wantLogin(): void {
    this.#attempt?.setup.wantLogin()
  }

  logIn(methodId: string): void {
    void this.#attempt?.setup.logIn(methodId)
  }

  restart(): void {
    if (this.#isClosed) return
    const { state } = this.#state
    if (state === 'lost') return this.#reconnecting.tryNow()
    // A login in another program is seen only by an agent that starts anew.
    const wantsLogin = this.#exchange.known.link === 'wants-login'
    if (state !== 'ended' && !wantsLogin) return
    if (wantsLogin) this.#dropConnection()
    void this.#startAfterEnd()
  }

  switchPlansOn(): void {
    const { agent, questions } = this.#options
    const { planTools, state } = agent
    const known = knownAgentOf(state())
    if (this.#isClosed || known === null || planTools?.switchOn(known.id) !== true) return
    // The agent still runs, and gets an answer to each open request.
    questions.cancelAll()
    this.#notePlanTools()
    this.#dropConnection()
    void this.#startAfterEnd()
  }

  /**
   * Cancels open turns and questions before the agent's input ends. What it answers to that still becomes events. Settles when all its
   * processes are gone. May be called twice.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close()
    await this.#closing
  }

  async #close(): Promise<void> {
    const { sessions, questions } = this.#options
    this.#isClosed = true
    this.#attempt?.connection.flush()
    const attempt = this.#attempt
    if (this.#isEnded) return await this.#endAll()
    sessions.cancelAll()
    questions.cancelAll()
    this.#dropConnection()
    await this.#endAll(attempt)
    if (!this.#isEnded) this.#ended({ kind: 'closed' })
  }

  killNow(): void {
    for (const attempt of this.#attempts) attempt.connection.killNow()
    // The end that is waited for does not come.
    if (this.#isClosed && !this.#isEnded) this.#ended({ kind: 'closed' })
  }

  /** To be called when the set of pending answers may have changed. */
  watch(): void {
    this.#silence.waitFor(...owedAnswer(this.#options, this.#attempt, this.#state.state === 'lost'))
  }

  /** The current connection attempt. */
  get #attempt(): ConnectionAttempt | null {
    return 'attempt' in this.#state ? this.#state.attempt : null
  }

  get #isEnded(): boolean {
    return this.#state.state === 'ended'
  }

  #notePlanTools(): void {
    const { planTools } = this.#options.agent
    if (planTools === null || planTools === undefined) return
    this.#exchange.note({ type: 'plan-tools-told', planTools: planTools.applied() })
  }

  #start(requestedVersion = firstVersion(this.#options.agent)): void {
    const { agent, exchange, sessions, questions, commands } = this.#options
    const isCurrent = (): boolean => this.#attempt === attempt
    const attempt: ConnectionAttempt = new ConnectionAttempt({
      agent: this.#opensNewSession ? { ...agent, first: { type: 'new' } } : agent,
      requestedVersion,
      exchange,
      sessions,
      questions,
      onLogin: (login) => {
        if (isCurrent()) this.#link({ state: 'wants-login', sinceMs: this.#exchange.nowMs(), ...login })
      },
      onLoggedIn: () => {
        this.#link({ state: 'open', sinceMs: exchange.receivingAtMs })
        exchange.remark('Logged in: continue with the next prompt.')
      },
      onFailed: (end) => {
        if (isCurrent()) this.#ended(end)
      },
      onEnded: (end) => this.#connectionEnded(attempt, end),
      onOutput: () => this.#silence.onOutput(),
      onMessage: () => this.#silence.onMessage(),
      onEndless: () => {
        const text = 'it sends one line without an end, of more than 64 MiB'
        if (isCurrent()) this.#timedOut({ kind: 'broke-protocol', text })
      },
      onTooLate: () => {
        if (!this.#wasSilent) return
        this.#wasSilent = false
        exchange.remark(answeredTooLate)
      },
      onChanged: () => this.watch(),
      onLate: (method, afterMs) => commands.onLate(method, afterMs),
    })
    const state = this.#state
    const isLost = state.state === 'lost'
    this.#state = isLost ? { ...state, attempt } : { state: 'opening', attempt }
    this.#attempts.add(attempt)
    if (!attempt.connection.isRunning) return
    if (!isLost) this.#link({ state: 'shaking-hands', sinceMs: this.#exchange.nowMs() })
    void attempt.setup.begin()
  }

  async #startAfterEnd(version?: RequestedVersion): Promise<void> {
    this.#state = { state: 'connecting' }
    this.#link({ state: 'starting', sinceMs: this.#exchange.nowMs() })
    await this.#endAll()
    if (!this.#isClosed) this.#start(version)
  }

  #connectionEnded({ isInitializing, requestedVersion }: ConnectionAttempt, end: TransportEnd): void {
    const { agent, sessions } = this.#options
    const isLost = this.#state.state === 'lost'
    if (this.#isClosed) this.#ended({ kind: 'closed' })
    else if (!isLost && isInitializing && requestedVersion === 'best' && hasDied(end)) {
      // Some agents that do not know version 2 exit instead of answering.
      const again = agent.isRemote ? 'connecting again' : 'starting it again'
      this.#exchange.remark(
        `The agent ended when asked for version 2 of the protocol: ${again} with version 1.`,
      )
      this.#dropConnection()
      void this.#startAfterEnd(1)
    } else if (agent.isRemote && (isLost || sessions.wire !== null)) this.#lost(end)
    else this.#ended(end)
  }

  /** The connection to a remote agent was lost, or an attempt to reconnect failed. */
  #lost(end: TransportEnd): void {
    const before = this.#state
    this.#dropConnection()
    const sinceMs = before.state === 'lost' ? before.sinceMs : this.#exchange.nowMs()
    this.#state = { state: 'lost', attempt: null, sinceMs, end }
    if (!this.#reconnecting.onLost()) this.#ended(end)
    else void this.#endAll()
  }

  #reconnect(attempt: number): void {
    this.#dropConnection()
    void this.#endAll()
    this.#linkLost(attempt, null)
    this.#start()
  }

  #linkLost(attempt: number, nextAtMs: number | null): void {
    const before = this.#state
    if (before.state !== 'lost') return
    const cause = 'cause' in before.end ? before.end.cause : 'the connection was closed'
    this.#link(
      { state: 'reconnecting', sinceMs: before.sinceMs, attempt, nextAtMs, cause },
      this.#exchange.nowMs(),
    )
  }

  #ended(end: LinkEnd): void {
    if (isPastRefused(end)) this.#opensNewSession = true
    this.#dropConnection()
    this.#state = { state: 'ended' }
    this.#wasSilent = end.kind === 'silent'
    this.#reconnecting.reset()
    this.#link({ state: 'ended', sinceMs: this.#exchange.nowMs(), end })
    if (isEndedByUs[end.kind]) this.#exchange.remark('The agent is being ended.')
    void this.#endAll()
  }

  /** Detaches everything that runs on the connection. The caller sets the next state. */
  #dropConnection(): void {
    const { exchange, sessions, commands, questions, proposals } = this.#options
    this.#state = this.#state.state === 'lost' ? { ...this.#state, attempt: null } : { state: 'connecting' }
    exchange.disconnected()
    sessions.disconnected()
    commands.disconnected()
    questions.forget()
    proposals.disconnected()
    this.#silence.waitFor(null)
  }

  /** Settles when all agents started so far are gone. What that of `told` still writes becomes events. */
  async #endAll(told: ConnectionAttempt | null = null): Promise<void> {
    await Promise.all(
      [...this.#attempts].map(async (attempt) => {
        await attempt.connection.end({ tells: attempt === told })
        this.#attempts.delete(attempt)
      }),
    )
  }

  /** While reconnecting, a time-out is one more failed attempt. */
  #timedOut(end: LinkEnd): void {
    if (this.#state.state === 'lost') return this.#lost(this.#state.end)
    this.#attempt?.connection.readRest()
    this.#ended(end)
  }

  #link(link: Link, atMs = link.sinceMs): void {
    this.#exchange.note({ type: 'link-changed', atMs, link })
  }
}

function firstVersion({ protocol }: AgentOptions): RequestedVersion {
  return protocol === 'auto' ? 'best' : protocol
}

/** A sub-agent may go on in the background, or be over. */
function isAboutWork({ type }: SessionEvent): boolean {
  return type === 'state' || type === 'subagent' || type === 'task'
}

/** The connection had been established. */
function hasDied(end: TransportEnd): boolean {
  return end.kind === 'exited' || end.kind === 'closed-output' || end.kind === 'disconnected'
}

/** Whether the agent may still run at this kind of end, so that the client has to end it. */
const isEndedByUs: Readonly<Record<LinkEnd['kind'], boolean>> = {
  'closed-output': true,
  silent: true,
  'wants-authentication': true,
  refused: true,
  'broke-protocol': true,
  'not-started': false,
  exited: false,
  unreachable: false,
  disconnected: false,
  closed: false,
}
