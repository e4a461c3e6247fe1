import { jsonTokens, token } from '../../lib/json/json-tokens.ts'
import { readJson, type JsonReading } from '../../lib/json/read-json.ts'

/** A value, and the text that it was read from. */
export interface TextReading extends JsonReading {
  readonly text: string
}

/** The JSON objects in a line that is not one JSON value, and the text around them. */
export interface SplitLine {
  readonly objects: readonly TextReading[]
  readonly rest: string
}

/** Limits how often a brace that opens no JSON object is tried: a hostile line must not cost quadratic time. */
const failuresAllowed = 32

/** Objects read from one line: each may be a message, and keys wait for all of them. */
export const maxObjects = 2000

/**
 * Finds complete objects in a line such as `{"a":1}{"b":2}` or `banner {"a":1}`, the first `maxObjects`, read no
 * deeper than `levels`. Never throws.
 */
export function splitValues(line: string, levels?: number): SplitLine {
  const objects: TextReading[] = []
  const rest: string[] = []
  let at = 0
  // Characters scanned without success; long lines get fewer tries.
  let wasted = 0
  for (let failures = 0; failures < failuresAllowed && wasted <= wasteAllowed;) {
    if (objects.length === maxObjects) break
    const start = line.indexOf('{', at)
    if (start < 0) break
    const end = endOfObject(line, start)
    // An object that stays open is most likely a message that was cut off: objects inside it are not messages.
    if (end < 0) break
    const text = line.slice(start, end)
    const read = readJson(text, levels)
    if (read === null) {
      rest.push(line.slice(at, start + 1))
      at = start + 1
      failures++
      wasted += end - start
      continue
    }
    rest.push(line.slice(at, start))
    objects.push({ ...read, text })
    at = end
  }
  rest.push(line.slice(at))
  return { objects, rest: rest.join('').trim() }
}

const wasteAllowed = 1_000_000

/** The offset after the closing brace of the object at `start`; -1 if it stays open. */
function endOfObject(line: string, start: number): number {
  let depth = 0
  let end = -1
  jsonTokens(line, start, (code, _, after) => {
    if (code === token.openingBrace) depth++
    else if (code === token.closingBrace && --depth === 0) end = after
    return end < 0
  })
  return end
}
