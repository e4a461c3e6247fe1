import { findNodeAtLocation, parseTree } from 'jsonc-parser'

/** A place in a text; both count from 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

/** Where a character stands. */
export function placeAt(text: string, at: number): JsonPlace {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/**
 * Where a value begins in a text that is JSON, and no deeper than it is read; the nearest around it where the path leads to
 * nothing.
 */
export function findJsonPlace(text: string, path: readonly PropertyKey[]): JsonPlace {
  let node = parseTree(text)
  for (const key of path) {
    const next =
      node === undefined
        ? undefined
        : findNodeAtLocation(node, [node.type === 'array' ? Number(key) : String(key)])
    if (next === undefined) break
    node = next
  }
  return placeAt(text, node?.offset ?? 0)
}
