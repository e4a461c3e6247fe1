import type { AppEvent } from '../app/app-event.ts'
import type { SessionListing } from '../app/session-listing.ts'
import type { AgentWire } from './agent-wire.ts'
import { changeMode, changeOption, type ChangeOutcome, type SettingsChange } from './change-settings.ts'
import { listSessions } from './list-sessions.ts'
import { openNewSession, openPastSession, type OpenOutcome } from './open-session.ts'
import type { OpenSessions } from './open-sessions.ts'
import { rpcErrorText } from '../protocol/rpc-line.ts'

export interface SessionOrdersOptions {
  readonly sessions: OpenSessions
  readonly cwd: string
  readonly nowMs: () => number
  readonly dispatch: (event: AppEvent) => void
  readonly remark: (text: string) => void
}

type OnSet = (failure: string | null) => void

/** What a user asks for about sessions once the agent is there. What fails is said, and changes nothing else. */
export class SessionOrders {
  readonly #options: SessionOrdersOptions
  /** The folders of the sessions that were listed. */
  readonly #folders = new Map<string, string>()
  #isOpeningNew = false
  #isListing = false

  constructor(options: SessionOrdersOptions) {
    this.#options = options
  }

  /** The agent is gone: nothing that was asked for is answered. */
  lost(): void {
    this.#isOpeningNew = false
    if (this.#isListing) this.listed({ state: 'failed', sessions: [], message: 'the agent is gone' })
  }

  /** It may never be answered: the user may ask again. */
  unanswered(method: string): void {
    if (method === 'session/new') this.#isOpeningNew = false
  }

  newSession(): void {
    const wire = this.#wire()
    if (wire === null || this.#isOpeningNew) return
    this.#isOpeningNew = true
    openNewSession(wire, this.#options.cwd, {
      onAsked: () => undefined,
      onOutcome: (outcome) => {
        this.#isOpeningNew = false
        this.#opened(outcome, null)
      },
    })
  }

  openSession(sessionId: string): void {
    const { sessions, cwd } = this.#options
    const wire = this.#wire()
    if (wire === null || sessions.isOpening(sessionId)) return
    if (sessions.isOpen(sessionId)) return sessions.select(sessionId)
    const place = { sessionId, cwd: this.#folders.get(sessionId) ?? cwd }
    openPastSession(wire, place, {
      onAsked: () => undefined,
      onOpening: (how) => sessions.opening(sessionId, how),
      onOutcome: (outcome) => this.#opened(outcome, sessionId),
    })
  }

  listSessions(): void {
    const { cwd, dispatch, nowMs } = this.#options
    const wire = this.#wire()
    if (wire === null || this.#isListing) return
    listSessions(wire, cwd, {
      onAsked: () => undefined,
      onListing: (listing) => this.listed(listing),
      onProblem: (problem) => dispatch({ type: 'problem-found', atMs: nowMs(), sessionId: null, problem }),
      onDone: () => undefined,
    })
  }

  /** What the agent tells of its sessions, also where they were asked for to open one of them. */
  listed(listing: SessionListing): void {
    this.#isListing = listing.state === 'asking'
    if (listing.state !== 'not-asked')
      for (const { id, cwd } of listing.sessions) if (cwd !== null) this.#folders.set(id, cwd)
    this.#options.dispatch({ type: 'sessions-listed', atMs: this.#options.nowMs(), listing })
  }

  closeSession(sessionId: string): void {
    const { sessions, remark } = this.#options
    const wire = this.#wire()
    if (wire === null) return
    if (!sessions.isOpen(sessionId)) return remark('The session is not open.')
    if (!wire.offers.close) return remark('The agent does not offer to close sessions.')
    wire.ask('session/close', { sessionId }, (outcome) => {
      if (outcome.ok) sessions.closed(sessionId, false)
      else remark(`The session is not closed: ${rpcErrorText(outcome.error)}`)
    })
  }

  deleteSession(sessionId: string): void {
    const { sessions, remark } = this.#options
    const wire = this.#wire()
    if (wire === null) return
    if (!wire.offers.delete) return remark('The agent does not offer to delete sessions.')
    wire.ask('session/delete', { sessionId }, (outcome) => {
      if (outcome.ok) sessions.closed(sessionId, true)
      else remark(`The session is not deleted: ${rpcErrorText(outcome.error)}`)
    })
  }

  setMode(modeId: string): void {
    const { sessions } = this.#options
    const sessionId = sessions.currentId
    if (sessionId !== null) this.setModeOf(sessionId, modeId, (failure) => this.#chosen(sessionId, failure))
  }

  setConfigOption(optionId: string, value: string | boolean): void {
    const { sessions } = this.#options
    const sessionId = sessions.currentId
    if (sessionId === null) return
    this.setOptionOf(sessionId, { optionId, value }, (failure) => this.#chosen(sessionId, failure))
  }

  /** `onSet` is called with null when it is set, else with why it is not; never when the agent is gone before. */
  setModeOf(sessionId: string, modeId: string, onSet: OnSet): void {
    const change = this.#change(sessionId, onSet)
    if (change !== null) changeMode(change, modeId)
  }

  setOptionOf(
    sessionId: string,
    { optionId, value }: { readonly optionId: string; readonly value: string | boolean },
    onSet: OnSet,
  ): void {
    const change = this.#change(sessionId, onSet)
    if (change !== null) changeOption(change, optionId, value)
  }

  #chosen(sessionId: string, failure: string | null): void {
    if (failure === null) this.#options.sessions.release(sessionId)
    else this.#options.remark(`Not set: ${failure}.`)
  }

  #change(sessionId: string, onSet: OnSet): SettingsChange | null {
    const { sessions } = this.#options
    const wire = this.#wire()
    if (wire === null) return null
    const onOutcome = (outcome: ChangeOutcome): void => {
      if (!outcome.ok) return onSet(outcome.message)
      sessions.changed(sessionId, outcome)
      onSet(null)
    }
    const settings = sessions.settingsOf(sessionId)
    return { wire, sessionId, settings, onAsked: () => undefined, onOutcome }
  }

  #opened(outcome: OpenOutcome, sessionId: string | null): void {
    const { sessions } = this.#options
    switch (outcome.type) {
      case 'opened':
        sessions.opened(outcome)
        return sessions.ready(outcome)
      case 'refused':
        return sessions.notOpened(sessionId, rpcErrorText(outcome.error))
      case 'broken':
        return sessions.notOpened(sessionId, outcome.text)
    }
  }

  /** null: there is no agent that could be asked, and the user is told so. */
  #wire(): AgentWire | null {
    const { sessions, remark } = this.#options
    const { wire } = sessions
    if (wire === null) remark('The agent is not ready for that.')
    return wire
  }
}
