import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { ancestryOf } from '../../app/state/session-map.ts'
import type { ClientTask } from '../../app/exchange/requests/request-kind.ts'
import type { OpenedSession } from '../../app/exchange/read/read-opened.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AgentWire } from '../connection/peer.ts'
import type { LiveExchange } from '../live-exchange.ts'
import { PromptQueue, type PromptQueueOptions } from './prompt-queue.ts'

export interface SessionsOptions extends PromptQueueOptions {
  readonly clock: Clock
  readonly state: () => AppState
}

/**
 * The sessions of a run with their prompt queues. Sessions outlive connections: a queue is still there when its
 * session is opened again.
 */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #exchange: LiveExchange
  /** The queues of sessions that are open, are being opened, or were open on an earlier connection. */
  readonly #queues = new Map<string, PromptQueue>()
  readonly #opening = new Set<string>()
  /**
   * Those whose history may still be replayed after the response to `session/load`: gemini responds first, and over HTTP responses and
   * updates arrive on separate streams. Old plans would be taken for those of a prompt sent meanwhile.
   */
  readonly #replaying: QuietSessions
  /** Those whose turn the agent has said to be over, and whose prompt it has not answered. */
  readonly #saidOver: QuietSessions
  /** Prompts given while there is no session. */
  readonly #unassigned: PromptQueue
  #wire: AgentWire | null = null
  /** A session was opened on this connection. */
  #hasOpened = false

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#exchange = options.exchange
    this.#unassigned = new PromptQueue(null, options)
    this.#replaying = new QuietSessions(options.clock, replayQuietMs, longestReplayMs)
    this.#saidOver = new QuietSessions(options.clock, unansweredMs, Infinity)
  }

  get currentId(): string | null {
    return this.#exchange.known.currentId
  }

  /** How to send further requests once the first session is open; null before. */
  get wire(): AgentWire | null {
    return this.#hasOpened ? this.#wire : null
  }

  get isAnyRunning(): boolean {
    for (const queue of this.#queues.values()) if (queue.isRunning) return true
    return false
  }

  isOpen(sessionId: string): boolean {
    return this.#exchange.known.isOpen(sessionId)
  }

  isOpening(sessionId: string): boolean {
    return this.#opening.has(sessionId)
  }

  /** The turn of the session, or of an ancestor, was cancelled and has not ended. */
  isCancelling(sessionId: string): boolean {
    return this.#ancestry(sessionId).some((id) => this.#queues.get(id)?.isCancelling === true)
  }

  prompt(text: string): void {
    if (this.#hasOpened && this.currentId === null && text.trim() !== '')
      this.#exchange.remark('No session is open: the prompt waits for one.')
    this.#current().prompt(text)
  }

  enqueuePrompt(sessionId: string, text: string): void {
    this.#queues.get(sessionId)?.prompt(text)
  }

  /** Sends a prompt before all queued ones of the session, or of its nearest open ancestor. */
  promptFirst(sessionId: string, text: string): void {
    const id = this.#ancestry(sessionId).find((each) => this.isOpen(each))
    const queue = (id === undefined ? undefined : this.#queues.get(id)) ?? this.#current()
    queue.promptFirst(text)
  }

  /** The turn may be an ancestor's. If none runs, cancels the session's questions and withdraws queued prompts. */
  cancelTurn(sessionId = this.currentId): void {
    if (sessionId === null) return this.#unassigned.cancel()
    const line = this.#ancestry(sessionId).map((id) => this.#queues.get(id))
    const running = line.find((queue) => queue?.isRunning === true)
    if (running !== undefined) return running.cancel()
    this.#options.cancelQuestions(sessionId)
    line.find((queue) => queue?.hasQueued === true)?.cancel()
  }

  /** Cancels every running turn and the questions in it. */
  cancelAll(): void {
    for (const queue of this.#queues.values()) if (!queue.isCancelling) queue.cancel()
  }

  connected(wire: AgentWire): void {
    this.#wire = wire
  }

  /** The agent is gone: no session is open, and no turn runs. */
  disconnected(): void {
    this.#wire = null
    this.#hasOpened = false
    this.#replaying.stop()
    this.#saidOver.stop()
    for (const [sessionId, queue] of this.#queues) {
      queue.disconnected()
      if (this.#opening.has(sessionId)) this.notOpened(sessionId, 'the agent is gone')
    }
  }

  opening(sessionId: string, how: 'loaded' | 'resumed'): void {
    this.#queue(sessionId)
    this.#opening.add(sessionId)
    this.#exchange.note({ type: 'session-opening', sessionId, how })
  }

  /** `sessionId` is null for a new one. */
  notOpened(sessionId: string | null, message: string): void {
    if (sessionId !== null) {
      this.#opening.delete(sessionId)
      const isNeeded = this.isOpen(sessionId) || sessionId === this.currentId
      if (!isNeeded && this.#queues.get(sessionId)?.isEmpty === true) this.#queues.delete(sessionId)
    }
    this.#exchange.note({ type: 'session-not-opened', sessionId, message })
  }

  /** The initial settings could not be set: no prompt is sent before the user has chosen a setting or sends another prompt. */
  hold(sessionId: string, message: string): void {
    this.#queues.get(sessionId)?.hold()
    this.#exchange.note({ type: 'session-held', sessionId, message })
  }

  /** The user has chosen a setting of the session: held prompts are sent. */
  release(sessionId: string): void {
    const queue = this.#queues.get(sessionId)
    if (queue?.isHeld !== true) return
    this.#exchange.note({ type: 'session-released', sessionId })
    queue.release()
  }

  /** The session takes prompts from now on; a loaded one, when its history has been replayed. */
  ready({ sessionId, how }: Pick<OpenedSession, 'sessionId' | 'how'>): void {
    const goOn = (): void => {
      if (this.#wire !== null) this.#queues.get(sessionId)?.opened(this.#wire)
    }
    if (how === 'loaded') this.#replaying.settle(sessionId, goOn)
    else goOn()
  }

  /**
   * The current session is the first one after a restart of the agent. It takes over the queue of the previous
   * current session, and of those that cannot be opened again.
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
    if (this.currentId !== sessionId) this.#noteSelected(sessionId)
  }

  #noteSelected(sessionId: string): void {
    this.#exchange.note({ type: 'session-selected', sessionId })
  }

  /** The session is closed, and its queue dropped. Another open one becomes the current one. */
  closed(sessionId: string, wasDeleted: boolean): void {
    const exchange = this.#exchange
    const queue = this.#queues.get(sessionId)
    const wasCurrent = this.currentId === sessionId
    this.#options.cancelQuestions(sessionId)
    if (queue?.isRunning === true) {
      const outcome = { kind: 'stopped', stopReason: 'cancelled' } as const
      exchange.note({ type: 'turn-ended', atMs: exchange.receivingAtMs, sessionId, outcome })
    }
    queue?.disconnected()
    this.#queues.delete(sessionId)
    this.#opening.delete(sessionId)
    exchange.note({ type: 'session-closed', atMs: exchange.receivingAtMs, sessionId, wasDeleted })
    if (wasCurrent && this.currentId !== null) this.#noteSelected(this.currentId)
    this.#options.onChanged()
  }

  /** To be called after each dispatched event that a message of the agent caused; ignores most of them. */
  onMessageEvent(event: AppEvent): void {
    switch (event.type) {
      case 'session-updated':
        return this.#updated(event.sessionId, event.update)
      case 'session-opened':
        return this.#opened(event.sessionId)
      case 'turn-ended':
        this.#saidOver.forget(event.sessionId)
        return this.#queues.get(event.sessionId)?.turnEnded(event.outcome)
      default:
    }
  }

  #updated(sessionId: string, update: SessionEvent): void {
    this.#replaying.onUpdate(sessionId)
    this.#saidOver.onUpdate(sessionId)
    if (update.type === 'state' && this.#wire?.version === 2)
      this.#queues.get(sessionId)?.onState(update.state)
  }

  /**
   * The agent has said that a turn is over. Without an answer to its prompt, and when nothing else comes for a while, it is taken to have
   * ended.
   */
  turnSaid({ sessionId, stopReason }: Extract<ClientTask, { type: 'turn-said' }>): void {
    this.#saidOver.settle(sessionId, () => {
      const queue = this.#queues.get(sessionId)
      if (queue?.isRunning !== true) return
      const outcome = { kind: 'stopped', stopReason } as const
      this.#exchange.remark(
        'The agent says that its turn is over, and has not answered the prompt: the turn is taken to have ended.',
      )
      this.#exchange.note({ type: 'turn-ended', sessionId, outcome })
      queue.turnEnded(outcome)
    })
  }

  /** It takes over the queue of prompts without a session; they wait until it is `ready`. */
  #opened(sessionId: string): void {
    this.#hasOpened = true
    this.#opening.delete(sessionId)
    this.#unassigned.moveTo(this.#queue(sessionId))
  }

  #ancestry(sessionId: string): readonly string[] {
    return ancestryOf(this.#options.state().sessions, sessionId)
  }

  #queue(sessionId: string): PromptQueue {
    const there = this.#queues.get(sessionId)
    if (there !== undefined) return there
    const queue = new PromptQueue(sessionId, this.#options)
    this.#queues.set(sessionId, queue)
    return queue
  }

  #current(): PromptQueue {
    return (this.currentId === null ? undefined : this.#queues.get(this.currentId)) ?? this.#unassigned
  }
}

/** Without an update for this long, the replay of a loaded session counts as complete. */
const replayQuietMs = 150
/** The longest wait for an agent that keeps sending updates. */
const longestReplayMs = 2000
/** So long after the last update an agent that has said that its turn is over is waited for. */
const unansweredMs = 10_000

interface WaitedFor {
  readonly beganAtMs: number
  lastUpdateAtMs: number
  cancelTimer: () => void
}

/** Sessions in which something is complete when no update has come for a while. */
class QuietSessions {
  readonly #clock: Pick<Clock, 'nowMs' | 'after'>
  readonly #quietMs: number
  readonly #longestMs: number
  readonly #waitedFor = new Map<string, WaitedFor>()

  constructor(clock: Pick<Clock, 'nowMs' | 'after'>, quietMs: number, longestMs: number) {
    this.#clock = clock
    this.#quietMs = quietMs
    this.#longestMs = longestMs
  }

  /** Calls `onSettled` when the session has been quiet. */
  settle(sessionId: string, onSettled: () => void): void {
    this.forget(sessionId)
    const nowMs = this.#clock.nowMs()
    const waited: WaitedFor = { beganAtMs: nowMs, lastUpdateAtMs: nowMs, cancelTimer: () => undefined }
    const arm = (delayMs: number): void => {
      waited.cancelTimer = this.#clock.after(
        delayMs,
        () => {
          const untilMs = Math.min(waited.lastUpdateAtMs + this.#quietMs, waited.beganAtMs + this.#longestMs)
          const leftMs = untilMs - this.#clock.nowMs()
          if (leftMs > 0) return arm(leftMs)
          this.#waitedFor.delete(sessionId)
          onSettled()
        },
        'alive',
      )
    }
    this.#waitedFor.set(sessionId, waited)
    arm(this.#quietMs)
  }

  forget(sessionId: string): void {
    this.#waitedFor.get(sessionId)?.cancelTimer()
    this.#waitedFor.delete(sessionId)
  }

  /** To be called for each update; cheap. */
  onUpdate(sessionId: string): void {
    if (this.#waitedFor.size === 0) return
    const waited = this.#waitedFor.get(sessionId)
    if (waited !== undefined) waited.lastUpdateAtMs = this.#clock.nowMs()
  }

  /** Stops waiting for all sessions. */
  stop(): void {
    for (const { cancelTimer } of this.#waitedFor.values()) cancelTimer()
    this.#waitedFor.clear()
  }
}
