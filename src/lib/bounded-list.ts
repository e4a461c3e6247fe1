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
