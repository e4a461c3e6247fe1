import type { AppEvent } from '../../app/app-event.ts'
import type { OpenedSession } from '../../app/exchange/read/read-opened.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AgentWire } from '../connection/agent-wire.ts'
import type { KnownExchange } from '../live-exchange.ts'
import { PromptQueue, type PromptQueueOptions } from './prompt-queue.ts'
import { SessionFamilies } from './session-families.ts'
import { SettlingSessions } from './settling-sessions.ts'

export interface OpenSessionsOptions extends PromptQueueOptions {
  /** What is known of the sessions: which is the current one, which are open, how they are set. */
  readonly known: KnownExchange
  readonly after: Clock['after']
}

type Opened = Pick<OpenedSession, 'sessionId' | 'how'>

/**
 * The prompts of a run's sessions, and the opening and closing of these. Sessions outlive connections, so that what waits in
 * their queues is there when they are opened again.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions
  /** Those that are open, are being opened, or were open on an earlier connection; what waits for these waits until they are again. */
  readonly #queues = new Map<string, PromptQueue>()
  readonly #opening = new Set<string>()
  readonly #families = new SessionFamilies()
  readonly #settling: SettlingSessions
  /** What waits for a session while there is none. */
  readonly #homeless: PromptQueue
  #wire: AgentWire | null = null
  /** A session was opened on this wire. */
  #hasOpened = false

  constructor(options: OpenSessionsOptions) {
    this.#options = options
    this.#homeless = new PromptQueue(null, options)
    this.#settling = new SettlingSessions(options)
  }

  get currentId(): string | null {
    return this.#options.known.currentSessionId
  }

  /** The agent that can be asked for more than the first session; null while there is none. */
  get wire(): AgentWire | null {
    return this.#hasOpened ? this.#wire : null
  }

  get isAnyRunning(): boolean {
    for (const queue of this.#queues.values()) if (queue.isRunning) return true
    return false
  }

  isOpen(sessionId: string): boolean {
    return this.#options.known.isOpen(sessionId)
  }

  isOpening(sessionId: string): boolean {
    return this.#opening.has(sessionId)
  }

  /** The session's turn, or that of the session it works for, was cancelled and has not ended. */
  isCancelling(sessionId: string): boolean {
    return this.#families.lineOf(sessionId).some((id) => this.#queues.get(id)?.isCancelling === true)
  }

  /** A session and those that work for it. */
  familyOf(sessionId: string): readonly string[] {
    return this.#families.familyOf(sessionId)
  }

  prompt(text: string): void {
    if (this.#hasOpened && this.currentId === null && text.trim() !== '')
      this.#options.remark('No session is open: the prompt waits for one.')
    this.#current().prompt(text)
  }

  promptTo(sessionId: string, text: string): void {
    this.#queues.get(sessionId)?.prompt(text)
  }

  /** What was said to a question of a session: the next prompt of that session, or of the one that it works for. */
  promptNext(sessionId: string, text: string): void {
    const id = this.#families.lineOf(sessionId).find((each) => this.isOpen(each))
    const queue = (id === undefined ? undefined : this.#queues.get(id)) ?? this.#current()
    queue.promptNext(text)
  }

  /**
   * The turn may be that of the session that this one works for. Where none runs, the questions are cancelled, and what waits to be
   * sent is taken back.
   */
  cancelTurn(sessionId = this.currentId): void {
    if (sessionId === null) return this.#homeless.cancel()
    const line = this.#families.lineOf(sessionId).map((id) => this.#queues.get(id))
    const running = line.find((queue) => queue?.isRunning === true)
    if (running !== undefined) return running.cancel()
    this.#options.cancelQuestions(sessionId)
    line.find((queue) => queue?.isWaiting === true)?.cancel()
  }

  /** Cancels every turn that runs, and answers what is asked in them. */
  cancelAll(): void {
    for (const queue of this.#queues.values()) if (!queue.isCancelling) queue.cancel()
  }

  connected(wire: AgentWire): void {
    this.#wire = wire
  }

  /** The agent is gone: no session is open, and no turn runs. */
  lost(): void {
    this.#wire = null
    this.#hasOpened = false
    this.#settling.stop()
    for (const [sessionId, queue] of this.#queues) {
      queue.lost()
      if (this.#opening.has(sessionId)) this.notOpened(sessionId, 'the agent is gone')
    }
  }

  opening(sessionId: string, how: 'loaded' | 'resumed'): void {
    this.#queue(sessionId)
    this.#opening.add(sessionId)
    this.#options.note({ type: 'session-opening', atMs: this.#options.nowMs(), sessionId, how })
  }

  /** `sessionId` is null for a new one. */
  notOpened(sessionId: string | null, message: string): void {
    if (sessionId !== null) {
      this.#opening.delete(sessionId)
      const isNeeded = this.isOpen(sessionId) || sessionId === this.currentId
      if (!isNeeded && this.#queues.get(sessionId)?.isEmpty === true) this.#queues.delete(sessionId)
    }
    this.#options.note({ type: 'session-not-opened', atMs: this.#options.nowMs(), sessionId, message })
  }

  /** What the session was to begin with could not be set: no prompt goes to it before the user has chosen, or sends another one. */
  hold(sessionId: string, message: string): void {
    this.#queues.get(sessionId)?.hold()
    this.#options.note({ type: 'session-held', atMs: this.#options.nowMs(), sessionId, message })
  }

  /** The user has chosen a setting of the session. */
  release(sessionId: string): void {
    const queue = this.#queues.get(sessionId)
    if (queue?.isHeld !== true) return
    this.#options.note({ type: 'session-released', atMs: this.#options.nowMs(), sessionId })
    queue.release()
  }

  /** Prompts go to it from now on, or from when its past has been told. */
  ready({ sessionId, how }: Opened): void {
    const goOn = (): void => {
      if (this.#wire !== null) this.#queues.get(sessionId)?.opened(this.#wire)
    }
    if (how === 'loaded') this.#settling.settle(sessionId, goOn)
    else goOn()
  }

  /**
   * The current session is the first of another life of the agent. It takes over from the one before, if it is another one,
   * and from all that cannot be opened again.
   */
  takeOver(beforeId: string | null, canOpenPast: boolean): void {
    const current = this.currentId === null ? undefined : this.#queues.get(this.currentId)
    if (current === undefined) return
    if (beforeId !== null) this.#queues.get(beforeId)?.moveTo(current)
    if (canOpenPast) return
    for (const [sessionId, queue] of this.#queues) {
      if (this.isOpen(sessionId) || this.#opening.has(sessionId)) continue
      queue.moveTo(current)
      this.closed(sessionId, false)
    }
  }

  select(sessionId: string): void {
    if (this.currentId === sessionId) return
    this.#options.note({ type: 'session-selected', atMs: this.#options.nowMs(), sessionId })
  }

  /** It is let go, with what waited for it. Another open one becomes the current one. */
  closed(sessionId: string, wasDeleted: boolean): void {
    const { note, receivingAtMs, nowMs } = this.#options
    const queue = this.#queues.get(sessionId)
    const wasCurrent = this.currentId === sessionId
    this.#options.cancelQuestions(sessionId)
    if (queue?.isRunning === true) {
      const outcome = { kind: 'stopped', stopReason: 'cancelled' } as const
      note({ type: 'turn-ended', atMs: receivingAtMs(), sessionId, outcome })
    }
    queue?.lost()
    this.#queues.delete(sessionId)
    this.#opening.delete(sessionId)
    note({ type: 'session-closed', atMs: receivingAtMs(), sessionId, wasDeleted })
    const { currentId } = this
    if (wasCurrent && currentId !== null)
      note({ type: 'session-selected', atMs: nowMs(), sessionId: currentId })
    this.#options.onChanged()
  }

  /** What messages tell, after it was dispatched. Called for each update: most are none of ours. */
  told(event: AppEvent): void {
    switch (event.type) {
      case 'session-updated':
        return this.#updated(event.sessionId, event.update)
      case 'session-opened':
        return this.#opened(event.sessionId)
      case 'turn-ended':
        return this.#queues.get(event.sessionId)?.turnEnded(event.outcome)
      default:
    }
  }

  #updated(sessionId: string, update: SessionEvent): void {
    this.#settling.heard(sessionId)
    // Version 1 knows no states: its turns end with the answers to their prompts.
    if (update.type === 'state' && this.#wire?.version === 2)
      this.#queues.get(sessionId)?.stateSeen(update.state)
    else if (update.type === 'subagent') this.#families.worksFor(update.childSessionId, sessionId)
  }

  /** It takes over what waits for a session; its prompts wait until it is `ready`. */
  #opened(sessionId: string): void {
    this.#hasOpened = true
    this.#opening.delete(sessionId)
    this.#homeless.moveTo(this.#queue(sessionId))
  }

  #queue(sessionId: string): PromptQueue {
    const there = this.#queues.get(sessionId)
    if (there !== undefined) return there
    const queue = new PromptQueue(sessionId, this.#options)
    this.#queues.set(sessionId, queue)
    return queue
  }

  #current(): PromptQueue {
    return (this.currentId === null ? undefined : this.#queues.get(this.currentId)) ?? this.#homeless
  }
}
