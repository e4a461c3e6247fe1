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
export function endOfString(text: string, start: number): number | null {
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
