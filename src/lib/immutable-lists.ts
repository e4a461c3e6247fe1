/** A list of the newest items, which counts the dropped ones. Immutable: `append` gives a new list. */
export interface BoundedList<T> {
  readonly items: readonly T[]
  /** How many items were dropped at the front. */
  readonly dropped: number
}

export function emptyList<T>(): BoundedList<T> {
  return { items: [], dropped: 0 }
}

/** Drops items in bulk, to `limit` when there are more than 1.25 × `limit`, so that appending stays cheap. */
export function append<T>(list: BoundedList<T>, item: T, limit: number): BoundedList<T> {
  const items = [...list.items, item]
  if (items.length <= limit * 1.25) return { items, dropped: list.dropped }
  const cut = items.length - limit
  return { items: items.slice(cut), dropped: list.dropped + cut }
}

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
