import { allMatches } from './all-matches.ts'
import { rankedFindings, withoutOverlaps, type Finder, type Finding, type TextPlace } from './finding.ts'

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

function findInLine(line: string, place: TextPlace, finders: readonly Finder[]): readonly Finding[] {
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

const signs = ['@', '%', '=', '/', '\\', '$', '}', ':', '.', '-', '~', 'a digit', 'beyond ASCII'] as const
type Sign = (typeof signs)[number]

function bitsOf(some: readonly Sign[]): number {
  return some.reduce((bits, sign) => bits | (1 << signs.indexOf(sign)), 0)
}

const byCode = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (character >= '0' && character <= '9') return bitsOf(['a digit'])
  const sign = signs.find((each) => each === character)
  return sign === undefined ? 0 : bitsOf([sign])
})
const beyond = bitsOf(['beyond ASCII'])
const all = bitsOf(signs)

/** Longer texts contain nearly all signs. */
const longestCounted = 1000

function signsIn(text: string): number {
  if (text.length > longestCounted) return all
  let found = 0
  for (let at = 0; at < text.length && found !== all; at++) {
    const code = text.charCodeAt(at)
    found |= code < 128 ? (byCode[code] ?? 0) : beyond
  }
  return found
}

/**
 * Wraps finders so that they skip texts without the characters that each of their findings contains. Most texts are
 * short, and one scan for these characters is cheaper than all searches.
 */
export function makeSignGate(): (some: readonly Sign[], finder: Finder) => Finder {
  // All finders are called with the same text, one after the other.
  let lastText = ''
  let lastSigns = 0
  return (some, finder) => {
    const bits = bitsOf(some)
    return (text, place) => {
      if (text !== lastText) {
        lastText = text
        lastSigns = signsIn(text)
      }
      return (lastSigns & bits) === 0 ? [] : finder(text, place)
    }
  }
}
