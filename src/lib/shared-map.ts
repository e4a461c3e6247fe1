import { commonEnds } from './sequences.ts'

/** Copying a smaller Map is cheaper than sharing its parts. */
const copiedBelow = 32

/**
 * A copy of the map with a value set at a key: in place, or at the end for a new key, as in a Map. Hardly depends on the map's size,
 * since the copy of a large map shares its parts.
 */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  if (map instanceof SharedMap) return (map as SharedMap<V>).with(key, value)
  return map.size < copiedBelow ? new Map(map).set(key, value) : shared(map).with(key, value)
}

/** A copy of the map without a key; the same map where it does not have it. */
export function withoutEntry<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  if (map instanceof SharedMap) return (map as SharedMap<V>).without(key)
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

/** The map with at most `most` entries, where it has at most one more: without its first one. */
export function withAtMost<V>(map: ReadonlyMap<string, V>, most: number): ReadonlyMap<string, V> {
  const [first] = map.size > most ? map.keys() : []
  return first === undefined ? map : withoutEntry(map, first)
}

/** A copy of the map with another entry in the place of a key. If the new key was in the map already, that entry is removed. */
export function withEntryInPlace<V>(
  map: ReadonlyMap<string, V>,
  key: string,
  entry: readonly [string, V],
): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const [nextKey, value] = entry
  if (nextKey === key) return withEntry(map, key, value)
  const rest = withoutEntry(map, nextKey)
  if (rest instanceof SharedMap) return (rest as SharedMap<V>).withInPlace(key, nextKey, value)
  return new Map([...rest].map((each) => (each[0] === key ? entry : each)))
}

/** At most `count` of the last values, the last one first. */
export function lastValues<V>(map: ReadonlyMap<string, V>, count: number): readonly V[] {
  return map instanceof SharedMap
    ? (map as SharedMap<V>).last(count)
    : [...map.values()].slice(-count).toReversed()
}

/** The differences of a map from an earlier one. */
export interface MapDifference {
  /** Removed keys, in their old order. */
  readonly gone: readonly string[]
  /** Keys with a new or another value, in their order. */
  readonly changed: readonly string[]
}

const noKeys: readonly string[] = []
const noDifference: MapDifference = { gone: [], changed: [] }

/** Where one map was made from the other, entries are compared only in the chunks that changed between them. */
export function mapDifference<V>(
  after: ReadonlyMap<string, V>,
  before: ReadonlyMap<string, V>,
): MapDifference {
  if (after === before) return noDifference
  if (after instanceof SharedMap && before instanceof SharedMap)
    return (after as SharedMap<V>).difference(before as SharedMap<V>)
  const changed: string[] = []
  let known = 0
  // Without iterators: this runs for each event.
  after.forEach((value, key) => {
    const isKnown = before.has(key)
    if (isKnown) known++
    if (!isKnown || before.get(key) !== value) changed.push(key)
  })
  const gone = known === before.size ? noKeys : [...before.keys()].filter((key) => !after.has(key))
  return { gone, changed }
}

function shared<V>(map: ReadonlyMap<string, V>): SharedMap<V> {
  let made = emptyShared as SharedMap<V>
  for (const [key, value] of map) made = made.with(key, value)
  return made
}

interface Entry<V> {
  readonly key: string
  readonly value: V
  /** Entries are in the order of their positions. */
  readonly position: number
}

/** The same entries twice: in the order of their keys to find them, and in that of their positions to list them. */
class SharedMap<V> implements ReadonlyMap<string, V> {
  readonly size: number
  readonly #byKey: SortedList<string, Entry<V>>
  readonly #inOrder: SortedList<number, Entry<V>>

  constructor(byKey: SortedList<string, Entry<V>>, inOrder: SortedList<number, Entry<V>>, size: number) {
    this.size = size
    this.#byKey = byKey
    this.#inOrder = inOrder
  }

  get(key: string): V | undefined {
    return this.#byKey.get(key)?.value
  }

  has(key: string): boolean {
    return this.#byKey.get(key) !== undefined
  }

  *entries(): Generator<[string, V], undefined> {
    for (const chunk of this.#inOrder.chunks) for (const { key, value } of chunk) yield [key, value]
  }

  *keys(): Generator<string, undefined> {
    for (const [key] of this.entries()) yield key
  }

  *values(): Generator<V, undefined> {
    for (const chunk of this.#inOrder.chunks) for (const { value } of chunk) yield value
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries()
  }

  forEach(call: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const chunk of this.#inOrder.chunks) for (const { key, value } of chunk) call(value, key, this)
  }

  with(key: string, value: V): SharedMap<V> {
    const known = this.#byKey.get(key)
    const position = known?.position ?? this.#endPosition()
    return this.#with({ key, value, position }, known === undefined ? this.size + 1 : this.size)
  }

  without(key: string): SharedMap<V> {
    const known = this.#byKey.get(key)
    if (known === undefined) return this
    return new SharedMap(this.#byKey.without(key), this.#inOrder.without(known.position), this.size - 1)
  }

  /** `key` is in the map, `nextKey` is not. */
  withInPlace(key: string, nextKey: string, value: V): SharedMap<V> {
    const position = this.#byKey.get(key)?.position ?? this.#endPosition()
    return this.without(key).#with({ key: nextKey, value, position }, this.size)
  }

  #with(entry: Entry<V>, size: number): SharedMap<V> {
    return new SharedMap(this.#byKey.with(entry), this.#inOrder.with(entry), size)
  }

  #endPosition(): number {
    return (this.#inOrder.chunks.at(-1)?.at(-1)?.position ?? -1) + 1
  }

  last(count: number): readonly V[] {
    const values: V[] = []
    for (const chunk of this.#inOrder.chunks.toReversed())
      for (const { value } of chunk.toReversed()) {
        if (values.length === count) return values
        values.push(value)
      }
    return values
  }

  difference(before: SharedMap<V>): MapDifference {
    const gone = before.#inOrder.notIn(this.#inOrder).filter(({ key }) => !this.has(key))
    const changed = this.#inOrder.notIn(before.#inOrder).filter(({ key, value }) => {
      const known = before.#byKey.get(key)
      return known === undefined || known.value !== value
    })
    return { gone: gone.map(({ key }) => key), changed: changed.map(({ key }) => key) }
  }
}

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

const emptyShared = new SharedMap<unknown>(
  new SortedList(({ key }) => key),
  new SortedList(({ position }) => position),
  0,
)
