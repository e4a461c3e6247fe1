import { Pace, type PacedSource } from './pace.ts'

/** What may wait until the other side reads it: more than any single answer takes. */
export const unreadBytes = 32 * 1024 * 1024
export const unreadMessages = 10_000

/**
 * Reading from an agent and writing to it, kept within bounds. What is read is handed on at its pace; and who does not read what
 * is written to it is not read either, until it does: each request that is read would add an answer to those that wait in memory.
 */
export class Flow {
  readonly pace: Pace
  readonly #source: PacedSource
  readonly #onStalled: (isStalled: boolean) => void
  #isPaced = false
  #waitingBytes = 0
  #waitingMessages = 0
  #isStalled = false
  #isReleased = false

  /** `onStalled` hears when reading stops because the other side does not read, and when it goes on. */
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

  /** A message of that size is on its way; what comes back is to be called once, when it was taken, or never will be. */
  sent(bytes: number): () => void {
    this.#waitingBytes += bytes
    this.#waitingMessages++
    this.#look()
    return () => {
      this.#waitingBytes -= bytes
      this.#waitingMessages--
      this.#look()
    }
  }

  /** It is being ended: all that comes is read from here on, so that nobody hangs on a full pipe. */
  release(): void {
    this.#isReleased = true
    this.#look()
  }

  #look(): void {
    // It goes on when a half was read: stopping and going on for each message would cost more than either.
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

/** Holds up a loop that reads: it awaits `opened` before it goes on. */
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
