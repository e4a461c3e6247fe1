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
  type Span,
} from './matching/finding.ts'
import { allMatches } from './matching/literals.ts'
import { hasBlock } from './matching/open-text.ts'
import { TextSearch } from './matching/search-text.ts'
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
    const findings = withoutOverlaps([...this.#searched(text, place), ...this.#searchedAsShown(text, place)])
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

  /** What is found only where markdown is shown: `ghp&lowbar;…`, `ghp\_…` and `ghp_**…**` are the same key there. */
  #searchedAsShown(text: string, place: Place): readonly RankedFinding[] {
    const signs = allMatches(sign, text)
    if (signs.length === 0) return []
    let plain = ''
    /** For each unit of it, where that begins in the text, and where it ends. */
    const [starts, ends]: [number[], number[]] = [[], []]
    let at = 0
    const take = (end: number, shown: string): void => {
      const isSame = shown.length === end - at
      for (let unit = 0; unit < shown.length; unit++) {
        starts.push(isSame ? at + unit : at)
        ends.push(isSame ? at + unit + 1 : end)
      }
      plain += shown
      at = end
    }
    let isOpen = false
    for (const [number, { index, 0: written, groups }] of signs.entries()) {
      take(index, text.slice(at, index))
      const { escape, before = '', after = '' } = groups ?? {}
      if (escape !== undefined) {
        const shown = escape.startsWith('&') ? decodeEntities(escape) : escape.slice(1)
        take(index + written.length, shown.replace(allUnseen, ''))
        continue
      }
      // Underscores within a word are marks only inside of other marks, in pairs.
      if (!isOpen) take(index + before.length, before)
      isOpen = after !== '' && (signs[number + 1]?.groups?.['before'] ?? '') !== ''
      take(index + written.length - (isOpen ? 0 : after.length), '')
    }
    take(text.length, text.slice(at))
    return withoutOverlaps(this.#searched(plain, place)).flatMap((finding) => {
      const start = starts[finding.start] ?? text.length
      const end = ends[finding.end - 1] ?? text.length
      if (text.slice(start, end) === plain.slice(finding.start, finding.end)) return []
      return [{ ...finding, ...withMarks(text, start, end), rank: -1 }]
    })
  }
}

/** Characters that nobody sees: soft hyphens, joiners, direction and byte-order marks. */
const unseen = String.raw`[\u034f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]`
const allUnseen = new RegExp(unseen, 'g')

/** Tags within words. Others, and those of a report, have attributes or stand between words. */
const shownTags = 'b|i|u|s|em|strong|del|ins|mark|su[bp]|code|kbd|tt|span|wbr'

/**
 * What markdown does not show as it is written: an entity or an escaped sign of names and keys, and within a word marks, tags, links and
 * unseen characters. Between other letters, and in emoji, these have a purpose.
 */
const sign = new RegExp(
  String.raw`(?<escape>&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});|\\[_*~-])|` +
    String.raw`(?<=[\w.+=/@:;~-])(?<before>_{0,3})` +
    String.raw`(?:[*${'`'}]|~(?!/)|${unseen}|</?(?:${shownTags})>|!?\[(?=[^[\]\n]{0,200}\]\()|\]\([^()\n]*\)){1,64}` +
    String.raw`(?<after>_{0,3})(?=[\w+=/@:&\\~-]|\.[\w*])`,
  'g',
)

/** The marks next to a range belong to those in it. */
function withMarks(text: string, start: number, end: number): Span {
  const [before = ''] = /[*`~]*$/.exec(text.slice(Math.max(0, start - longestMarks), start)) ?? []
  const [after = ''] = /^(?:[*`~]|<\/[A-Za-z]+>)*/.exec(text.slice(end, end + longestMarks)) ?? []
  return { start: start - before.length, end: end + after.length }
}

const longestMarks = 100

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
