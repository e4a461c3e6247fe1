import type { Finder, Finding, Place } from './finding.ts'
import { allMatches, matchesAround } from './literals.ts'

/** A form by which private data is recognised. */
export interface PatternRule<K> {
  readonly what: string | ((secret: string) => string)
  /** Each text with a match has one of these: most texts have none, and this is cheaper than a search. */
  readonly sign?: RegExp
  /** Each match is in one word with one of these; other words are not searched. */
  readonly around?: RegExp
  /** Global, in linear time. What is private is the group `secret`, at the end of the match; without such a group it is the match. */
  readonly pattern: RegExp
  readonly isVague?: boolean
  readonly isPrivate?: (hit: Hit) => boolean
  /** What replaces it (see `Finding`); null: it is not private. */
  replaces(hit: Hit, known: K): (() => string) | null
}

export interface Hit {
  readonly secret: string
  /** Of the match, which ends with the secret. */
  readonly index: number
  readonly start: number
  readonly end: number
  readonly groups: Readonly<Record<string, string>>
  readonly text: string
  readonly place: Place
}

/** Finds what any of the rules finds. */
export function finderOf<K>(rules: readonly PatternRule<K>[]): Finder<K> {
  // Objects of one shape are faster.
  const uniform = rules.map(({ what, sign, around, pattern, isVague = false, isPrivate, replaces }) => {
    return { what, sign, around, pattern, isVague, isPrivate, replaces }
  })
  return (text, place, known) => {
    const findings: Finding[] = []
    for (const { what, sign, around, pattern, isVague, isPrivate, replaces } of uniform) {
      if (sign?.test(text) === false) continue
      const matches = around === undefined ? allMatches(pattern, text) : matchesAround(around, pattern, text)
      for (const { index, 0: whole, groups = {} } of matches) {
        const { secret = whole } = groups
        const end = index + whole.length
        const hit = { secret, index, start: end - secret.length, end, groups, text, place }
        const replacement = isPrivate?.(hit) === false ? null : replaces(hit, known)
        if (replacement === null) continue
        const kind = typeof what === 'string' ? what : what(secret)
        findings.push({ start: hit.start, end, what: kind, isVague, replacement })
      }
    }
    return findings
  }
}
