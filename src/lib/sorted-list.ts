import { commonEnds } from './common-ends.ts'

/** At most so many items in a chunk. */
const chunkItems = 64

/**
 * Items in the order of a key that no two of them share. Immutable: a change copies one chunk of the list, and shares all
 * others.
 */
export class SortedList<K extends string | number, T> {
  /** In order; none is empty. */
  readonly chunks: readonly (readonly T[])[]
  readonly #keyOf: (item: T) => K
  readonly #lastKeyOf: (chunk: readonly T[]) => K

  constructor(keyOf: (item: T) => K, chunks: readonly (readonly T[])[] = []) {
    this.chunks = chunks
    this.#keyOf = keyOf
    this.#lastKeyOf = (chunk) => keyOf(chunk[chunk.length - 1] as T)
  }

  get(key: K): T | undefined {
    const chunk = this.chunks[this.#chunkAt(key)] ?? []
    const item = chunk[countBelow(chunk, key, this.#keyOf)]
    return item !== undefined && this.#keyOf(item) === key ? item : undefined
  }

  /** With an item in the place of the one of the same key, or in its own place. */
  with(item: T): SortedList<K, T> {
    const key = this.#keyOf(item)
    const at = Math.min(this.#chunkAt(key), Math.max(0, this.chunks.length - 1))
    const chunk = this.chunks[at] ?? []
    const place = countBelow(chunk, key, this.#keyOf)
    const known = chunk[place]
    if (known !== undefined && this.#keyOf(known) === key)
      return new SortedList(this.#keyOf, this.chunks.with(at, chunk.with(place, item)))
    const longer = chunk.toSpliced(place, 0, item)
    const half = chunkItems / 2
    const parts = longer.length > chunkItems ? [longer.slice(0, half), longer.slice(half)] : [longer]
    return new SortedList(this.#keyOf, this.chunks.toSpliced(at, 1, ...parts))
  }

  /** Without the item of a key, which must be in the list. */
  without(key: K): SortedList<K, T> {
    const at = this.#chunkAt(key)
    const shorter = (this.chunks[at] ?? []).filter((item) => this.#keyOf(item) !== key)
    return new SortedList(this.#keyOf, this.chunks.toSpliced(at, 1, ...(shorter.length > 0 ? [shorter] : [])))
  }

  /** The items that another list does not have. Items are compared only in chunks that the lists do not share. */
  notIn(other: SortedList<K, T>): readonly T[] {
    const own = ([] as T[]).concat(...missing(this.chunks, other.chunks))
    return missing(own, ([] as T[]).concat(...missing(other.chunks, this.chunks)))
  }

  /** The index of the chunk that has the key, or may get it. */
  #chunkAt(key: K): number {
    return countBelow(this.chunks, key, this.#lastKeyOf)
  }
}

/** How many elements of a sorted list have a key below this one. */
function countBelow<K extends string | number, T>(
  sorted: readonly T[],
  key: K,
  keyOf: (element: T) => K,
): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (keyOf(sorted[middle] as T) < key) from = middle + 1
    else to = middle
  }
  return from
}

/** The elements of one list that the other does not have. Most often, the lists differ in one place only. */
function missing<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  const { start, end } = commonEnds(one, other, (index, place) => one[index] === other[place])
  const others = new Set(other.slice(start, other.length - end))
  return one.slice(start, one.length - end).filter((element) => !others.has(element))
}
