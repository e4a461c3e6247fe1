import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/** An object or list around a value. */
export interface JsonParent {
  readonly isObject: boolean
  /** Its key; inside a list, the key of the list; '' at the top. */
  readonly key: string
  readonly parent: JsonParent | null
}

/** A string in a JSON text. */
export interface JsonString {
  /** The start of the literal, with its quotes. */
  readonly start: number
  readonly end: number
  readonly value: string
  readonly isKey: boolean
  /** The key of the value; inside a list, the key of the list; '' at the top, and for keys. */
  readonly key: string
  readonly parent: JsonParent | null
}

/** The strings of a JSON text, from left to right, at any depth. */
export function jsonStrings(text: string): readonly JsonString[] {
  const strings: JsonString[] = []
  let parent = null as JsonParent | null
  let key = ''
  // In an object: whether the next string is a key.
  let isKeyNext = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at)
        const value = decodedString(text, at, end)
        if (isKeyNext) {
          strings.push({ start: at, end, value, isKey: true, key: '', parent })
          key = value
          isKeyNext = false
        } else strings.push({ start: at, end, value, isKey: false, key, parent })
        at = end - 1
        break
      }
      case 0x7b:
        parent = { isObject: true, key, parent }
        isKeyNext = true
        break
      case 0x5b:
        parent = { isObject: false, key, parent }
        break
      case 0x7d:
      case 0x5d:
        key = parent?.key ?? ''
        parent = parent?.parent ?? null
        isKeyNext = false
        break
      case 0x2c:
        isKeyNext = parent?.isObject === true
        if (!isKeyNext) key = parent?.key ?? ''
        break
      default:
    }
  }
  return strings
}

/** The text with other strings; every byte around a string that stays the same stays, too. */
export function withStrings(
  text: string,
  strings: readonly JsonString[],
  write: (string: JsonString) => string,
): string {
  let result = ''
  let from = 0
  for (const string of strings) {
    const value = write(string)
    if (value === string.value) continue
    result += text.slice(from, string.start) + writeJson(value)
    from = string.end
  }
  return from === 0 ? text : result + text.slice(from)
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

function decodedString(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1)
  return inside.includes('\\') ? (jsonIn(text.slice(start, end)) as string) : inside
}
