import type { Buffer } from 'node:buffer'

/** Where an agent is read from. */
export interface PacedSource {
  pause(): unknown
  resume(): unknown
}

/** What is read in one turn of the event loop. */
const costOfTurn = 128 * 1024
/** A line or a frame takes time however short it is: 20 to 40 µs, as much as so many bytes of a long one. */
const costOfMessage = 256
const lineFeed = 10

interface Waiting {
  /** Does as much of it as the turn has room for; true once it is done. */
  readonly go: () => boolean
}

/**
 * What is read is handed on in slices, one in each turn of the event loop, so that a burst does not hold up keys and frames: of long
 * lines or of a million short ones. The source pauses while something waits. The order stays, whatever it is.
 */
export class Pace {
  readonly #source: PacedSource
  #cost = 0
  readonly #waiting: Waiting[] = []
  #isHeld = false

  constructor(source: PacedSource) {
    this.#source = source
  }

  /** Something that was read is not handed on yet. */
  get isBehind(): boolean {
    return this.#waiting.length > 0
  }

  /** A piece of a stream of lines is handed on in pieces of whole lines, and its end. */
  lines(chunk: Buffer, hand: (piece: Buffer) => void): void {
    let from = 0
    this.#add(() => {
      const end = this.#endOfSlice(chunk, from)
      hand(from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end))
      from = end
      return end === chunk.length
    })
  }

  /** A message of that size, which is handed on as one. */
  message(bytes: number, hand: () => void): void {
    this.#add(() => {
      this.#spend(bytes + costOfMessage)
      hand()
      return true
    })
  }

  /** Behind all that was read. */
  last(run: () => void): void {
    this.#add(() => {
      run()
      return true
    })
  }

  /** What was handed on by the reader itself, a message at a time: the source is paused when it was enough for a turn. */
  spent(bytes: number): void {
    this.#spend(bytes + costOfMessage)
    this.#holdUp()
  }

  #add(go: () => boolean): void {
    this.#waiting.push({ go })
    if (this.#waiting.length === 1) this.#go()
    else this.#holdUp()
  }

  #go(): void {
    let done = 0
    for (const { go } of this.#waiting) {
      if (this.#cost >= costOfTurn || !go()) break
      done++
    }
    this.#waiting.splice(0, done)
    this.#holdUp()
  }

  /** Where the slice ends that this turn has room for: behind a line, or with the chunk. One line at least. */
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
