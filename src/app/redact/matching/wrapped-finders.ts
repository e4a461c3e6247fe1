import { allMatches } from './literals.ts'
import { rankedFindings, withoutOverlaps, type Finder, type Finding, type TextContext } from './finding.ts'

/** Invisible characters: soft hyphens, joiners, direction and byte-order marks. */
const invisible = /[\u034f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{1,64}/g
/** They count inside words with these characters only; between other letters, and in emoji, they have a purpose. */
const inWord = /[\w.+=/@:~-]/

/** Finds what the other finders find without such characters, in lines that have them inside a word. */
export function findThroughInvisible(finders: readonly Finder[]): Finder {
  return (text, place) => {
    const findings: Finding[] = []
    let lineEnd = -1
    for (const { index, 0: found } of allMatches(invisible, text)) {
      if (index < lineEnd || !isInWord(text, index, found.length)) continue
      const lineStart = text.lastIndexOf('\n', index) + 1
      const next = text.indexOf('\n', index)
      lineEnd = next === -1 ? text.length : next
      const line = text.slice(lineStart, lineEnd)
      for (const one of findInLine(line, place, finders))
        findings.push({ ...one, start: one.start + lineStart, end: one.end + lineStart })
    }
    return findings
  }
}

function isInWord(text: string, at: number, length: number): boolean {
  return inWord.test(text[at - 1] ?? '') && inWord.test(text[at + length] ?? '')
}

function findInLine(line: string, place: TextContext, finders: readonly Finder[]): readonly Finding[] {
  const { shown, origins } = withoutInvisible(line)
  const findings: Finding[] = []
  for (const finding of withoutOverlaps(rankedFindings(finders, shown, place))) {
    const start = origins[finding.start] ?? line.length
    const end = (origins[finding.end - 1] ?? line.length - 1) + 1
    // The others are found without this step.
    if (end - start > finding.end - finding.start) findings.push({ ...finding, start, end })
  }
  return findings
}

/** A text without them, and the offset of each remaining unit. */
function withoutInvisible(text: string): { readonly shown: string; readonly origins: readonly number[] } {
  const parts: string[] = []
  const origins: number[] = []
  let from = 0
  const take = (to: number): void => {
    parts.push(text.slice(from, to))
    for (let at = from; at < to; at++) origins.push(at)
  }
  for (const { index, 0: left } of allMatches(invisible, text)) {
    take(index)
    from = index + left.length
  }
  take(text.length)
  return { shown: parts.join(''), origins }
}

/** Skips texts without a sign that each finding of a finder contains: most texts are short, and this is cheaper than a search. */
export function having(sign: RegExp, finder: Finder): Finder {
  return (text, place) => (sign.test(text) ? finder(text, place) : [])
}
