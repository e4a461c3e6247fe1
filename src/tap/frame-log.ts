import { costOf, type TapFrame } from './tap-frame.ts'

/** What follows a number in the log: a frame, or the frames that were dropped; null: nothing yet. */
export type Following =
  | { readonly type: 'frame'; readonly frame: TapFrame }
  | { readonly type: 'dropped'; readonly from: number; readonly to: number }
  | null

/** The part of the limit that belongs to the first frames: a conversation is not understood without its beginning. */
const partOfBeginning = 1 / 16

/** The frames of a tap, numbered from 1. Keeps the first ones and the last ones, up to a limit. */
export class FrameLog {
  readonly #limitBytes: number
  readonly #beginning: TapFrame[] = []
  #beginningBytes = 0
  #isBeginning = true
  #last: TapFrame[] = []
  /** The index of the oldest of the last frames that is kept. */
  #from = 0
  #lastBytes = 0
  #count = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** The number of the next frame. */
  get nextNumber(): number {
    return this.#count + 1
  }

  /** Adds the frame with the next number. */
  add(frame: TapFrame): void {
    this.#count++
    const cost = costOf(frame)
    const ofBeginning = this.#limitBytes * partOfBeginning
    this.#isBeginning &&= this.#beginningBytes + cost <= ofBeginning
    if (this.#isBeginning) {
      this.#beginning.push(frame)
      this.#beginningBytes += cost
      return
    }
    this.#last.push(frame)
    this.#lastBytes += cost
    while (this.#lastBytes > this.#limitBytes - ofBeginning) this.#dropOldest()
  }

  /** What follows the frame before `number`. */
  at(number: number): Following {
    const inBeginning = this.#beginning[number - 1]
    if (inBeginning !== undefined) return { type: 'frame', frame: inBeginning }
    const oldest = this.#count - (this.#last.length - this.#from) + 1
    if (number < oldest) return { type: 'dropped', from: number, to: oldest - 1 }
    const frame = this.#last[this.#from + number - oldest]
    return frame === undefined ? null : { type: 'frame', frame }
  }

  #dropOldest(): void {
    const oldest = this.#last[this.#from]
    if (oldest === undefined) return
    this.#lastBytes -= costOf(oldest)
    this.#from++
    // Rarely, so that each frame is moved once on average.
    if (this.#from < 1024 || this.#from * 2 < this.#last.length) return
    this.#last = this.#last.slice(this.#from)
    this.#from = 0
  }
}
