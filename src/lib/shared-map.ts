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

/** Copying a smaller Map is cheaper than a tree. */
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

const noDifference: MapDifference = { gone: [], changed: [] }

/** Where one map was made from the other, the cost depends on the number of changes between them. */
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
  readonly positions: Tree<string, number>
  readonly entries: Tree<number, Entry<V>>
  readonly size: number
  readonly nextPosition: number
}

/** Keeps the order of insertion by a sequence number per entry: one tree maps keys to numbers, another numbers to entries. */
class SharedMap<V> implements ReadonlyMap<string, V> {
  readonly size: number
  readonly #positions: Tree<string, number>
  readonly #entries: Tree<number, Entry<V>>
  readonly #nextPosition: number

  constructor({ positions, entries, size, nextPosition }: Parts<V>) {
    this.size = size
    this.#positions = positions
    this.#entries = entries
    this.#nextPosition = nextPosition
  }

  get(key: string): V | undefined {
    const position = nodeAt(this.#positions, key)
    return position === null ? undefined : nodeAt(this.#entries, position.value)?.value[1]
  }

  has(key: string): boolean {
    return nodeAt(this.#positions, key) !== null
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
    const known = nodeAt(this.#positions, key)
    const position = known?.value ?? this.#nextPosition
    const entries = withNode(this.#entries, position, entry)
    if (known !== null)
      return new SharedMap({ positions: this.#positions, entries, size, nextPosition: this.#nextPosition })
    const positions = withNode(this.#positions, key, position)
    return new SharedMap({ positions, entries, size: size + 1, nextPosition: position + 1 })
  }

  without(key: string): SharedMap<V> {
    const known = nodeAt(this.#positions, key)
    if (known === null) return this
    const positions = withoutNode(this.#positions, key)
    const entries = withoutNode(this.#entries, known.value)
    return new SharedMap({ positions, entries, size: this.size - 1, nextPosition: this.#nextPosition })
  }

  /** `key` is in the map, `nextKey` is not. */
  withInPlace(key: string, nextKey: string, value: V): SharedMap<V> {
    const known = nodeAt(this.#positions, key)
    if (known === null) return this
    const positions = withNode(withoutNode(this.#positions, key), nextKey, known.value)
    const entries = withNode(this.#entries, known.value, [nextKey, value] as const)
    return new SharedMap({ positions, entries, size: this.size, nextPosition: this.#nextPosition })
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

const emptyShared = new SharedMap<unknown>({ positions: null, entries: null, size: 0, nextPosition: 0 })
