/**
 * How deep objects and lists may be nested. Deeper values are cut, since recursive functions process them, and JSON.stringify fails at
 * some 4,000 levels. The deepest message of a real agent has 9 levels; Rust's serde_json reads fewer than 128.
 */
export const deepestLevel = 128

/** Replaces an object or list that is one level too deep. */
export const cutMark = '(nested too deeply)'

/** What was cut from a value. */
export interface JsonCut {
  /** The beginning of the path to the first value that was cut, as in `params.update.plan`. Raw text. */
  readonly path: string
  /** How many levels were kept. */
  readonly levels: number
}

/**
 * Cuts what is nested deeper than `levels`, in place; null where nothing is so deep. The value must be a tree, as one that was parsed
 * from JSON.
 */
export function cutDepth(value: unknown, levels: number = deepestLevel): JsonCut | null {
  if (!isContainer(value) || !isDeeper(value, levels)) return null
  const cutting: Cutting = { way: [], first: null }
  cutBelow(value, levels, cutting)
  return { path: pathOf(cutting.first ?? []), levels }
}

/** A description of a cut. */
export function cutWords({ levels }: JsonCut): string {
  return `nested deeper than ${levels} levels: what is deeper is left out`
}

type Container = Record<string, unknown> | unknown[]

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Optimised for values that are not so deep. Recursive, at most `levels` deep. */
function isDeeper(value: Container, levels: number): boolean {
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item) && isDeeper(item, levels - 1)) return true
    return false
  }
  // oxlint-disable-next-line guard-for-in
  for (const key in value) {
    const member = value[key]
    if (isContainer(member) && isDeeper(member, levels - 1)) return true
  }
  return false
}

interface Cutting {
  /** The path to the current value. */
  readonly way: (string | number)[]
  /** The path to the first value that was cut. */
  first: readonly (string | number)[] | null
}

function cutBelow(value: Container, levels: number, cutting: Cutting): void {
  for (const [key, member] of members(value)) {
    if (!isContainer(member)) continue
    cutting.way.push(key)
    if (levels > 1) cutBelow(member, levels - 1, cutting)
    else {
      cutting.first ??= [...cutting.way]
      // JSON.parse has made `__proto__` an own property, so this changes no prototype.
      ;(value as Record<string | number, unknown>)[key] = cutMark
    }
    cutting.way.pop()
  }
}

function* members(value: Container): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) yield* value.entries()
  else for (const key of Object.keys(value)) yield [key, value[key]]
}

const pathCharacters = 40
const keyCharacters = 30

function pathOf(way: readonly (string | number)[]): string {
  let path = ''
  for (const key of way) {
    if (path.length > pathCharacters) return `${path}…`
    path += typeof key === 'number' ? `[${key}]` : `${path === '' ? '' : '.'}${shortened(key)}`
  }
  return path
}

function shortened(key: string): string {
  return key.length > keyCharacters ? `${key.slice(0, keyCharacters)}…` : key
}
