/**
 * How many objects and lists may stand in one another. Nothing deeper is looked at: what is read here is gone through by functions
 * that call themselves, and JSON.stringify fails some 4,000 levels down. The deepest message of a real agent has 9 levels, and
 * programs in Rust read no 128 (serde_json).
 */
export const deepestLevel = 128

/** What stands in the place of an object or list that would be one level too deep: whoever sees the rest sees that some is missing. */
export const cutMark = '(nested too deeply)'

/** What was left out of a value. */
export interface JsonCut {
  /** Where the first of what is left out was, as in `params.update.plan`: the beginning of the way there. Raw. */
  readonly path: string
  /** How many levels were kept. */
  readonly levels: number
}

/**
 * Leaves out of a value what is nested deeper than `levels`, in the value itself; null when there is nothing so deep. It must be a
 * tree, as the reader of a JSON text makes one.
 */
export function cutDepth(value: unknown, levels: number = deepestLevel): JsonCut | null {
  if (!isContainer(value) || !isDeeper(value, levels)) return null
  const cutting: Cutting = { way: [], first: null }
  cutBelow(value, levels, cutting)
  return { path: pathOf(cutting.first ?? []), levels }
}

/** What is wrong with a value of which something was left out. */
export function cutWords({ levels }: JsonCut): string {
  return `nested deeper than ${levels} levels: what is deeper is left out`
}

type Container = Record<string, unknown> | unknown[]

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Nearly always false: it is made for that, and calls itself `levels` deep at the most. */
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
  /** The keys that lead to where it stands. */
  readonly way: (string | number)[]
  /** Those that lead to what was left out first. */
  first: readonly (string | number)[] | null
}

function cutBelow(value: Container, levels: number, cutting: Cutting): void {
  for (const [key, member] of members(value)) {
    if (!isContainer(member)) continue
    cutting.way.push(key)
    if (levels > 1) cutBelow(member, levels - 1, cutting)
    else {
      cutting.first ??= [...cutting.way]
      // A key of that name is the value's own, so this changes no prototype.
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
