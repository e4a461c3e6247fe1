import { decodeEntities } from '../../lib/text/character-references.ts'
import { findAddresses, findHosts } from './identities/find-hosts.ts'
import { findEmails, findHomes, findLogins, findNames, findUrlUsers } from './identities/find-people.ts'
import {
  replaceInPieces,
  withoutOverlaps,
  type Finding,
  type Place,
  type RankedFinding,
  type SignedFinder,
} from './matching/finding.ts'
import { allMatches } from './matching/literals.ts'
import { hasBlock, TextSearch } from './matching/search-text.ts'
import { Known } from './known.ts'
import { mask } from './replacements/mask.ts'
import type { RedactClass, RedactConfig } from './redact-config.ts'
import { findByRules } from './secrets/secret-rules.ts'
import { findCommandSecrets } from './secrets/find-command-secrets.ts'
import { findCredentials } from './secrets/find-credentials.ts'
import { findKeys } from './secrets/find-keys.ts'
import { findPayment } from './secrets/find-payment.ts'
import { findTokens } from './secrets/find-tokens.ts'

interface SearchedFor extends SignedFinder<Known> {
  /** The class that asks for it; null: it is always searched for. */
  readonly of: RedactClass | null
}

/** All that is searched for. Of two findings that overlap that of the upper finder counts. */
const searchedFor: readonly SearchedFor[] = [
  { of: 'paths', find: (text, place, { directories }) => directories.find(text, place) },
  { of: null, find: (text, _, { rules }) => rules?.find(text) ?? [] },
  { of: 'keys', find: findKeys },
  { of: 'keys', find: findByRules },
  { of: 'keys', find: findPayment, sign: /\d/ },
  { of: 'keys', find: findCredentials },
  { of: 'keys', find: findCommandSecrets, sign: /-/ },
  { of: null, find: (text, _, { secrets }) => secrets.find(text) },
  { of: 'names', find: findEmails, sign: /[@%]/ },
  { of: 'paths', find: findHomes, sign: /[/\\%]/ },
  { of: 'hosts', find: findHosts },
  { of: 'hosts', find: findAddresses, sign: /[:.-]/ },
  { of: 'names', find: findUrlUsers, sign: /@/ },
  { of: 'names', find: findLogins, sign: /[~@=:-]/ },
  { of: 'names', find: findNames },
  { of: 'paths', find: (text, _, { directories }) => directories.findNames(text) },
  { of: 'keys', find: findTokens },
]

/** Passes over a text: a replacement may change the meaning of its neighbours. */
const rounds = 6

/** All that is known and all finders, applied to texts. */
export class PrivateData {
  readonly known: Known
  readonly #search: TextSearch<Known>

  constructor(config: RedactConfig) {
    this.known = new Known(config)
    const asked = searchedFor.filter((one) => one.of === null || config.classes.has(one.of))
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
    const findings = withoutOverlaps([
      ...this.#searched(text, place),
      ...this.#searchedUnescaped(text, place),
    ])
    const allowed = findings.length === 0 ? [] : (this.known.rules?.allowed(text) ?? [])
    // Replacements are computed last: kept texts must not use up aliases.
    return findings.filter(
      ({ start, end, replacement }) =>
        !allowed.some((span) => span.start <= start && end <= span.end) &&
        text.slice(start, end) !== replacement(),
    )
  }

  #searched(text: string, place: Place): readonly RankedFinding[] {
    return this.#search.find(text, place, hasBlock(text) || this.known.hasLineBreak)
  }

  /** What is found only where markdown is shown: `ghp&lowbar;…` and `ghp\_…` are the same key there. */
  #searchedUnescaped(text: string, place: Place): readonly RankedFinding[] {
    const signs = allMatches(escapedSign, text)
    if (signs.length === 0) return []
    let plain = ''
    /** For each unit of it, where that is in the text. */
    const sources: number[] = []
    let at = 0
    const take = (end: number, shown: string): void => {
      for (let unit = 0; unit < shown.length; unit++)
        sources.push(at + (shown.length === end - at ? unit : 0))
      plain += shown
      at = end
    }
    for (const { index, 0: sign } of signs) {
      take(index, text.slice(at, index))
      take(index + sign.length, sign.startsWith('&') ? decodeEntities(sign) : sign.slice(1))
    }
    take(text.length, text.slice(at))
    return this.#searched(plain, place).flatMap((finding) => {
      const [start, end] = [sources[finding.start] ?? 0, sources[finding.end] ?? text.length]
      const isEscaped = text.slice(start, end) !== plain.slice(finding.start, finding.end)
      return isEscaped ? [{ ...finding, start, end }] : []
    })
  }
}

/** An entity, or a sign that stands in names and keys and means something in markdown. */
const escapedSign = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});|\\[_*~-]/g

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
