import { jsonTokens, token } from '../../lib/json/json-tokens.ts'
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
  jsonTokens(text, 0, (code, start, end) => {
    switch (code) {
      case token.quote: {
        const value = decodedString(text, start, end)
        strings.push({ start, end, value, isKey: isKeyNext, key: isKeyNext ? '' : key, parent })
        if (isKeyNext) key = value
        isKeyNext = false
        break
      }
      case token.openingBrace:
      case token.openingBracket:
        parent = { isObject: code === token.openingBrace, key, parent }
        isKeyNext ||= code === token.openingBrace
        break
      case token.closingBrace:
      case token.closingBracket:
        key = parent?.key ?? ''
        parent = parent?.parent ?? null
        isKeyNext = false
        break
      case token.comma:
        isKeyNext = parent?.isObject === true
        if (!isKeyNext) key = parent?.key ?? ''
        break
      default:
    }
    return true
  })
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

function decodedString(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1)
  return inside.includes('\\') ? (jsonIn(text.slice(start, end)) as string) : inside
}
