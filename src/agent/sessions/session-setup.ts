import type { AuthMethod, LinkEnd } from '../../app/state/link.ts'
import { rpcCodes, rpcErrorText, type RpcOutcome } from '../../protocol/wire/message.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { AgentWire, Ask } from '../connection/peer.ts'
import { changeSetting, type NewSetting } from '../requests/change-settings.ts'
import {
  type RequestedVersion,
  initialize,
  refusal,
  requestLogin,
  type FailedRequest,
} from '../requests/initialize.ts'
import {
  listSessions,
  newestSession,
  canOpenPast,
  openNewSession,
  openPastSession,
  type OpenOutcome,
} from '../requests/open-session.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from './sessions.ts'

export interface SessionSetupOptions {
  readonly agent: AgentOptions
  readonly requestedVersion: RequestedVersion
  readonly connection: Pick<AgentWire, 'ask' | 'notify'>
  readonly exchange: LiveExchange
  readonly sessions: Sessions
  readonly onLogin: (login: WantedLogin) => void
  /** A login that the agent asked for after the first session was opened has succeeded. */
  readonly onLoggedIn: () => void
  /** An answer makes it impossible to get to the first session. */
  readonly onFailed: (end: LinkEnd) => void
  /** `waitsFor` has changed. */
  readonly onChanged: () => void
}

/** A login that the user is asked for. */
export interface WantedLogin {
  readonly methods: readonly AuthMethod[]
  readonly trying: string | null
  readonly failure: string | null
}

/**
 * From the start of a connection to a session that takes prompts: `initialize`, a login if needed, the first session
 * and its settings. Nothing of it continues after the end of the connection: its promises never settle.
 */
export class SessionSetup {
  readonly #options: SessionSetupOptions
  /** The current session of the connection before: opened again if possible. */
  readonly #beforeId: string | null
  /** Its requests count for `waitsFor`. */
  #wire: AgentWire | null = null
  #waitsFor: string | null = null
  #login: WantedLogin | null = null
  #hasLoggedIn = false
  #hasOpened = false

  constructor(options: SessionSetupOptions) {
    this.#options = options
    this.#beforeId = options.sessions.currentId
  }

  /** The method whose answer is pending; null: none. */
  get waitsFor(): string | null {
    return this.#waitsFor
  }

