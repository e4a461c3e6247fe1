import { cutDepth, deepestLevel, type JsonCut } from './cut-depth.ts'
import { shallowText } from './shallow-text.ts'

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
  const shallow = shallowText(text)
  if (shallow === null) return null
  let value: unknown
  try {
    value = JSON.parse(shallow)
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

/** Whether a text is JSON; of one with more levels than anybody reads nobody knows. */
export function isJson(text: string): boolean {
  if (shallowText(text) !== text) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
