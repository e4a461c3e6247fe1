const none: readonly RegExpExecArray[] = []

/** All matches of a global expression that matches no empty text. It makes no copy of it, which takes longer than most searches. */
export function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  if (match === null) return none
  const matches: RegExpExecArray[] = []
  for (; match !== null; match = pattern.exec(text)) matches.push(match)
  return matches
}
