import { Pace, type PacedSource } from './pace.ts'

/** How much may wait to be read by the agent: more than any single answer. */
export const unreadBytes = 32 * 1024 * 1024
export const unreadMessages = 10_000

/**
 * Flow control in both directions. Input is passed on by `pace`, a slice at a time. While too much output waits to be read by the agent, reading
 * from it is paused, since each of its requests would add another answer to the memory.
 */
export class FlowControl {
  readonly pace: Pace
  readonly #source: PacedSource
  readonly #onStalled: (isStalled: boolean) => void
  #isPaced = false
  #waitingBytes = 0
  #waitingMessages = 0
  #isStalled = false
  #isReleased = false

  /** `onStalled` is called when reading is paused because the agent does not read, and when it continues. */
  constructor(source: PacedSource, onStalled: (isStalled: boolean) => void) {
    this.#source = source
    this.#onStalled = onStalled
    this.pace = new Pace({
      pause: () => {
        this.#isPaced = true
        source.pause()
      },
      resume: () => {
        this.#isPaced = false
        if (!this.#isStalled) source.resume()
      },
    })
  }

  /** Counts a message that is being written. The caller calls the result once, when it was written, or cannot be. */
  sent(bytes: number): () => void {
    this.#waitingBytes += bytes
    this.#waitingMessages++
    this.#update()
    return () => {
      this.#waitingBytes -= bytes
      this.#waitingMessages--
      this.#update()
    }
  }

  /** Reads without limits from here on: while the connection is ended, the agent must not hang on a full pipe. */
  release(): void {
    this.#isReleased = true
    this.#update()
  }

  #update(): void {
    // Reading continues when half of it was read, so that it is not paused and resumed for each message.
    const share = this.#isStalled ? 0.5 : 1
    const isFull = this.#waitingBytes > unreadBytes * share || this.#waitingMessages > unreadMessages * share
    const isStalled = isFull && !this.#isReleased
    if (isStalled === this.#isStalled) return
    this.#isStalled = isStalled
    if (isStalled) this.#source.pause()
    else if (!this.#isPaced) this.#source.resume()
    if (!this.#isReleased) this.#onStalled(isStalled)
  }
}

/** Pauses a loop that reads: the loop awaits `opened` before each step. */
export class Gate implements PacedSource {
  opened: Promise<void> = Promise.resolve()
  #open: (() => void) | null = null

  pause(): void {
    if (this.#open !== null) return
    this.opened = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  resume(): void {
    this.#open?.()
    this.#open = null
  }
}
