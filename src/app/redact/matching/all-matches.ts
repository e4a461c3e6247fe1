const none: readonly RegExpExecArray[] = []

/** All matches of a global expression without empty matches. Faster than `matchAll`, which copies the expression. */
export function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  if (match === null) return none
  const matches: RegExpExecArray[] = []
  for (; match !== null; match = pattern.exec(text)) matches.push(match)
  return matches
}

/** How far an expression may look beyond the blank that ends its match. */
const lookedBehind = 4

/**
 * The same for expressions whose matches contain no blank and always something that `sign` finds: only words with
 * such a sign are searched, which is faster.
 */
export function matchesAround(sign: RegExp, pattern: RegExp, text: string): readonly RegExpExecArray[] {
  sign.lastIndex = 0
  let found = sign.exec(text)
  if (found === null) return none
  const matches: RegExpExecArray[] = []
  while (found !== null) {
    let start = found.index
    while (start > 0 && !isBlank(text.charCodeAt(start - 1))) start--
    let end = found.index + found[0].length
    while (end < text.length && !isBlank(text.charCodeAt(end))) end++
    for (const match of allMatches(pattern, text.slice(start, end + lookedBehind))) {
      match.index += start
      if (match.index < end) matches.push(match)
    }
    sign.lastIndex = end
    found = sign.exec(text)
  }
  return matches
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}
