import {
  eachNode,
  nodeAt,
  nodesBack,
  nodesOf,
  treeDifference,
  withNode,
  withoutNode,
  type Tree,
  type TreeNode,
} from './balanced-tree.ts'

/** Beneath this, copying a Map is cheaper than anything else. */
const copiedBelow = 32

/**
 * The map with a value at a key: where that stands already, else at the end, as in a Map. What was given stays as it was. It
 * costs the same however large the map is: a large one shares its parts with the one before it.
 */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  if (map instanceof SharedMap) return (map as SharedMap<V>).with(key, value)
  return map.size < copiedBelow ? new Map(map).set(key, value) : shared(map).with(key, value)
}

/** The map without a key; the same map where it is not there. */
export function withoutEntry<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  if (map instanceof SharedMap) return (map as SharedMap<V>).without(key)
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

/** The map with another key and value where a key stands. A value that the new key has elsewhere goes. */
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

/** The values that came last, the newest first: so many at the most. */
export function lastValues<V>(map: ReadonlyMap<string, V>, count: number): readonly V[] {
  return map instanceof SharedMap
    ? (map as SharedMap<V>).last(count)
    : [...map.values()].slice(-count).toReversed()
}

/** How a map differs from one before it. */
export interface MapDifference {
  /** Keys that it has no more, in the order that they had. */
  readonly gone: readonly string[]
  /** Keys of values that are new or others, in the order that they have. */
  readonly changed: readonly string[]
}

const noDifference: MapDifference = { gone: [], changed: [] }

/** What two maps share is not looked at: where one was made of the other, it costs what was changed between them. */
export function mapDifference<V>(
  after: ReadonlyMap<string, V>,
  before: ReadonlyMap<string, V>,
): MapDifference {
  if (after === before) return noDifference
  if (after instanceof SharedMap && before instanceof SharedMap)
    return (after as SharedMap<V>).difference(before as SharedMap<V>)
  const gone = [...before.keys()].filter((key) => !after.has(key))
  const changed: string[] = []
  for (const [key, value] of after) if (before.get(key) !== value || !before.has(key)) changed.push(key)
  return { gone, changed }
}

function shared<V>(map: ReadonlyMap<string, V>): SharedMap<V> {
  let made = emptyShared as SharedMap<V>
  for (const [key, value] of map) made = made.with(key, value)
  return made
}

type Entry<V> = readonly [string, V]

interface Parts<V> {
  readonly places: Tree<string, number>
  readonly entries: Tree<number, Entry<V>>
  readonly size: number
  readonly nextPlace: number
}

/** Each entry has a place, counted up: keys lead to places, and places, in their order, to entries. */
class SharedMap<V> implements ReadonlyMap<string, V> {
  readonly size: number
  readonly #places: Tree<string, number>
  readonly #entries: Tree<number, Entry<V>>
  readonly #nextPlace: number

  constructor({ places, entries, size, nextPlace }: Parts<V>) {
    this.size = size
    this.#places = places
    this.#entries = entries
    this.#nextPlace = nextPlace
  }

  get(key: string): V | undefined {
    const place = nodeAt(this.#places, key)
    return place === null ? undefined : nodeAt(this.#entries, place.value)?.value[1]
  }

  has(key: string): boolean {
    return nodeAt(this.#places, key) !== null
  }

  *entries(): Generator<[string, V], undefined> {
    for (const { value } of nodesOf(this.#entries)) yield [value[0], value[1]]
  }

  *keys(): Generator<string, undefined> {
    for (const { value } of nodesOf(this.#entries)) yield value[0]
  }

  *values(): Generator<V, undefined> {
    for (const { value } of nodesOf(this.#entries)) yield value[1]
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries()
  }

  forEach(call: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    eachNode(this.#entries, ({ value: [key, value] }) => call(value, key, this))
  }

  with(key: string, value: V): SharedMap<V> {
    const { size } = this
    const entry: Entry<V> = [key, value]
    const known = nodeAt(this.#places, key)
    const place = known?.value ?? this.#nextPlace
    const entries = withNode(this.#entries, place, entry)
    if (known !== null)
      return new SharedMap({ places: this.#places, entries, size, nextPlace: this.#nextPlace })
    const places = withNode(this.#places, key, place)
    return new SharedMap({ places, entries, size: size + 1, nextPlace: place + 1 })
  }

  without(key: string): SharedMap<V> {
    const known = nodeAt(this.#places, key)
    if (known === null) return this
    const places = withoutNode(this.#places, key)
    const entries = withoutNode(this.#entries, known.value)
    return new SharedMap({ places, entries, size: this.size - 1, nextPlace: this.#nextPlace })
  }

  /** For a key that is there, and another that is not. */
  withInPlace(key: string, nextKey: string, value: V): SharedMap<V> {
    const known = nodeAt(this.#places, key)
    if (known === null) return this
    const places = withNode(withoutNode(this.#places, key), nextKey, known.value)
    const entries = withNode(this.#entries, known.value, [nextKey, value] as const)
    return new SharedMap({ places, entries, size: this.size, nextPlace: this.#nextPlace })
  }

  last(count: number): readonly V[] {
    const values: V[] = []
    for (const { value } of nodesBack(this.#entries)) {
      if (values.length === count) break
      values.push(value[1])
    }
    return values
  }

  difference(before: SharedMap<V>): MapDifference {
    const gone: string[] = []
    const changed: string[] = []
    const isGone = ({ value: [key] }: TreeNode<number, Entry<V>>): void => {
      if (!this.has(key)) gone.push(key)
    }
    const isOther = ({ value: [key, value] }: TreeNode<number, Entry<V>>): void => {
      if (before.get(key) !== value || !before.has(key)) changed.push(key)
    }
    treeDifference(this.#entries, before.#entries, {
      onlyBefore: isGone,
      onlyAfter: isOther,
      changed(nodeAfter, nodeBefore) {
        isGone(nodeBefore)
        isOther(nodeAfter)
      },
    })
    return { gone, changed }
  }
}

const emptyShared = new SharedMap<unknown>({ places: null, entries: null, size: 0, nextPlace: 0 })
