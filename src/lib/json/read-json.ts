import { cutDepth, deepestLevel, type JsonCut } from './cut-depth.ts'
import { limitTextDepth, opensMore } from './limit-text-depth.ts'

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
  // Most messages have few brackets.
  return { value, cut: opensMore(text, levels) ? cutDepth(value, levels) : null }
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
