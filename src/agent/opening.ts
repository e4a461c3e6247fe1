import type { AuthMethod, LinkEnd } from '../app/link.ts'
import type { SessionListing } from '../app/session-listing.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import type { AgentWire } from './agent-wire.ts'
import { beginWith, settingsOf, type ConfigSetting } from './begin-with.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { newestSession } from './newest-session.ts'
import { canOpenPast, openNewSession, openPastSession, type OpenOutcome } from './open-session.ts'
import type { OpenSessions } from './open-sessions.ts'
import { authMethodsOf, refusal } from './refusal.ts'
import { rpcCodes, rpcErrorText, type Refused } from '../protocol/rpc-line.ts'

/** The session that a run begins with. */
export type FirstSession =
  | { readonly type: 'new' }
  | { readonly type: 'open'; readonly sessionId: string }
  /** The one of this folder that was used last, or a new one where there is none. */
  | { readonly type: 'continue' }

export interface OpeningOptions {
  readonly wire: AgentWire
  readonly sessions: OpenSessions
  readonly cwd: string
  /** `again`: the session of the agent that was there before; a new one where it cannot be opened. */
  readonly first: FirstSession | { readonly type: 'again'; readonly sessionId: string }
  readonly mode: string | null
  readonly config: readonly ConfigSetting[]
  /** The method to log in with before all else; null: only when the agent wants a login. */
  readonly auth: string | null
  readonly authMethods: readonly AuthMethod[]
  readonly canAsk: boolean
  readonly onLogin: (login: WantedLogin) => void
  readonly onOpened: () => void
  /** A login that was asked for after that is through. */
  readonly onLoggedIn: () => void
  readonly onFailed: (end: LinkEnd) => void
  /** `waitsFor` has changed. */
  readonly onChanged: () => void
  /** The sessions that the agent lists, of which one is to be opened. */
  readonly onListing: (listing: SessionListing) => void
  readonly onProblem: (problem: WireProblem) => void
  readonly remark: (text: string) => void
}

/** A login that the user is asked for. */
export interface WantedLogin {
  readonly methods: readonly AuthMethod[]
  readonly trying: string | null
  readonly failure: string | null
}

/**
 * From the answer to `initialize` to a session that prompts can go to: the login where one is needed, the first session, and
 * the settings that it begins with.
 */
export class Opening {
  readonly #options: OpeningOptions
  /** The request whose answer is missing; null while nothing is owed. */
  #waitsFor: string | null = null
  #login: WantedLogin | null = null
  #hasLoggedIn = false
  #hasOpened = false

  constructor(options: OpeningOptions) {
    this.#options = options
  }

  get waitsFor(): string | null {
    return this.#waitsFor
  }

