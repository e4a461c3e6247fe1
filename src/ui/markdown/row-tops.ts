import { lastAtMost } from '../../lib/sequences.ts'

/** The first row of each block: prefix sums of the heights, computed on demand from the first changed block on. */
export class RowTops {
  readonly #tops: number[] = [0]
  readonly #heightOf: (index: number) => number
  #known = 0
  #count = 0

  constructor(heightOf: (index: number) => number) {
    this.#heightOf = heightOf
  }

  /** To be called when heights from block `from` on may have changed. `count` is the new number of blocks. */
  changed(from: number, count: number): void {
    this.#known = Math.min(this.#known, from)
    this.#count = count
  }

  /** The first row of block `index`; with the number of blocks, the number of all rows. */
  top(index: number): number {
    for (; this.#known < index; this.#known += 1) {
      this.#tops[this.#known + 1] = (this.#tops[this.#known] ?? 0) + this.#heightOf(this.#known)
    }
    return this.#tops[index] ?? 0
  }

  total(): number {
    return this.top(this.#count)
  }

  /** The block that contains row `row`; the last one for rows beyond the end. */
  blockAt(row: number): number {
    this.total()
    return lastAtMost(row, this.#count, (index) => this.#tops[index] ?? 0)
  }
}
