import type { AppEvent, TurnOutcome } from '../../app/app-event.ts'
import { rpcCodes } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'

/** The agent that a session's prompts go to. */
type PromptTarget = Pick<AgentWire, 'ask' | 'notify'>

export interface PromptQueueOptions {
  readonly nowMs: () => number
  /** When the message arrived that is being received now. */
  readonly receivingAtMs: () => number
  /** Something that we have done. */
  readonly note: (event: AppEvent) => void
  /** Something to say to the user. */
  readonly remark: (text: string) => void
  /** Answers the session's open questions with `cancelled`. */
  readonly cancelQuestions: (sessionId: string) => void
  /** The agent answered a prompt with the wish for a login. */
  readonly onLoginWanted: () => void
  /** A turn began, was cancelled or ended. */
  readonly onChanged: () => void
}

/**
 * A session's prompts and its running turn. A prompt goes at once when nothing runs, else it queues and goes when the turn
 * ends.
 *
 * After a turn that the user cancelled, or that was lost with the agent, the queue waits: what was to follow a turn that
 * did not do its work should not start by itself. The next prompt goes first ("do this instead"), and the queue goes on
 * after it; a blank prompt just lets the queue go on.
 */
export class PromptQueue {
  readonly #options: PromptQueueOptions
  /** null before there is a session. */
  readonly #sessionId: string | null
  #queue: readonly string[] = []
  #target: PromptTarget | null = null
  #turn: 'none' | 'running' | 'cancelling' = 'none'
  #isQueueWaiting = false
  /** It waits because of settings that could not be made. */
  #isHeld = false
  /** How many at the front of the queue do not wait: given while a cancelled turn still ran, or after a turn was lost. */
  #ahead = 0

  constructor(sessionId: string | null, options: PromptQueueOptions) {
    this.#sessionId = sessionId
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#turn !== 'none'
  }

