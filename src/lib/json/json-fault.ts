export interface JsonFault {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** What would have been right there. */
  readonly expected: string
}

/** Where a text stops being JSON, which JSON.parse does not say on every Node; null when it is JSON. */
export function findJsonFault(text: string): JsonFault | null {
  const fault = scanDocument(text)
  if (fault === null) return null
  const before = text.slice(0, fault.at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, expected: fault.expected }
}

interface Fault {
  readonly at: number
  readonly expected: string
}

const blank = /[ \t\r\n]*/y
const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

function skipBlank(text: string, at: number): number {
  return match(blank, text, at) ?? at
}

function scanDocument(text: string): Fault | null {
  const end = scanValue(text, skipBlank(text, 0))
  if (typeof end !== 'number') return end
  const rest = skipBlank(text, end)
  return rest < text.length ? { at: rest, expected: 'nothing more' } : null
}

/** The place after the value, or the fault. */
function scanValue(text: string, at: number): number | Fault {
  if (text[at] === '{') return scanList(text, at + 1, members)
  if (text[at] === '[') return scanList(text, at + 1, values)
  return match(scalar, text, at) ?? { at, expected: 'a value' }
}

function scanMember(text: string, at: number): number | Fault {
  const keyEnd = match(string, text, at)
  if (keyEnd === null) return { at, expected: 'a key in double quotes' }
  const colon = skipBlank(text, keyEnd)
  if (text[colon] !== ':') return { at: colon, expected: 'a colon after the key' }
  return scanValue(text, skipBlank(text, colon + 1))
}

/** What stands between brackets, and which bracket ends it. */
interface ListKind {
  readonly close: string
  scanItem(text: string, at: number): number | Fault
}

const members: ListKind = { close: '}', scanItem: scanMember }
const values: ListKind = { close: ']', scanItem: scanValue }

function scanList(text: string, start: number, { close, scanItem }: ListKind): number | Fault {
  let at = skipBlank(text, start)
  if (text[at] === close) return at + 1
  for (;;) {
    const end = scanItem(text, at)
    if (typeof end !== 'number') return end
    const next = skipBlank(text, end)
    if (text[next] === close) return next + 1
    if (text[next] !== ',') return { at: next, expected: `a comma or ${close}` }
    at = skipBlank(text, next + 1)
  }
}
