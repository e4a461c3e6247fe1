import { jsonIn } from '../../lib/json/read-json.ts'

/**
 * The number ids of messages as they are written, by the index of the message in its batch (0 outside of one). The
 * text is JSON. Of duplicate keys the last one counts, as for `JSON.parse`. One pass, whatever the text holds.
 */
export function idTextsOf(text: string): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  const isBatch = text.charCodeAt(skipBlank(text, 0)) === openingBracket
  const depthOfKeys = isBatch ? 2 : 1
  let depth = 0
  let place = 0
  for (let at = 0; at < text.length;) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      const end = endOfString(text, at)
      const behind = depth === depthOfKeys ? skipBlank(text, end) : end
      // A string before a colon is a key; its value follows the colon.
      if (depth === depthOfKeys && text.charCodeAt(behind) === colon && isId(text.slice(at, end)))
        note(ids, place, numberAt(text, skipBlank(text, behind + 1)))
      at = end
      continue
    }
    if (character === openingBrace || character === openingBracket) depth++
    else if (character === closingBrace || character === closingBracket) depth--
    else if (character === comma && isBatch && depth === 1) place++
    at++
  }
  return ids
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openingBracket = 0x5b
const backslash = 0x5c
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

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

/** The offset after the string's closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at + 1
}

/** Each letter may be written as an escape of six characters. */
function isId(key: string): boolean {
  return key === '"id"' || (key.length <= 14 && key.includes('\\') && jsonIn(key) === 'id')
}

function numberAt(text: string, at: number): string | null {
  number.lastIndex = at
  return number.exec(text)?.[0] ?? null
}
