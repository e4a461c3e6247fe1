import { jsonIn, jsonTokens, token } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isPlainWord } from './identities/plain-words.ts'

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

/** What a field of a message holds, by its key. */
type FieldKind = 'word of the protocol' | 'id' | 'directory' | 'growing text' | 'text'

const protocolKeys = new Set(
  (
    'jsonrpc method sessionUpdate type kind status priority stopReason state role category mimeType mime_type encoding ' +
    'outcome phase how who via by dialect planType protocol format stage severity level'
  ).split(' '),
)
const directoryKeys = new Set([
  'cwd',
  'additionalDirectories',
  'workingDirectory',
  'workspaceRoot',
  'workspaceRoots',
])
const growingKeys = new Set(['text', 'content', 'markdown', 'output', 'rawOutput', 'stdout', 'stderr'])
/** Words that programs compare: not paths, addresses or values. */
const protocolWord = /^[A-Za-z_$][\w$/.+ -]{0,63}$/
/** So long a word with digits in it is none of these: it may be a key. */
const keyLike = /(?=[A-Za-z]*\d)[A-Za-z\d]{16}/

/** What a string is by the field that holds it, which decides what may be private in it. */
export function fieldKind(key: string, value: string): FieldKind {
  if (protocolKeys.has(key) && protocolWord.test(value) && !keyLike.test(value)) return 'word of the protocol'
  if (key === 'id' || key === 'cursor' || /(?:Id|Ids|_id|_ids|Cursor)$/.test(key)) return 'id'
  if (directoryKeys.has(key)) return 'directory'
  return growingKeys.has(key) ? 'growing text' : 'text'
}

/** Results by key: keys are the same in all messages. */
const plainKeys = new Map<string, boolean>()

/** Whether a key consists of common words of programs: it is kept, so that messages keep their shape. */
export function isPlainKey(key: string): boolean {
  const known = plainKeys.get(key)
  if (known !== undefined) return known
  if (!/^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/.test(key)) return false
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[_$]+/)
  const isPlain = words.every((word) => word === '' || isPlainWord(word))
  if (plainKeys.size < 2000) plainKeys.set(key, isPlain)
  return isPlain
}
