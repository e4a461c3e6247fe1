import { jsonIn } from './read-json.ts'

/** A place in a text; both count from 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

/** Where a value begins in a text that is JSON; the nearest around it where the path leads to nothing. */
export function findJsonPlace(text: string, path: readonly PropertyKey[]): JsonPlace {
  let at = skipBlank(text, 0)
  for (const key of path) {
    const next = text[at] === '{' ? findMember(text, at, String(key)) : findItem(text, at, Number(key))
    if (next === null) break
    at = next
  }
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

const blank = /[ \t\r\n]*/y
const bare = /[^\s,[\]{}"]+/y

function skipBlank(text: string, at: number): number {
  return end(blank, text, at)
}

function end(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** One past the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return at + 1
    if (character === '\\') at++
  }
  return text.length
}

function findMember(text: string, start: number, key: string): number | null {
  let at = skipBlank(text, start + 1)
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at)
    const value = skipBlank(text, skipBlank(text, keyEnd) + 1)
    if (jsonIn(text.slice(at, keyEnd)) === key) return value
    at = next(text, value)
  }
  return null
}

function findItem(text: string, start: number, index: number): number | null {
  if (text[start] !== '[') return null
  let at = skipBlank(text, start + 1)
  for (let count = 0; count < index && at < text.length; count++) at = next(text, at)
  return at < text.length ? at : null
}

/** What stands behind a value and its comma. */
function next(text: string, start: number): number {
  const at = skipBlank(text, endOfValue(text, start))
  return text[at] === ',' ? skipBlank(text, at + 1) : at
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') {
      depth++
      at++
    } else if (character === '}' || character === ']') {
      depth--
      at++
    } else at = Math.max(end(bare, text, at), at + 1)
    if (depth > 0) at = skipBlank(text, at)
    if (depth > 0 && text[at] === ',') at = skipBlank(text, at + 1)
  } while (depth > 0 && at < text.length)
  return at
}
