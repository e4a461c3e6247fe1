import type { Buffer } from 'node:buffer'

/** A stream that an agent is read from. */
export interface PacedSource {
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
