import { cutDepth, deepestLevel, type JsonCut } from './cut-depth.ts'

/** What a JSON text says, no deeper than was asked for. */
export interface JsonReading {
  readonly value: unknown
  /** What is missing in it; null: nothing. */
  readonly cut: JsonCut | null
}

/**
 * Reads a JSON text; null when it is none. Never throws, and what it gives has at most `levels` levels: whoever goes through it may
 * call itself, and can write it again.
 */
export function readJson(text: string, levels: number = deepestLevel): JsonReading | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return { value, cut: opensMore(text, levels) ? cutDepth(value, levels) : null }
}

/** Whether a text has more than so many opening brackets: most messages have not, and need not be gone through. */
function opensMore(text: string, levels: number): boolean {
  // Each level has two brackets.
  if (text.length <= 2 * levels) return false
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count++
      if (count > levels) return true
    }
  }
  return false
}

/** The value of a JSON text, no deeper than `deepestLevel`; undefined when it is none. */
export function jsonIn(text: string): unknown {
  return readJson(text)?.value
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