  /** Writes `initialize` synchronously. */
  async begin(): Promise<void> {
    const { agent, requestedVersion, exchange, sessions, connection, onFailed } = this.#options
    const { auth, canAsk } = agent
    const { known } = exchange
    const greeted = await initialize({ requestedVersion, client: agent, ask: this.#ask, known })
    if (!greeted.ok) return onFailed(greeted.problem)
    const { version, agent: description } = greeted.value
    exchange.note({ type: 'agent-described', atMs: exchange.receivingAtMs, agent: description })
    const { ask, notify } = connection
    const { offers } = description
    sessions.connected({ version, offers, ask, notify })
    const wire = { version, offers, ask: this.#ask, notify }
    this.#wire = wire
    if (auth === null) return await this.#openFirst(wire)
    const refused = await this.#requestLogin(wire, auth, this.#authMethods)
    if (refused === null) await this.#goOnAfterLogin(wire)
    else if (canAsk) this.#askForLogin(rpcErrorText(refused.error))
    else onFailed(refusal(refused.method, refused.error, this.#authMethods))
  }

  /** The first session is open. To be called within its event. */
  opened(): void {
    this.#login = null
    this.#hasOpened = true
  }

  /** To be called after `opened` and its events: moves queued prompts of earlier sessions to this one. */
  takeOver(): void {
    if (this.#wire !== null) this.#options.sessions.takeOver(this.#beforeId, canOpenPast(this.#wire))
  }

  /** The agent wants a login later on; ignored without a user or auth methods. */
  wantLogin(): void {
    if (this.#options.agent.canAsk && this.#authMethods.length > 0) this.#askForLogin(null)
  }

  /** Only while a login is wanted; of two tries the newer one is shown. */
  async logIn(methodId: string): Promise<void> {
    const login = this.#login
    const wire = this.#wire
    if (login === null || wire === null) return
    const { methods } = login
    this.#wantLogin({ methods, trying: methodId, failure: null })
    const refused = await this.#requestLogin(wire, methodId, methods)
    if (refused === null) await this.#goOnAfterLogin(wire)
    else if (this.#login?.trying === methodId)
      this.#wantLogin({ methods, trying: null, failure: rpcErrorText(refused.error) })
  }

  /** The auth methods that the agent listed last. */
  get #authMethods(): readonly AuthMethod[] {
    return this.#options.exchange.known.authMethods
  }

  async #goOnAfterLogin(wire: AgentWire): Promise<void> {
    this.#hasLoggedIn = true
    if (!this.#hasOpened) return await this.#openFirst(wire)
    this.#login = null
    this.#options.onLoggedIn()
  }

  async #requestLogin(
    wire: AgentWire,
    methodId: string,
    methods: readonly AuthMethod[],
  ): Promise<FailedRequest | null> {
    // No time-out: a user who logs in elsewhere may take any time.
    const { agent, connection } = this.#options
    const { ask } = agent.canAsk ? connection : wire
    return await requestLogin({ version: wire.version, ask }, methodId, methods)
  }

  async #openFirst(wire: AgentWire): Promise<void> {
    const { first } = this.#options.agent
    const beforeId = this.#beforeId
    if (beforeId !== null)
      return await (canOpenPast(wire) ? this.#openPast(wire, beforeId) : this.#openNew(wire))
    switch (first.type) {
      case 'new':
        return await this.#openNew(wire)
      case 'open':
        return await this.#openPast(wire, first.sessionId)
      case 'continue':
        return await this.#openNewest(wire)
    }
  }

  async #openNewest(wire: AgentWire): Promise<void> {
    const { agent, exchange } = this.#options
    const { cwd } = agent
    const listed = await listSessions({ wire, cwd, exchange })
    if (!listed.ok) return await this.#refused(wire, { method: 'session/list', error: listed.problem }, null)
    const newest = newestSession(listed.value, cwd)
    if (newest !== null) return await this.#openPast(wire, newest.id, newest.cwd ?? cwd)
    exchange.remark('There is no session of this folder to continue; opening a new one.')
    await this.#openNew(wire)
  }

  async #openNew(wire: AgentWire): Promise<void> {
    const { cwd } = this.#options.agent
    await this.#answered(wire, await openNewSession(wire, cwd), null)
  }

  async #openPast(wire: AgentWire, sessionId: string, cwd = this.#options.agent.cwd): Promise<void> {
    const { sessions } = this.#options
    const onOpening = (how: 'loaded' | 'resumed'): void => sessions.opening(sessionId, how)
    const outcome = await openPastSession(wire, { sessionId, cwd }, onOpening)
    await this.#answered(wire, outcome, sessionId)
  }

  async #answered(wire: AgentWire, outcome: OpenOutcome, sessionId: string | null): Promise<void> {
    switch (outcome.type) {
      case 'opened':
        return await this.#beginWithSettings(wire, outcome)
      case 'refused':
        return await this.#refused(wire, outcome, sessionId)
      case 'broken':
        return this.#options.onFailed({ kind: 'broke-protocol', text: outcome.text })
    }
  }

  async #refused(wire: AgentWire, { method, error }: FailedRequest, sessionId: string | null): Promise<void> {
    const { sessions, agent, onFailed } = this.#options
    if (error.code === rpcCodes.authRequired && agent.canAsk) {
      const failure = this.#hasLoggedIn ? `the agent still wants a login: ${rpcErrorText(error)}` : null
      return this.#askForLogin(failure)
    }
    if (sessionId !== null) {
      sessions.notOpened(sessionId, rpcErrorText(error))
      if (this.#beforeId !== null) return await this.#openNew(wire)
    }
    onFailed(refusal(method, error, this.#authMethods))
  }

  /** Offers the methods that the agent listed last; `failure`: why the last try failed. */
  #askForLogin(failure: string | null): void {
    this.#wantLogin({ methods: this.#authMethods, trying: null, failure })
  }

  #wantLogin(login: WantedLogin): void {
    this.#login = login
    this.#options.onLogin(login)
  }

  /** A session that continues keeps its settings, unless the run began with it. */
  async #beginWithSettings(
    wire: AgentWire,
    { sessionId, how }: Extract<OpenOutcome, { type: 'opened' }>,
  ): Promise<void> {
    const { agent, sessions, onFailed } = this.#options
    const { mode, config } = agent
    // The mode first: it may change the available options.
    const wanted: readonly NewSetting[] = [
      ...(mode === null ? [] : [{ type: 'mode', modeId: mode } as const]),
      ...config.map(({ id, value }) => ({ type: 'option', optionId: id, value }) as const),
    ]
    const notSet: string[] = []
    for (const setting of this.#beforeId === null || how === 'new' ? wanted : []) {
      const settings = agent.state().sessions.get(sessionId)
      const outcome = await changeSetting({ wire, sessionId, settings }, setting)
      if (outcome.ok) continue
      const { method, code, message } = outcome
      if (!agent.canAsk) return onFailed({ kind: 'refused', method, code, message })
      notSet.push(message)
    }
    // A typo in an option must not let the agent act in another mode than the requested one.
    if (notSet.length > 0) sessions.hold(sessionId, notSet.join('; '))
    sessions.ready({ sessionId, how })
  }

  /** Sends a request and keeps its method as pending until the answer comes. */
  readonly #ask: Ask = async (method, params): Promise<RpcOutcome> => {
    this.#waitFor(method)
    const outcome = await this.#options.connection.ask(method, params)
    this.#waitFor(null)
    return outcome
  }

  #waitFor(method: string | null): void {
    this.#waitsFor = method
    this.#options.onChanged()
  }
}
