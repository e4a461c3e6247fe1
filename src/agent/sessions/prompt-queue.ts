import { basename, isAbsolute, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mentionsIn } from '../../app/words/prompt.ts'
import { isRegularFile } from '../../system/regular-file.ts'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import { rpcCodes } from '../../protocol/wire/message.ts'
import type { AgentWire } from '../connection/peer.ts'
import type { LiveExchange } from '../live-exchange.ts'

/** How prompts and cancellations reach the agent. */
type PromptTarget = Pick<AgentWire, 'ask' | 'notify'>

export interface PromptQueueOptions {
  readonly exchange: LiveExchange
  /** Answers the session's open questions with `cancelled`. */
  readonly cancelQuestions: (sessionId: string) => void
  /** The agent answered a prompt with `authRequired`. */
  readonly onLoginWanted: () => void
  /** The agent's folder on this machine, whose files a prompt may name; null: it is on another one. */
  readonly files: string | null
  /** A turn began, was cancelled or ended. */
  readonly onChanged: () => void
}

/**
 * A session's prompts and its running turn. A prompt is sent at once when no turn runs, else it is queued until the turn ends.
 *
 * After a turn that the user cancelled, or that was lost with the agent, the queue is paused: what was meant to follow a turn that
 * did not do its work should not start by itself. The next prompt goes first ("do this instead"), and the queue continues after it; a
 * blank prompt just resumes the queue.
 */
export class PromptQueue {
  readonly #options: PromptQueueOptions
  readonly #exchange: LiveExchange
  /** null before there is a session. */
  readonly #sessionId: string | null
  #queue: readonly string[] = []
  #target: PromptTarget | null = null
  #turn: 'none' | 'running' | 'cancelling' = 'none'
  #isPaused = false
  /** Paused because settings could not be changed. */
  #isHeldBySettings = false
  /**
   * How many prompts at the front of the queue go out even while it is paused: given while a cancelled turn still
   * ran, or after a turn was lost.
   */
  #ahead = 0

  constructor(sessionId: string | null, options: PromptQueueOptions) {
    this.#sessionId = sessionId
    this.#options = options
    this.#exchange = options.exchange
  }

  get isRunning(): boolean {
    return this.#turn !== 'none'
  }

  get isCancelling(): boolean {
    return this.#turn === 'cancelling'
  }

  get isHeld(): boolean {
    return this.#isHeldBySettings
  }

  /** Prompts are queued. */
  get hasQueued(): boolean {
    return this.#queue.length > 0
  }

  /** Nothing is queued, and no turn runs. */
  get isEmpty(): boolean {
    return !this.hasQueued && !this.isRunning
  }

  prompt(text: string): void {
    const isBlank = text.trim() === ''
    if (this.#target !== null && !this.isRunning) {
      this.#isPaused = false
      if (isBlank) this.#sendNext()
      else this.#send(text, false)
      return
    }
    if (isBlank) return
    if (this.isCancelling) {
      this.#enqueue(text, this.#ahead++)
      this.#exchange.remark('The prompt is sent when the cancelled turn has ended.')
    } else if (this.#target === null && this.#isPaused) {
      this.#enqueue(text, this.#ahead++)
      this.#exchange.remark('The prompt is sent when the agent runs again.')
    } else this.#enqueue(text, this.#queue.length)
  }