  begin(): void {
    const { auth, authMethods, canAsk } = this.#options
    if (auth === null) return this.#openFirst()
    this.#logIn(auth, authMethods, (method, error) => {
      if (canAsk) this.#wantLogin({ methods: authMethods, trying: null, failure: rpcErrorText(error) })
      else this.#options.onFailed(refusal(method, error, authMethods))
    })
  }

  /** The agent wants a login in the middle of things; ignored where there is nobody, or nothing, to log in with. */
  wantLogin(error: Refused): void {
    const methods = authMethodsOf(error, this.#options.authMethods)
    if (this.#options.canAsk && methods.length > 0) this.#wantLogin({ methods, trying: null, failure: null })
  }

  /** Only while the link waits for a login; of two tries the newer one is shown. */
  logIn(methodId: string): void {
    const login = this.#login
    if (login === null) return
    const { methods } = login
    this.#wantLogin({ methods, trying: methodId, failure: null })
    this.#logIn(methodId, methods, (_, error) => {
      if (this.#login?.trying !== methodId) return
      this.#wantLogin({ methods, trying: null, failure: rpcErrorText(error) })
    })
  }

  #logIn(
    methodId: string,
    methods: readonly AuthMethod[],
    onFailed: (method: string, error: Refused) => void,
  ): void {
    const { wire, canAsk } = this.#options
    logIn({ wire, methodId, methods }, (method, error) => {
      this.#waitFor(null)
      if (error !== null) return onFailed(method, error)
      this.#hasLoggedIn = true
      if (!this.#hasOpened) return this.#openFirst()
      this.#login = null
      this.#options.onLoggedIn()
    })
    // A user who logs in elsewhere takes as long as it takes.
    if (!canAsk) this.#waitFor('authenticate')
  }

  #openFirst(): void {
    const { first, wire } = this.#options
    switch (first.type) {
      case 'new':
        return this.#openNew()
      case 'open':
        return this.#openPast(first.sessionId, null)
      case 'continue':
        return this.#openNewest()
      case 'again':
        return canOpenPast(wire) ? this.#openPast(first.sessionId, null) : this.#openNew()
    }
  }

  #openNewest(): void {
    const { wire, cwd, onListing, onProblem, remark } = this.#options
    listSessions(wire, cwd, {
      onAsked: (method) => this.#waitFor(method),
      onListing,
      onProblem,
      onDone: (sessions, error) => {
        if (error !== null) return this.#refused('session/list', error, null)
        const newest = newestSession(sessions, cwd)
        if (newest !== null) return this.#openPast(newest.id, newest.cwd)
        remark('There is no session of this folder to continue: a new one is opened.')
        this.#openNew()
      },
    })
  }

  #openNew(): void {
    const { wire, cwd } = this.#options
    openNewSession(wire, cwd, {
      onAsked: (method) => this.#waitFor(method),
      onOutcome: (outcome) => this.#answered(outcome, null),
    })
  }

  #openPast(sessionId: string, cwd: string | null): void {
    const { wire, sessions } = this.#options
    const place = { sessionId, cwd: cwd ?? this.#options.cwd }
    openPastSession(wire, place, {
      onOpening: (how) => sessions.opening(sessionId, how),
      onAsked: (method) => this.#waitFor(method),
      onOutcome: (outcome) => this.#answered(outcome, sessionId),
    })
  }

  #answered(outcome: OpenOutcome, sessionId: string | null): void {
    const { sessions, onFailed, onOpened } = this.#options
    this.#waitFor(null)
    switch (outcome.type) {
      case 'opened':
        this.#login = null
        this.#hasOpened = true
        sessions.opened(outcome)
        onOpened()
        return this.#begin(outcome)
      case 'refused':
        return this.#refused(outcome.method, outcome.error, sessionId)
      case 'broken':
        return onFailed({ kind: 'broke-protocol', text: outcome.text })
    }
  }

  #refused(method: string, error: Refused, sessionId: string | null): void {
    const { sessions, first, authMethods, canAsk, onFailed } = this.#options
    this.#waitFor(null)
    if (error.code === rpcCodes.authRequired && canAsk) {
      const failure = this.#hasLoggedIn ? `the agent still wants a login: ${rpcErrorText(error)}` : null
      return this.#wantLogin({ methods: authMethodsOf(error, authMethods), trying: null, failure })
    }
    if (sessionId !== null) {
      sessions.notOpened(sessionId, rpcErrorText(error))
      if (first.type === 'again') return this.#openNew()
    }
    onFailed(refusal(method, error, authMethods))
  }

  #wantLogin(login: WantedLogin): void {
    this.#login = login
    this.#options.onLogin(login)
  }

  /** A session that goes on keeps the settings that it has, unless the run was told to begin with it. */
  #begin({ sessionId, how }: Extract<OpenOutcome, { type: 'opened' }>): void {
    const { wire, sessions, first, mode, config, canAsk, onFailed } = this.#options
    const notSet: string[] = []
    const isToldTo = first.type !== 'again' || how === 'new'
    beginWith(isToldTo ? settingsOf(mode, config) : [], {
      wire,
      sessions,
      sessionId,
      onAsked: (method) => this.#waitFor(method),
      onNotSet: ({ method, code, message }, goOn) => {
        this.#waitFor(null)
        if (!canAsk) return onFailed({ kind: 'refused', method, code, message })
        notSet.push(message)
        goOn()
      },
      onDone: () => {
        this.#waitFor(null)
        // A slip of the pen must not let the agent act in another mode than was asked for.
        if (notSet.length > 0) sessions.hold(sessionId, notSet.join('; '))
        sessions.ready({ sessionId, how })
      },
    })
  }

  #waitFor(method: string | null): void {
    this.#waitsFor = method
    this.#options.onChanged()
  }
}
