import { withoutOverlaps, type Finder, type Finding, rankedFindings } from './finding.ts'

/** Characters that nobody sees: soft hyphens, joiners, marks of direction and of bytes. */
const invisible = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g
/** Where they stand in a word of the kind that is looked for; between other letters, and in emoji, they have their use. */
const inWord =
  /[\w.+=/@:~-][\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]{1,64}[\w.+=/@:~-]/

/** Finds what the others find once such characters are left out. */
export function findThroughInvisible(finders: readonly Finder[]): Finder {
  return (text, place) => {
    if (!inWord.test(text)) return []
    const { shown, origins } = withoutInvisible(text)
    const findings: Finding[] = []
    for (const finding of withoutOverlaps(rankedFindings(finders, shown, place))) {
      const start = origins[finding.start] ?? text.length
      const end = (origins[finding.end - 1] ?? text.length - 1) + 1
      // Others are found as they stand.
      if (end - start > finding.end - finding.start) findings.push({ ...finding, start, end })
    }
    return findings
  }
}

/** A text without them, and where each of its units comes from. */
function withoutInvisible(text: string): { readonly shown: string; readonly origins: readonly number[] } {
  const parts: string[] = []
  const origins: number[] = []
  let from = 0
  const take = (to: number): void => {
    parts.push(text.slice(from, to))
    for (let at = from; at < to; at++) origins.push(at)
  }
  for (const { index, 0: left } of text.matchAll(invisible)) {
    take(index)
    from = index + left.length
  }
  take(text.length)
  return { shown: parts.join(''), origins }
}
