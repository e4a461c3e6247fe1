import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { rpcErrorText } from '../../protocol/wire/message.ts'
import type { AgentWire } from '../connection/peer.ts'
import { changeSetting, type NewSetting } from '../requests/change-settings.ts'
import { listSessions, openNewSession, openPastSession, type OpenOutcome } from '../requests/open-session.ts'
import type { LiveExchange } from '../live-exchange.ts'
import type { Sessions } from './sessions.ts'

export interface SessionCommandsOptions {
  readonly sessions: Sessions
  readonly exchange: LiveExchange
  readonly cwd: string
  readonly state: () => AppState
}

/** Called with null on success, else with the reason. */
export type SettingCallback = (failure: string | null) => void

/** The user's commands on sessions while the agent is connected. A failure becomes a remark and changes nothing else. */
export class SessionCommands {
  readonly #options: SessionCommandsOptions
  /** The working directories of the listed sessions, by session id. */
  readonly #folders = new Map<string, string>()
  #isOpeningNew = false

  constructor(options: SessionCommandsOptions) {
    this.#options = options
  }

  /** The connection has ended: pending requests will not be answered. */
  disconnected(): void {
    this.#isOpeningNew = false
    const { exchange } = this.#options
    const listing = { state: 'failed', sessions: [], message: 'the agent is gone' } as const
    if (exchange.known.isListing) exchange.note({ type: 'sessions-listed', listing })
  }

  /** A request has been pending for `afterMs`. It may never be answered, so the user may try again. */
  onLate(method: string, afterMs: number): void {
    if (method === 'session/new') this.#isOpeningNew = false
    this.#options.exchange.remark(`The agent has not answered ${method} for ${Math.round(afterMs / 1000)} s.`)
  }

  async newSession(): Promise<void> {
    const wire = this.#wire()
    if (wire === null || this.#isOpeningNew) return
    this.#isOpeningNew = true
    const outcome = await openNewSession(wire, this.#options.cwd)
    this.#isOpeningNew = false
    this.#opened(outcome, null)
  }

  async openSession(sessionId: string): Promise<void> {
    const { sessions, cwd } = this.#options
    const wire = this.#wire()
    if (wire === null || sessions.isOpening(sessionId)) return
    if (sessions.isOpen(sessionId)) return sessions.select(sessionId)
    const target = { sessionId, cwd: this.#folders.get(sessionId) ?? cwd }
    const outcome = await openPastSession(wire, target, (how) => sessions.opening(sessionId, how))
    this.#opened(outcome, sessionId)
  }

  async listSessions(): Promise<void> {
    const { cwd, exchange } = this.#options
    const wire = this.#wire()
    if (wire !== null && !exchange.known.isListing) await listSessions({ wire, cwd, exchange })
  }

  /**
   * To be called after each dispatched event that a message of the agent caused: remembers the working directories
   * of listed sessions, also of lists that this class did not request.
   */
  onMessageEvent(event: AppEvent): void {
    if (event.type !== 'sessions-listed' || event.listing.state === 'not-asked') return
    for (const { id, cwd } of event.listing.sessions) if (cwd !== null) this.#folders.set(id, cwd)
  }

  /** Closes an open session, or deletes any; its queue is dropped. */
  async endSession(sessionId: string, how: 'close' | 'delete'): Promise<void> {
    const { sessions, exchange } = this.#options
    const wire = this.#wire()
    if (wire === null) return
    if (how === 'close' && !sessions.isOpen(sessionId)) return exchange.remark('The session is not open.')
    if (!wire.offers[how]) return exchange.remark(`The agent does not offer to ${how} sessions.`)
    const outcome = await wire.ask(`session/${how}`, { sessionId })
    if (outcome.ok) sessions.closed(sessionId, how === 'delete')
    else exchange.remark(`The session is not ${how}d: ${rpcErrorText(outcome.error)}`)
  }

  /** Changes a setting of the current session. Prompts may be held back until the user sets one. */
  setCurrent(setting: NewSetting): void {
    const { sessions, exchange } = this.#options
    const sessionId = sessions.currentId
    if (sessionId === null) return
    void this.set(sessionId, setting, (failure) => {
      if (failure === null) sessions.release(sessionId)
      else exchange.remark(`Not set: ${failure}.`)
    })
  }

  /** `onSet` is not called when the connection is lost first. */
  async set(sessionId: string, setting: NewSetting, onSet: SettingCallback): Promise<void> {
    const wire = this.#wire()
    if (wire === null) return
    const settings = this.#options.state().sessions.get(sessionId)
    const outcome = await changeSetting({ wire, sessionId, settings }, setting)
    onSet(outcome.ok ? null : outcome.message)
  }

  #opened(outcome: OpenOutcome, sessionId: string | null): void {
    const { sessions } = this.#options
    if (outcome.type === 'opened') sessions.ready(outcome)
    else sessions.notOpened(sessionId, outcome.type === 'broken' ? outcome.text : rpcErrorText(outcome.error))
  }

  /** null: no agent is connected; the user gets a remark. */
  #wire(): AgentWire | null {
    const { sessions, exchange } = this.#options
    const { wire } = sessions
    if (wire === null) exchange.remark('The agent is not ready for that.')
    return wire
  }
}
