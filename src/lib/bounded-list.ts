/** A list that keeps its newest `limit` items and counts what it let go. Immutable: `append` gives a new one. */
export interface BoundedList<T> {
  readonly items: readonly T[]
  /** How many were dropped at the front. */
  readonly dropped: number
}

export function emptyList<T>(): BoundedList<T> {
  return { items: [], dropped: 0 }
}

/** Trims in bulk (at 1.25 × limit), so that appending stays cheap: at most `limit * 1.25` items are held. */
export function append<T>(list: BoundedList<T>, item: T, limit: number): BoundedList<T> {
  const items = [...list.items, item]
  if (items.length <= limit * 1.25) return { items, dropped: list.dropped }
  const cut = items.length - limit
  return { items: items.slice(cut), dropped: list.dropped + cut }
}
