import { cutDepth, deepestLevel, type JsonCut } from './cut-depth.ts'

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

/**
 * Texts from this length on are scanned before they are parsed: JSON.parse takes 2 s for 16 MB of brackets, and 0.1 s
 * for 1 MB. Scanning a usual text takes a third of the time of parsing it.
 */
const scannedFrom = 1024 * 1024
/** Far more than `cutDepth` leaves after parsing. */
const maxLevels = 10_000

/**
 * Bounds the time to parse a JSON text: in a long text, objects and lists nested deeper than 10,000 levels become empty.
 * null: invalid JSON, with unbalanced brackets or quotes.
 */
export function limitTextDepth(text: string): string | null {
  if (text.length <= scannedFrom || !opensMore(text, maxLevels)) return text
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === token.quote) {
      const end = endOfString(text, at)
      if (end === null) return null
      at = end - 1
    } else if (opens(code)) {
      if (depth++ === maxLevels) {
        parts.push(text.slice(from, at + 1))
        from = -1
      }
    } else if (closes(code)) {
      if (--depth < 0) return null
      if (depth === maxLevels) from = at
    }
  }
  if (depth !== 0) return null
  return parts.length === 0 ? text : parts.join('') + text.slice(from)
}

/** Whether a text has more than so many opening brackets: otherwise it cannot be nested deeper. */
function opensMore(text: string, levels: number): boolean {
  // Each level takes two brackets.
  if (text.length <= 2 * levels) return false
  let left = levels
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (left-- === 0) return true
  return false
}

/**
 * Calls `visit` for each bracket, comma, colon and string of a JSON text, from `from` on: with its first character, as a code, and the
 * range that it takes; a string that stays open ends with the text. Ends when `visit` returns false. What is no JSON is passed over.
 */
export function jsonTokens(
  text: string,
  from: number,
  visit: (code: number, start: number, end: number) => boolean,
): void {
  for (let at = from; at < text.length;) {
    const code = text.charCodeAt(at)
    const end = code === token.quote ? (endOfString(text, at) ?? text.length) : at + 1
    if (isToken(code) && !visit(code, at, end)) return
    at = end
  }
}

/** The first characters of tokens. */
export const token = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openingBracket: 0x5b,
  closingBracket: 0x5d,
  openingBrace: 0x7b,
  closingBrace: 0x7d,
} as const

const backslash = 0x5c

/** The offset behind the closing quote of a string; null: there is none. `indexOf` is faster than a loop over the characters. */
function endOfString(text: string, start: number): number | null {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === backslash) first -= 1
    // An even number of backslashes: the quote is not escaped.
    if ((at - first) % 2 === 0) return at + 1
  }
  return null
}

/** `[` and `{` differ in one bit, as do `]` and `}`. */
export function opens(code: number): boolean {
  return (code | 0x20) === token.openingBrace
}

export function closes(code: number): boolean {
  return (code | 0x20) === token.closingBrace
}

function isToken(code: number): boolean {
  return opens(code) || closes(code) || code === token.quote || code === token.comma || code === token.colon
}

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