  get isCancelling(): boolean {
    return this.#turn === 'cancelling'
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Prompts that have not gone out. */
  get isWaiting(): boolean {
    return this.#queue.length > 0
  }

  /** Nothing waits, and nothing runs. */
  get isEmpty(): boolean {
    return !this.isWaiting && !this.isRunning
  }

  prompt(text: string): void {
    const isBlank = text.trim() === ''
    if (this.#target !== null && !this.isRunning) {
      this.#isQueueWaiting = false
      if (isBlank) this.#goOn()
      else this.#send(text, false)
      return
    }
    if (isBlank) return
    if (this.isCancelling) {
      this.#enqueue(text, this.#ahead++)
      this.#options.remark('The prompt goes when the cancelled turn has ended.')
    } else if (this.#target === null && this.#isQueueWaiting) {
      this.#enqueue(text, this.#ahead++)
      this.#options.remark('The prompt goes when the agent runs again.')
    } else this.#enqueue(text, this.#queue.length)
  }

  /** Sends a prompt before all that wait, as soon as no turn runs: what was said to a question of the agent's. */
  promptNext(text: string): void {
    if (this.#target !== null && !this.isRunning) this.prompt(text)
    else this.#enqueue(text, this.#ahead++)
  }

  /**
   * Cancels the running turn, and what the queue holds waits. Where no turn runs, what waits is taken back, and never goes out; so
   * is, while a turn is being cancelled already, what was to follow it.
   */
  cancel(): void {
    const target = this.#target
    const sessionId = this.#sessionId
    if (!this.isRunning || target === null || sessionId === null) return this.#withdraw(this.#queue.length)
    const wasCancelling = this.isCancelling
    if (wasCancelling) this.#withdraw(this.#ahead)
    this.#isQueueWaiting = true
    // A second time too: an agent may have missed the first, and a question may have been opened since.
    target.notify('session/cancel', { sessionId })
    this.#turn = 'cancelling'
    if (!wasCancelling) {
      this.#ahead = 0
      this.#options.note({ type: 'turn-cancelled', atMs: this.#options.nowMs(), sessionId })
      if (this.#queue.length > 0) this.#options.remark(waitingQueue)
    }
    this.#options.cancelQuestions(sessionId)
    this.#options.onChanged()
  }

  /** The queue waits, as after a cancelled turn, until it is released or the user sends another prompt. */
  hold(): void {
    this.#isHeld = true
    this.#isQueueWaiting = true
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#isQueueWaiting = false
    this.#goOn()
  }

  /** The session is open, and prompts can go to it. */
  opened(target: PromptTarget): void {
    this.#target = target
    const isToldWhy = this.#isHeld || this.#queue.length === 0 || this.#ahead > 0
    if (this.#isQueueWaiting && !isToldWhy) this.#options.remark(waitingQueue)
    this.#goOn()
  }

  /** The agent is gone, and a running turn with it. What is queued stays so. */
  lost(): void {
    if (this.isRunning) this.#isQueueWaiting = true
    this.#turn = 'none'
    this.#target = null
  }

  /** What waits, waits for another session from now on, behind what waits there. */
  moveTo(other: PromptQueue): void {
    const from = this.#sessionId
    const to = other.#sessionId
    if (to === null || other === this || this.#queue.length === 0) return
    other.#isQueueWaiting ||= this.#isQueueWaiting
    if (other.#queue.length === 0) other.#ahead = this.#ahead
    other.#queue = [...other.#queue, ...this.#queue]
    this.#queue = []
    this.#ahead = 0
    this.#options.note({ type: 'queue-moved', atMs: this.#options.receivingAtMs(), from, to })
  }

  /** The agent has told of the end of the turn. */
  turnEnded(outcome: TurnOutcome): void {
    if (outcome.kind === 'failed' && outcome.code === rpcCodes.authRequired) {
      // What waits would meet the same answer.
      this.#isQueueWaiting = true
      this.#options.onLoginWanted()
    }
    this.#over()
  }

  /** Version 2's `state_update`. https://agentclientprotocol.com/protocol/v2/prompt-turn */
  stateSeen(state: string): void {
    if (state !== 'idle') {
      if (!this.isRunning) this.#turn = 'running'
      this.#options.onChanged()
    } else if (this.isRunning) this.#over()
  }

  #enqueue(text: string, place: number): void {
    this.#queue = this.#queue.toSpliced(place, 0, text)
    const sessionId = this.#sessionId
    this.#options.note({ type: 'prompt-queued', atMs: this.#options.nowMs(), sessionId, text, place })
  }

  /** The first ones of the queue. */
  #withdraw(count: number): void {
    if (count === 0) return
    this.#queue = this.#queue.slice(count)
    this.#ahead = Math.max(0, this.#ahead - count)
    const sessionId = this.#sessionId
    this.#options.note({ type: 'prompts-withdrawn', atMs: this.#options.nowMs(), sessionId, count })
    this.#options.remark(
      count === 1
        ? 'The prompt is taken back: it was not sent.'
        : `${count} prompts are taken back: they were not sent.`,
    )
  }

  #goOn(): void {
    if (this.#target === null || this.isRunning) return
    const [next, ...rest] = this.#queue
    if (next === undefined || (this.#isQueueWaiting && this.#ahead === 0)) return
    if (this.#ahead > 0) {
      this.#isQueueWaiting = false
      this.#ahead--
    }
    this.#queue = rest
    this.#send(next, true)
  }

  /** Its answer ends the turn, or the states do that the agent reports: the interpreter tells. */
  #send(text: string, wasQueued: boolean): void {
    const target = this.#target
    const sessionId = this.#sessionId
    if (target === null || sessionId === null) return
    this.#isHeld = false
    this.#turn = 'running'
    this.#options.note({ type: 'prompt-sent', atMs: this.#options.nowMs(), sessionId, text, wasQueued })
    void target.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    this.#options.onChanged()
  }

  #over(): void {
    this.#turn = 'none'
    this.#options.onChanged()
    this.#goOn()
  }
}

const waitingQueue = 'The queued prompts wait: they go on after the next prompt.'
