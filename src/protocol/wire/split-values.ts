import { readJson, type JsonReading } from '../../lib/json/read-json.ts'

/** A value, and what it was read from. */
export interface TextReading extends JsonReading {
  readonly text: string
}

/** The JSON objects found in a line that is not one JSON value, and the text around them. */
export interface SplitLine {
  readonly objects: readonly TextReading[]
  readonly rest: string
}

/** Braces that open no JSON object are tried so often at most: a hostile line must not cost quadratic time. */
const failuresAllowed = 32

/** Objects that are taken out of one line: each is a message perhaps, and keys wait for all of them. */
export const mostObjects = 2000

/** Finds complete objects in a line such as `{"a":1}{"b":2}` or `banner {"a":1}`, the first `mostObjects`, read no deeper than `levels`. Never throws. */
export function splitValues(line: string, levels?: number): SplitLine {
  const objects: TextReading[] = []
  const rest: string[] = []
  let at = 0
  // Characters looked at in vain; long lines get fewer tries.
  let wasted = 0
  for (let failures = 0; failures < failuresAllowed && wasted <= wasteAllowed;) {
    if (objects.length === mostObjects) break
    const start = line.indexOf('{', at)
    if (start < 0) break
    const end = endOfObject(line, start)
    // An object that stays open is most likely a message that was cut off: what is inside it is no message of its own.
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

/** One past the brace that closes the object opened at `start`; -1 when it stays open. */
function endOfObject(line: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < line.length; at++) {
    const character = line.charCodeAt(at)
    if (inString) {
      if (character === 92) at++
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 123) depth++
    else if (character === 125 && --depth === 0) return at + 1
  }
  return -1
}