  /** Sends a prompt before all queued ones, as soon as no turn runs. */
  promptFirst(text: string): void {
    if (this.#target !== null && !this.isRunning) this.prompt(text)
    else this.#enqueue(text, this.#ahead++)
  }

  /**
   * Cancels the running turn and pauses the queue. If no turn runs, withdraws all queued prompts; if a turn is being
   * cancelled already, those that were to follow it.
   */
  cancel(): void {
    const target = this.#target
    const sessionId = this.#sessionId
    if (!this.isRunning || target === null || sessionId === null) return this.#withdraw(this.#queue.length)
    const wasCancelling = this.isCancelling
    if (wasCancelling) this.#withdraw(this.#ahead)
    this.#isPaused = true
    // Sent a second time, too: an agent may have missed the first, and a question may have been opened since.
    target.notify('session/cancel', { sessionId })
    this.#turn = 'cancelling'
    if (!wasCancelling) {
      this.#ahead = 0
      this.#exchange.note({ type: 'turn-cancelled', sessionId })
      if (this.#queue.length > 0) this.#exchange.remark(queuePaused)
    }
    this.#options.cancelQuestions(sessionId)
    this.#options.onChanged()
  }

  /** Pauses the queue until it is released or the user sends another prompt. */
  hold(): void {
    this.#isHeldBySettings = true
    this.#isPaused = true
  }

  release(): void {
    if (!this.#isHeldBySettings) return
    this.#isHeldBySettings = false
    this.#isPaused = false
    this.#sendNext()
  }

  /** The session is open: prompts can be sent. */
  opened(target: PromptTarget): void {
    this.#target = target
    const hasOtherReason = this.#isHeldBySettings || this.#queue.length === 0 || this.#ahead > 0
    const sessionId = this.#sessionId
    if (this.#isPaused && !hasOtherReason && sessionId !== null)
      this.#exchange.note({ type: 'session-held', sessionId, message: null })
    this.#sendNext()
  }

  /** The agent is gone, and a running turn with it. The queue stays. */
  disconnected(): void {
    if (this.isRunning) this.#isPaused = true
    this.#turn = 'none'
    this.#target = null
  }

  /** Moves the queue to the end of another session's queue. */
  moveTo(other: PromptQueue): void {
    const from = this.#sessionId
    const to = other.#sessionId
    if (to === null || other === this || this.#queue.length === 0) return
    other.#isPaused ||= this.#isPaused
    if (other.#queue.length === 0) other.#ahead = this.#ahead
    other.#queue = [...other.#queue, ...this.#queue]
    this.#queue = []
    this.#ahead = 0
    this.#exchange.note({ type: 'queue-moved', atMs: this.#exchange.receivingAtMs, from, to })
  }

  /** The interpreter has seen the end of the turn. */
  turnEnded(outcome: TurnOutcome): void {
    if (outcome.kind === 'failed' && outcome.code === rpcCodes.authRequired) {
      // Queued prompts would meet the same error.
      this.#isPaused = true
      this.#options.onLoginWanted()
    }
    this.#turnOver()
  }

  /** Version 2's `state_update`. https://agentclientprotocol.com/protocol/v2/prompt-turn */
  onState(state: string): void {
    if (state !== 'idle') {
      if (!this.isRunning) this.#turn = 'running'
      this.#options.onChanged()
    } else if (this.isRunning) this.#turnOver()
  }

  #enqueue(text: string, place: number): void {
    this.#queue = this.#queue.toSpliced(place, 0, text)
    const sessionId = this.#sessionId
    this.#exchange.note({ type: 'prompt-queued', sessionId, text, place })
  }

  /** Takes the first prompts back. */
  #withdraw(count: number): void {
    if (count === 0) return
    this.#queue = this.#queue.slice(count)
    this.#ahead = Math.max(0, this.#ahead - count)
    const sessionId = this.#sessionId
    this.#exchange.note({ type: 'prompts-withdrawn', sessionId, count })
    this.#exchange.remark(
      count === 1
        ? 'The prompt is taken back: it was not sent.'
        : `${count} prompts are taken back: they were not sent.`,
    )
  }

  #sendNext(): void {
    if (this.#target === null || this.isRunning) return
    const [next, ...rest] = this.#queue
    if (next === undefined || (this.#isPaused && this.#ahead === 0)) return
    if (this.#ahead > 0) {
      this.#isPaused = false
      this.#ahead--
    }
    this.#queue = rest
    this.#send(next, true)
  }

  /** The interpreter sees the end of the turn: the answer, or the states that the agent reports. */
  #send(text: string, wasQueued: boolean): void {
    const target = this.#target
    const sessionId = this.#sessionId
    if (target === null || sessionId === null) return
    this.#isHeldBySettings = false
    this.#turn = 'running'
    this.#exchange.note({ type: 'prompt-sent', sessionId, text, wasQueued })
    const prompt = [{ type: 'text', text }, ...fileLinks(text, this.#options.files)]
    void target.ask('session/prompt', { sessionId, prompt })
    this.#options.onChanged()
  }

  #turnOver(): void {
    this.#turn = 'none'
    this.#options.onChanged()
    this.#sendNext()
  }
}

/** Files that a prompt links to; more are only named in it. */
const mostLinks = 50

/**
 * The files of the folder that a prompt names, as links: every agent takes these, while not every one takes contents.
 * https://agentclientprotocol.com/protocol/content#resource-link
 */
function fileLinks(text: string, folder: string | null): readonly object[] {
  if (folder === null) return []
  const isFile = (path: string): boolean => {
    const inside = relative(folder, resolve(folder, path))
    const isOutside = isAbsolute(path) || isAbsolute(inside) || /^\.\.(?:[/\\]|$)/.test(inside)
    return inside !== '' && !isOutside && isRegularFile(resolve(folder, path))
  }
  const files = mentionsIn(text)
    .slice(0, mostLinks)
    .flatMap((path) => [path, path.replace(/[.,;:!?)]+$/, '')].find(isFile) ?? [])
  return [...new Set(files)].map((path) => {
    const file = resolve(folder, path)
    return { type: 'resource_link', uri: pathToFileURL(file).href, name: basename(file) }
  })
}

const queuePaused = 'The queued prompts wait, and are sent after the next prompt.'
