import { cutDepth, deepestLevel, type JsonCut } from './cut-depth.ts'
import { limitTextDepth } from './limit-text-depth.ts'

/** The value of a JSON text, with a limited depth. */
export interface JsonReading {
  readonly value: unknown
  /** What was cut from it; null: nothing. */
  readonly cut: JsonCut | null
}

/**
 * Parses a JSON text; null where it is invalid. Never throws. The value has at most `levels` levels, so that it can be processed
 * recursively, and serialised again.
 */
export function readJson(text: string, levels: number = deepestLevel): JsonReading | null {
  const shallow = limitTextDepth(text)
  if (shallow === null) return null
  let value: unknown
  try {
    value = JSON.parse(shallow)
  } catch {
    return null
  }
  return { value, cut: opensMore(text, levels) ? cutDepth(value, levels) : null }
}

/** Whether a text has more than so many opening brackets. Most messages have not, and need no check of their depth. */
function opensMore(text: string, levels: number): boolean {
  // Each level takes two brackets.
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

/** The value of a JSON text, cut at `deepestLevel`; undefined where the text is invalid. */
export function jsonIn(text: string): unknown {
  return readJson(text)?.value
}

/** Whether a text is valid JSON; false for one that is nested too deeply to be parsed. */
export function isJson(text: string): boolean {
  if (limitTextDepth(text) !== text) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
