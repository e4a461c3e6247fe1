/** Which row each block starts at. Only what has changed is counted anew, and only when somebody asks. */
export class RowTops {
  readonly #tops: number[] = [0]
  readonly #heightOf: (index: number) => number
  #known = 0
  #count = 0

  constructor(heightOf: (index: number) => number) {
    this.#heightOf = heightOf
  }

  /** The heights of this block and those after it may have changed; there are `count` blocks now. */
  changed(from: number, count: number): void {
    this.#known = Math.min(this.#known, from)
    this.#count = count
  }

  /** The row that block `index` starts at; of the one after the last, the number of all rows. */
  top(index: number): number {
    for (; this.#known < index; this.#known += 1) {
      this.#tops[this.#known + 1] = (this.#tops[this.#known] ?? 0) + this.#heightOf(this.#known)
    }
    return this.#tops[index] ?? 0
  }

  total(): number {
    return this.top(this.#count)
  }

  /** The block that row `row` belongs to; the last one when there are not as many rows. */
  blockAt(row: number): number {
    this.total()
    let low = 0
    let high = this.#count - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#tops[middle] ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return Math.max(0, low)
  }
}
