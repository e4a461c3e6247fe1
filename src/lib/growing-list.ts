/**
 * A list that grows at its end. Immutable: a longer version shares the items of the shorter one, so that appending to
 * the newest version copies nothing.
 */
export class GrowingList<T> {
  readonly length: number
  /** Shared by the versions of the list; the first `length` items belong to this one. */
  readonly #items: T[]

  private constructor(items: T[], length: number) {
    this.#items = items
    this.length = length
  }

  static of<T>(items: readonly T[]): GrowingList<T> {
    return new GrowingList([...items], items.length)
  }

  /** The list with one more item. */
  with(item: T): GrowingList<T> {
    // Another version has grown already: this one gets items of its own.
    const items = this.#items.length === this.length ? this.#items : this.toArray()
    items.push(item)
    return new GrowingList(items, this.length + 1)
  }

  last(): T | undefined {
    return this.length === 0 ? undefined : this.#items[this.length - 1]
  }

  /** A copy of the items. */
  toArray(): T[] {
    return this.#items.slice(0, this.length)
  }
}
