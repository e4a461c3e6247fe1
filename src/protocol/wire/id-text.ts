import { jsonTokens, token } from '../../lib/json/json-tokens.ts'
import { jsonIn } from '../../lib/json/read-json.ts'

/**
 * The number ids of messages as they are written, by the index of the message in its batch (0 outside of one). The
 * text is JSON. Of duplicate keys the last one counts, as for `JSON.parse`. One pass, whatever the text holds.
 */
export function idTextsOf(text: string): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  const isBatch = text.charCodeAt(skipBlank(text, 0)) === token.openingBracket
  const depthOfKeys = isBatch ? 2 : 1
  let depth = 0
  let place = 0
  let isIdKey = false
  jsonTokens(text, 0, (code, start, end) => {
    switch (code) {
      case token.quote:
        isIdKey = depth === depthOfKeys && isId(text.slice(start, end))
        break
      case token.colon:
        // A string before a colon is a key; its value follows the colon.
        if (isIdKey) note(ids, place, numberAt(text, skipBlank(text, end)))
        isIdKey = false
        break
      case token.openingBrace:
      case token.openingBracket:
        depth++
        break
      case token.closingBrace:
      case token.closingBracket:
        depth--
        break
      default:
        isIdKey = false
        if (isBatch && depth === 1) place++
    }
    return true
  })
  return ids
}

const blank = /[ \t\r\n]*/y
const number = /-?\d[\d.eE+-]*/y

function note(ids: Map<number, string>, place: number, id: string | null): void {
  if (id === null) ids.delete(place)
  else ids.set(place, id)
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at
  blank.test(text)
  return blank.lastIndex
}

/** Each letter may be written as an escape of six characters. */
function isId(key: string): boolean {
  return key === '"id"' || (key.length <= 14 && key.includes('\\') && jsonIn(key) === 'id')
}

function numberAt(text: string, at: number): string | null {
  number.lastIndex = at
  return number.exec(text)?.[0] ?? null
}
