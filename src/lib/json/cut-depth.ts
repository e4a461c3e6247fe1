/**
 * How deep objects and lists may be nested. Deeper values are cut, since recursive functions process them, and JSON.stringify fails at
 * some 4,000 levels. The deepest message of a real agent has 9 levels; Rust's serde_json reads fewer than 128.
 */
export const deepestLevel = 128

/** Replaces an object or list that is one level too deep. */
export const cutMark = '(nested too deeply)'

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
  return { path: pathOf(cutBelow(value, levels) ?? []), levels }
}

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

/** Cuts in place, and gives the steps to the first value that was cut: `.key` or `[index]` each; null: none was. */
function cutBelow(value: Container, levels: number): readonly string[] | null {
  let first: readonly string[] | null = null
  for (const [key, member] of Object.entries(value)) {
    if (!isContainer(member)) continue
    // JSON.parse has made `__proto__` an own property, so this changes no prototype.
    if (levels <= 1) (value as Record<string, unknown>)[key] = cutMark
    const below = levels <= 1 ? [] : cutBelow(member, levels - 1)
    if (below !== null) first ??= [Array.isArray(value) ? `[${key}]` : `.${shortened(key)}`, ...below]
  }
  return first
}

const pathCharacters = 40
const keyCharacters = 30

function pathOf(keys: readonly string[]): string {
  let path = ''
  for (const key of keys) {
    if (path.length > pathCharacters) return `${path}…`
    path += path === '' && key.startsWith('.') ? key.slice(1) : key
  }
  return path
}

function shortened(key: string): string {
  return key.length > keyCharacters ? `${key.slice(0, keyCharacters)}…` : key
}
