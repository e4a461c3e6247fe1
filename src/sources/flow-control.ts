// How fast an agent is read: a slice in each turn of the event loop, and nothing while it does not read itself.
import type { Buffer } from 'node:buffer'

/** A stream that an agent is read from. */
interface PacedSource {
  pause(): unknown
  resume(): unknown
}

/** How much is passed on in one turn of the event loop, in bytes. */
const costOfTurn = 128 * 1024
/** Handling a line or a frame takes 20 to 40 µs, however short it is: as long as so many bytes of a long one. */
const costOfMessage = 256
const lineFeed = 10

/**
 * Passes on what is read in slices, one in each turn of the event loop, so that a burst of long lines, or of a million short ones, does
 * not delay keys and frames. The source is paused while something waits. The order is kept.
 */
export class Pace {
  readonly #source: PacedSource
  #cost = 0
  /** Each passes on as much as the turn has room for; true when all of it was. */
  readonly #waiting: (() => boolean)[] = []
  #isHeld = false

  constructor(source: PacedSource) {
    this.#source = source
  }

  /** Something that was read was not passed on yet. */
  get isBehind(): boolean {
    return this.#waiting.length > 0
  }

  /** Passes on a chunk of a stream of lines, in slices that end with a line or with the chunk. */
  lines(chunk: Buffer, hand: (piece: Buffer) => void): void {
    let from = 0
    this.#add(() => {
      const end = this.#endOfSlice(chunk, from)
      hand(from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end))
      from = end
      return end === chunk.length
    })
  }

  /** Passes on a message of that size, as a whole. */
  message(bytes: number, hand: () => void): void {
    this.#add(() => {
      this.#spend(bytes + costOfMessage)
      hand()
      return true
    })
  }

  /** Runs after all that was read before has been passed on. */
  last(run: () => void): void {
    this.#add(() => {
      run()
      return true
    })
  }

  /** Counts a message that the reader has passed on itself; pauses the source when it was enough for this turn. */
  spent(bytes: number): void {
    this.#spend(bytes + costOfMessage)
    this.#holdUp()
  }

  #add(go: () => boolean): void {
    this.#waiting.push(go)
    if (this.#waiting.length === 1) this.#go()
    else this.#holdUp()
  }

  #go(): void {
    let done = 0
    for (const go of this.#waiting) {
      if (this.#cost >= costOfTurn || !go()) break
      done++
    }
    this.#waiting.splice(0, done)
    this.#holdUp()
  }

  /** The end of the slice that this turn has room for: after a line, or at the end of the chunk. At least one line. */
  #endOfSlice(chunk: Buffer, from: number): number {
    let end = from
    while (end < chunk.length && (this.#cost < costOfTurn || end === from)) {
      const at = chunk.indexOf(lineFeed, end)
      const next = at === -1 ? chunk.length : at + 1
      this.#spend(next - end + costOfMessage)
      end = next
    }
    return end
  }

  #spend(cost: number): void {
    if (this.#cost === 0) setImmediate(() => this.#nextTurn())
    this.#cost += cost
  }

  #nextTurn(): void {
    this.#cost = 0
    this.#go()
    if (this.#isHeld && this.#cost < costOfTurn && !this.isBehind) {
      this.#isHeld = false
      this.#source.resume()
    }
  }

  #holdUp(): void {
    if (this.#isHeld || (this.#cost < costOfTurn && !this.isBehind)) return
    this.#isHeld = true
    this.#source.pause()
  }
}

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
