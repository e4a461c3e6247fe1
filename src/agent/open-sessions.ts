import {
  noSettings,
  settingsWithSetup,
  settingsWithUpdate,
  type Change,
  type SessionSettings,
} from '../app/exchange/session-settings.ts'
import type { Clock } from '../lib/clock.ts'
import type { SessionEvent } from '../protocol/session-event.ts'
import type { AgentWire } from './agent-wire.ts'
import type { OpenOutcome } from './open-session.ts'
import { SessionFamilies } from './session-families.ts'
import { SettlingSessions } from './settling-sessions.ts'
import { Turns, type TurnsOptions } from './turns.ts'

export interface OpenSessionsOptions extends TurnsOptions {
  readonly remark: (text: string) => void
  readonly after: Clock['after']
}

interface KnownSession {
  readonly turns: Turns
  settings: SessionSettings
  /** `known`: from before, and not open on this connection; what waits for it waits until it is opened again. */
  phase: 'known' | 'opening' | 'open'
}

type Opened = Extract<OpenOutcome, { type: 'opened' }>

/**
 * The sessions of a run: which are open, which is the current one, and the turns of each. Sessions outlive connections, so
 * that what waits in their queues is there when they are opened again.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions
  readonly #sessions = new Map<string, KnownSession>()
  readonly #families = new SessionFamilies()
  readonly #settling: SettlingSessions
  /** What waits for a session while there is none. */
  readonly #homeless: Turns
  #currentId: string | null = null
  #wire: AgentWire | null = null
  /** A session was opened on this wire. */
  #hasOpened = false

  constructor(options: OpenSessionsOptions) {
    this.#options = options
    this.#homeless = new Turns(null, options)
    this.#settling = new SettlingSessions(options)
  }

  get currentId(): string | null {
    return this.#currentId
  }

  /** The agent that can be asked for more than the first session; null while there is none. */
  get wire(): AgentWire | null {
    return this.#hasOpened ? this.#wire : null
  }

  get isAnyRunning(): boolean {
    for (const { turns } of this.#sessions.values()) if (turns.isRunning) return true
    return false
  }

  isOpen(sessionId: string): boolean {
    return this.#sessions.get(sessionId)?.phase === 'open'
  }

  isOpening(sessionId: string): boolean {
    return this.#sessions.get(sessionId)?.phase === 'opening'
  }

  settingsOf(sessionId: string): SessionSettings {
    return this.#sessions.get(sessionId)?.settings ?? noSettings
  }

  /** The session's turn, or that of the session it works for, was cancelled and has not ended. */
  isCancelling(sessionId: string): boolean {
    return this.#families.lineOf(sessionId).some((id) => this.#sessions.get(id)?.turns.isCancelling === true)
  }

  /** A session and those that work for it. */
  familyOf(sessionId: string): readonly string[] {
    return this.#families.familyOf(sessionId)
  }

  prompt(text: string): void {
    if (this.#hasOpened && this.#currentId === null && text.trim() !== '')
      this.#options.remark('No session is open: the prompt waits for one.')
    this.#current().prompt(text)
  }

  promptTo(sessionId: string, text: string): void {
    this.#sessions.get(sessionId)?.turns.prompt(text)
  }

  /** What was said to a question of a session: the next prompt of that session, or of the one that it works for. */
  promptNext(sessionId: string, text: string): void {
    const id = this.#families.lineOf(sessionId).find((each) => this.isOpen(each))
    const turns = (id === undefined ? undefined : this.#sessions.get(id)?.turns) ?? this.#current()
    turns.promptNext(text)
  }

  /**
   * The turn may be that of the session that this one works for. Where none runs, the questions are cancelled, and what waits to be
   * sent is taken back.
   */
  cancelTurn(sessionId = this.#currentId): void {
    if (sessionId === null) return this.#homeless.cancel()
    const line = this.#families.lineOf(sessionId).map((id) => this.#sessions.get(id)?.turns)
    const running = line.find((turns) => turns?.isRunning === true)
    if (running !== undefined) return running.cancel()
    this.#options.cancelQuestions(sessionId)
    line.find((turns) => turns?.isWaiting === true)?.cancel()
  }

  /** Cancels every turn that runs, and answers what is asked in them. */
  cancelAll(): void {
    for (const { turns } of this.#sessions.values()) if (!turns.isCancelling) turns.cancel()
  }

  connected(wire: AgentWire): void {
    this.#wire = wire
  }

  /** The agent is gone: no session is open, and no turn runs. */
  lost(): void {
    this.#wire = null
    this.#hasOpened = false
    this.#settling.stop()
    for (const [sessionId, session] of this.#sessions) {
      session.turns.lost()
      if (session.phase === 'opening') this.notOpened(sessionId, 'the agent is gone')
      session.phase = 'known'
    }
  }

  opening(sessionId: string, how: 'loaded' | 'resumed'): void {
    this.#known(sessionId).phase = 'opening'
    this.#options.dispatch({ type: 'session-opening', atMs: this.#options.nowMs(), sessionId, how })
  }

  /** `sessionId` is null for a new one. */
  notOpened(sessionId: string | null, message: string): void {
    const session = sessionId === null ? undefined : this.#sessions.get(sessionId)
    if (session !== undefined && sessionId !== null) {
      if (session.turns.isEmpty && sessionId !== this.#currentId) this.#sessions.delete(sessionId)
      else if (session.phase === 'opening') session.phase = 'known'
    }
    this.#options.dispatch({ type: 'session-not-opened', atMs: this.#options.nowMs(), sessionId, message })
  }

  /** It becomes the current one, and takes over what waits for a session; its prompts wait until it is `ready`. */
  opened({ sessionId, how, setup, problems }: Opened): void {
    const { dispatch } = this.#options
    const atMs = this.#options.receivingAtMs()
    for (const problem of problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    const session = this.#known(sessionId)
    session.phase = 'open'
    session.settings = settingsWithSetup(session.settings, setup)
    this.#hasOpened = true
    this.#currentId = sessionId
    dispatch({ type: 'session-opened', atMs, sessionId, how, setup })
    this.#homeless.moveTo(session.turns)
  }

  /** What the session was to begin with could not be set: no prompt goes to it before the user has chosen, or sends another one. */
  hold(sessionId: string, message: string): void {
    this.#sessions.get(sessionId)?.turns.hold()
    this.#options.dispatch({ type: 'session-held', atMs: this.#options.nowMs(), sessionId, message })
  }

  /** The user has chosen a setting of the session. */
  release(sessionId: string): void {
    const turns = this.#sessions.get(sessionId)?.turns
    if (turns?.isHeld !== true) return
    this.#options.dispatch({ type: 'session-released', atMs: this.#options.nowMs(), sessionId })
    turns.release()
  }

  /** Prompts go to it from now on, or from when its past has been told. */
  ready({ sessionId, how }: Pick<Opened, 'sessionId' | 'how'>): void {
    const goOn = (): void => {
      if (this.#wire !== null) this.#sessions.get(sessionId)?.turns.opened(this.#wire)
    }
    if (how === 'loaded') this.#settling.settle(sessionId, goOn)
    else goOn()
  }

  /**
   * The current session is the first of another life of the agent. It takes over from the one before, if it is another one,
   * and from all that cannot be opened again.
   */
  takeOver(beforeId: string | null, canOpenPast: boolean): void {
    const current = this.#currentId === null ? undefined : this.#sessions.get(this.#currentId)
    if (current === undefined) return
    if (beforeId !== null) this.#sessions.get(beforeId)?.turns.moveTo(current.turns)
    if (canOpenPast) return
    for (const [sessionId, { phase, turns }] of this.#sessions) {
      if (phase !== 'known') continue
      turns.moveTo(current.turns)
      this.closed(sessionId, false)
    }
  }

  select(sessionId: string): void {
    if (this.#currentId === sessionId) return
    this.#currentId = sessionId
    this.#options.dispatch({ type: 'session-selected', atMs: this.#options.nowMs(), sessionId })
  }

  /** It is let go, with what waited for it. Another open one becomes the current one. */
  closed(sessionId: string, wasDeleted: boolean): void {
    const { dispatch, receivingAtMs } = this.#options
    const turns = this.#sessions.get(sessionId)?.turns
    this.#options.cancelQuestions(sessionId)
    if (turns?.isRunning === true) {
      const outcome = { kind: 'stopped', stopReason: 'cancelled' } as const
      dispatch({ type: 'turn-ended', atMs: receivingAtMs(), sessionId, outcome })
    }
    turns?.lost()
    this.#sessions.delete(sessionId)
    dispatch({ type: 'session-closed', atMs: receivingAtMs(), sessionId, wasDeleted })
    if (this.#currentId === sessionId) this.#takeAnother()
    this.#options.onChanged()
  }

  /** What the agent tells of a session, after its event. Called for each update: most are none of ours. */
  updated(sessionId: string, update: SessionEvent): void {
    this.#settling.heard(sessionId)
    switch (update.type) {
      case 'state':
        // Version 1 knows no states: its turns end with the answers to their prompts.
        if (this.#wire?.version === 2) this.#sessions.get(sessionId)?.turns.stateSeen(update.state)
        return
      case 'subagent':
        this.#families.worksFor(update.childSessionId, sessionId)
        return
      case 'config-options':
      case 'mode-changed': {
        const session = this.#sessions.get(sessionId)
        if (session !== undefined) session.settings = settingsWithUpdate(session.settings, update)
        return
      }
      default:
    }
  }

  /** A setting of a session was changed by us. */
  changed(sessionId: string, { update, problems }: Change): void {
    const { dispatch } = this.#options
    const atMs = this.#options.receivingAtMs()
    for (const problem of problems) dispatch({ type: 'problem-found', atMs, sessionId, problem })
    dispatch({ type: 'session-updated', atMs, sessionId, update })
    this.updated(sessionId, update)
  }

  #known(sessionId: string): KnownSession {
    const there = this.#sessions.get(sessionId)
    if (there !== undefined) return there
    const session: KnownSession = {
      turns: new Turns(sessionId, this.#options),
      settings: noSettings,
      phase: 'known',
    }
    this.#sessions.set(sessionId, session)
    return session
  }

  #current(): Turns {
    return (
      (this.#currentId === null ? undefined : this.#sessions.get(this.#currentId)?.turns) ?? this.#homeless
    )
  }

  #takeAnother(): void {
    const left = [...this.#sessions].findLast(([, { phase }]) => phase === 'open')?.[0] ?? null
    this.#currentId = null
    if (left !== null) this.select(left)
  }
}
