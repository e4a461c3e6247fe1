import { deepestLevel } from './cut-depth.ts'

export interface JsonFault {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** What is wrong there, after the place: `is not JSON: a comma or } was expected`. */
  readonly text: string
}

/**
 * Where a text stops being JSON, which JSON.parse does not say on every Node, or is nested deeper than it is read; null when it
 * is JSON. Never throws.
 */
export function findJsonFault(text: string): JsonFault | null {
  const fault = scanDocument(text)
  if (fault === null) return null
  const before = text.slice(0, fault.at).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  const what =
    fault.expected === null
      ? `is nested too deeply: ${deepestLevel} levels are read`
      : `is not JSON: ${fault.expected} was expected`
  return { line: before.length, column, text: what }
}

interface Fault {
  readonly at: number
  /** null: too much is open there. */
  readonly expected: string | null
}

const blank = /[ \t\r\n]*/y
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const plain = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

function skipBlank(text: string, at: number): number {
  return match(blank, text, at) ?? at
}

/** One past a string; null where there is none. In steps: an expression that goes over a long one needs too much memory. */
function endOfString(text: string, start: number): number | null {
  if (text[start] !== '"') return null
  for (let at: number | null = start + 1; at !== null; at = match(escape, text, at)) {
    at = match(plain, text, at) ?? at
    if (text[at] === '"') return at + 1
  }
  return null
}

function scanDocument(text: string): Fault | null {
  const end = scanValue(text, skipBlank(text, 0), deepestLevel)
  if (typeof end !== 'number') return end
  const rest = skipBlank(text, end)
  return rest < text.length ? { at: rest, expected: 'nothing more' } : null
}

/** The place after the value, or the fault. */
function scanValue(text: string, at: number, levels: number): number | Fault {
  const list = text[at] === '{' ? members : text[at] === '[' ? values : null
  if (list === null) return endOfString(text, at) ?? match(word, text, at) ?? { at, expected: 'a value' }
  return levels === 0 ? { at, expected: null } : scanList(text, at + 1, { ...list, levels: levels - 1 })
}

function scanMember(text: string, at: number, levels: number): number | Fault {
  const keyEnd = endOfString(text, at)
  if (keyEnd === null) return { at, expected: 'a key in double quotes' }
  const colon = skipBlank(text, keyEnd)
  if (text[colon] !== ':') return { at: colon, expected: 'a colon after the key' }
  return scanValue(text, skipBlank(text, colon + 1), levels)
}

/** What stands between brackets, and which bracket ends it. */
interface ListKind {
  readonly close: string
  scanItem(text: string, at: number, levels: number): number | Fault
}

const members: ListKind = { close: '}', scanItem: scanMember }
const values: ListKind = { close: ']', scanItem: scanValue }

function scanList(
  text: string,
  start: number,
  { close, scanItem, levels }: ListKind & { readonly levels: number },
): number | Fault {
  let at = skipBlank(text, start)
  if (text[at] === close) return at + 1
  for (;;) {
    const end = scanItem(text, at, levels)
    if (typeof end !== 'number') return end
    const next = skipBlank(text, end)
    if (text[next] === close) return next + 1
    if (text[next] !== ',') return { at: next, expected: `a comma or ${close}` }
    at = skipBlank(text, next + 1)
  }
}
