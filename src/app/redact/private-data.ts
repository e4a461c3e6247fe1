import { findAddresses, findHosts } from './identities/find-hosts.ts'
import { findEmails, findHomes, findLogins, findNames, findUrlUsers } from './identities/find-people.ts'
import {
  replaceInPieces,
  withoutOverlaps,
  type Finder,
  type Finding,
  type Place,
} from './matching/finding.ts'
import { hasBlock } from './matching/open-text.ts'
import { TextSearch } from './matching/search-text.ts'
import { Known } from './known.ts'
import { mask } from './replacements/mask.ts'
import type { RedactClass, RedactConfig } from './redact-config.ts'
import { findByRules } from './secrets/find-by-rules.ts'
import { findCommandSecrets } from './secrets/find-command-secrets.ts'
import { findCredentials } from './secrets/find-credentials.ts'
import { findKeys } from './secrets/find-keys.ts'
import { findPayment } from './secrets/find-payment.ts'
import { findTokens } from './secrets/find-tokens.ts'

/** All that is searched for, with the class that asks for it. Of two findings that overlap that of the upper finder counts. */
const finders: readonly (readonly [RedactClass | 'any' | 'own rules', Finder<Known>])[] = [
  ['paths', (text, place, { directories }) => directories.find(text, place)],
  ['own rules', () => []],
  ['keys', findKeys],
  ['keys', findByRules],
  ['keys', findPayment],
  ['keys', findCredentials],
  ['keys', findCommandSecrets],
  ['any', (text, _, { secrets }) => secrets.find(text)],
  ['names', findEmails],
  ['paths', findHomes],
  ['hosts', findHosts],
  ['hosts', findAddresses],
  ['names', findUrlUsers],
  ['names', findLogins],
  ['names', findNames],
  ['paths', (text, _, { directories }) => directories.findNames(text)],
  ['keys', findTokens],
]

/** Passes over a text: a replacement may change the meaning of its neighbours. */
const rounds = 6

/** All that is known and all finders, applied to texts. */
export class PrivateData {
  readonly known: Known
  readonly #search: TextSearch<Known>
  readonly #config: RedactConfig

  constructor(config: RedactConfig) {
    const { classes, rules } = config
    this.#config = config
    this.known = new Known(config.surroundings)
    const asked = finders.flatMap(([name, finder]): readonly Finder<Known>[] => {
      if (name === 'own rules') return rules === null ? [] : [rules.find]
      return name === 'any' || classes.has(name) ? [finder] : []
    })
    this.#search = new TextSearch(asked, this.known)
  }

  /** Redacts a text until nothing is found any more. Returns the same text if nothing was found. */
  redact(text: string, place: Place): string {
    return this.redactPieces([text], place)[0] ?? ''
  }

  /** The same for a text that is split into pieces. */
  redactPieces(pieces: readonly string[], place: Place): readonly string[] {
    let current = pieces
    for (let round = 0; ; round++) {
      const text = current.length === 1 ? (current[0] ?? '') : current.join('')
      const findings = this.find(text, place)
      if (findings.length === 0) return current
      // A text that never settles (a user's rule that matches its own replacement) is masked completely.
      if (round >= rounds * 2) return current.map((piece) => 'x'.repeat(piece.length))
      current = replaceInPieces(
        current,
        round >= rounds ? findings.map((one) => blotted(text, one)) : findings,
      )
    }
  }

  /** From left to right, without overlaps, and only what a replacement would change. */
  find(text: string, place: Place): readonly Finding[] {
    const { rules } = this.#config
    const isOneLine = hasBlock(text) || this.known.hasLineBreak || rules?.haveLineBreak === true
    const findings = withoutOverlaps(this.#search.find(text, place, isOneLine))
    const allowed = findings.length === 0 ? [] : (rules?.allowed(text) ?? [])
    // Replacements are computed last: kept texts must not use up aliases.
    return findings.filter(
      ({ start, end, replacement }) =>
        !allowed.some((span) => span.start <= start && end <= span.end) &&
        text.slice(start, end) !== replacement(),
    )
  }

  /** The replacement for a directory beyond the limit of known ones; null for others. */
  replacementFor(directory: string): string | null {
    return this.#config.classes.has('paths') ? this.known.directories.replacementFor(directory) : null
  }
}

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
