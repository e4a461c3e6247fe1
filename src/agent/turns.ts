import type { AppEvent, TurnOutcome } from '../app/app-event.ts'
import { isObject, stringAt } from '../protocol/message.ts'
import type { ProtocolVersion } from './opening.ts'
import type { RpcOutcome } from './peer.ts'
import { rpcCodes } from './rpc-line.ts'

/** The open session that prompts go to. */
export interface PromptTarget {
  readonly sessionId: string
  readonly version: ProtocolVersion
  readonly request: (method: string, params: object, onAnswer: (outcome: RpcOutcome) => void) => void
  readonly notify: (method: string, params: object) => void
}

export interface TurnsOptions {
  readonly nowMs: () => number
  /** When the message arrived that is being received now. */
  readonly receivingAtMs: () => number
  readonly dispatch: (event: AppEvent) => void
  readonly cancelPermissions: (sessionId: string) => void
  /** A turn began, was cancelled or ended. */
  readonly onChanged: () => void
}

interface Turn {
  /** Tells the answer of this turn's prompt from a late one; null: the agent began by itself. */
  readonly prompt: number | null
  readonly isCancelling: boolean
}

/**
 * The prompts and the running turn. A prompt goes at once when nothing runs, else it queues and goes when the turn ends.
 *
 * After a turn that the user cancelled, or that was lost with the agent, the queue waits: what was to follow a turn that
 * did not do its work should not start by itself. The next prompt goes first ("do this instead"), and the queue goes on
 * after it; a blank prompt just lets the queue go on.
 */
export class Turns {
  readonly #options: TurnsOptions
  #queue: readonly string[] = []
  #target: PromptTarget | null = null
  #turn: Turn | null = null
  #isQueueWaiting = false
  /** How many at the front of the queue do not wait: given while a cancelled turn still ran, or after a turn was lost. */
  #ahead = 0
  #prompts = 0
  /** The agent reports the states of the session: they, and not answers to prompts, end its turns. */
  #reportsStates = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#turn !== null
  }

  isCancelling(sessionId: string): boolean {
    return this.#turn?.isCancelling === true && this.#target?.sessionId === sessionId
  }

  prompt(text: string): void {
    const isBlank = text.trim() === ''
    if (this.#target !== null && this.#turn === null) {
      this.#isQueueWaiting = false
      if (isBlank) this.#goOn()
      else this.#send(text, false)
      return
    }
    if (isBlank) return
    if (this.#turn?.isCancelling === true) {
      this.#enqueue(text, this.#ahead++)
      this.#remark('The prompt goes when the cancelled turn has ended.')
    } else if (this.#target === null && this.#isQueueWaiting) {
      this.#enqueue(text, this.#ahead++)
      this.#remark('The prompt goes when the agent runs again.')
    } else this.#enqueue(text, this.#queue.length)
  }

  cancel(): void {
    const turn = this.#turn
    const target = this.#target
    if (turn === null || target === null) return
    const { sessionId } = target
    this.#isQueueWaiting = true
    // A second time too: an agent may have missed the first, and a question may have been opened since.
    target.notify('session/cancel', { sessionId })
    this.#turn = { ...turn, isCancelling: true }
    const atMs = this.#options.nowMs()
    if (!turn.isCancelling) this.#options.dispatch({ type: 'turn-cancelled', atMs, sessionId })
    if (!turn.isCancelling && this.#queue.length > 0) this.#remark(waitingQueue)
    this.#options.cancelPermissions(sessionId)
    this.#options.onChanged()
  }

  /** The handshake is through. */
  opened(target: PromptTarget): void {
    this.#target = target
    this.#reportsStates = false
    if (this.#isQueueWaiting && this.#queue.length > 0 && this.#ahead === 0) this.#remark(waitingQueue)
    this.#goOn()
  }

  /** The agent is gone, and a running turn with it. What is queued stays so. */
  lost(): void {
    if (this.#turn !== null) this.#isQueueWaiting = true
    this.#turn = null
    this.#target = null
  }

  /** v2's `state_update`. https://agentclientprotocol.com/protocol/v2/prompt-turn */
  stateSeen(sessionId: string, state: string): void {
    const target = this.#target
    if (target === null || target.sessionId !== sessionId || target.version === 1) return
    this.#reportsStates = true
    if (state !== 'idle') {
      this.#turn ??= { prompt: null, isCancelling: false }
      this.#options.onChanged()
    } else if (this.#turn !== null) this.#over()
  }

  #enqueue(text: string, place: number): void {
    this.#queue = this.#queue.toSpliced(place, 0, text)
    this.#options.dispatch({ type: 'prompt-queued', atMs: this.#options.nowMs(), text, place })
  }

  #remark(text: string): void {
    this.#options.dispatch({ type: 'remarked', atMs: this.#options.nowMs(), text })
  }

  #goOn(): void {
    if (this.#target === null || this.#turn !== null) return
    const [next, ...rest] = this.#queue
    if (next === undefined || (this.#isQueueWaiting && this.#ahead === 0)) return
    if (this.#ahead > 0) {
      this.#isQueueWaiting = false
      this.#ahead--
    }
    this.#queue = rest
    this.#send(next, true)
  }

  #send(text: string, wasQueued: boolean): void {
    const target = this.#target
    if (target === null) return
    const { sessionId } = target
    const prompt = ++this.#prompts
    this.#turn = { prompt, isCancelling: false }
    this.#options.dispatch({ type: 'prompt-sent', atMs: this.#options.nowMs(), sessionId, text, wasQueued })
    target.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }, (outcome) => {
      if (this.#turn?.prompt === prompt && this.#target === target) this.#answered(target, outcome)
    })
    this.#options.onChanged()
  }

  #answered(target: PromptTarget, outcome: RpcOutcome): void {
    const result = outcomeOf(outcome, target.version)
    // v2 answers at once and ends the turn with an idle state. Some agents still answer at the end, as in v1: that
    // counts as long as they report no states.
    if (result === null || (outcome.ok && target.version === 2 && this.#reportsStates)) return
    const atMs = this.#options.receivingAtMs()
    this.#options.dispatch({ type: 'turn-ended', atMs, sessionId: target.sessionId, outcome: result })
    this.#over()
  }

  #over(): void {
    this.#turn = null
    this.#options.onChanged()
    this.#goOn()
  }
}

const waitingQueue = 'The queued prompts wait: they go on after the next prompt.'

/** What an answer to a prompt says about its turn; null: nothing yet. */
function outcomeOf(outcome: RpcOutcome, version: ProtocolVersion): TurnOutcome | null {
  if (outcome.ok) {
    const stopReason = isObject(outcome.value) ? stringAt(outcome.value, 'stopReason') : undefined
    if (stopReason !== undefined) return { kind: 'stopped', stopReason }
    return version === 1 ? { kind: 'stopped', stopReason: 'end_turn' } : null
  }
  const { code, message } = outcome.error
  // The agent dropped a prompt of a turn that was cancelled: that is no failure.
  if (code === rpcCodes.requestCancelled) return { kind: 'stopped', stopReason: 'cancelled' }
  return { kind: 'failed', code, message }
}
