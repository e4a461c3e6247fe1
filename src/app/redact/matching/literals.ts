import { beginsWord, endsWord } from './runs.ts'
import { found, type Finding } from './finding.ts'
import { isMasked, mask } from '../replacements/mask.ts'

interface Literal {
  readonly literal: string
  readonly replacement: (written: string) => string
}

/** Finds many literals in one pass. Keeps at most `most`; later ones are ignored. */
export class Literals {
  readonly #what: string
  readonly #most: number
  readonly #isWords: boolean
  readonly #byFolded = new Map<string, Literal>()
  #expression: RegExp | null = null

  /** Words match regardless of case, and only between non-letters; other literals match everywhere. */
  constructor(what: string, most: number, { isWords }: { readonly isWords: boolean }) {
    this.#what = what
    this.#most = most
    this.#isWords = isWords
  }

  get size(): number {
    return this.#byFolded.size
  }

  /** `replacement`: of the literal, as it is written in a text. */
  add(literal: string, replacement: (written: string) => string): void {
    const folded = this.#fold(literal)
    if (literal === '' || this.#byFolded.size >= this.#most || this.#byFolded.has(folded)) return
    this.#byFolded.set(folded, { literal, replacement })
    this.#expression = null
  }

  has(literal: string): boolean {
    return this.#byFolded.has(this.#fold(literal))
  }

  /** A word with this beginning, in small letters; null: none. */
  wordFrom(start: string): string | null {
    return [...this.#byFolded.keys()].find((folded) => folded.startsWith(start.toLowerCase())) ?? null
  }

  find(text: string): readonly Finding[] {
    if (this.#byFolded.size === 0) return none
    this.#expression ??= this.#compile()
    const findings: Finding[] = []
    for (const { index, 0: written } of allMatches(this.#expression, text)) {
      if (this.#isWords && !(beginsWord(text, index) && endsWord(text, index + written.length))) continue
      const { replacement = mask } = this.#byFolded.get(this.#fold(written)) ?? {}
      findings.push(found(this.#what, index, written, replacement))
    }
    return findings
  }

  #fold(literal: string): string {
    return this.#isWords ? literal.toLowerCase() : literal
  }

  #compile(): RegExp {
    // The longest first: else a prefix would match instead of it.
    const literals = Array.from(this.#byFolded.values(), ({ literal }) => literal).toSorted(
      (one, other) => other.length - one.length,
    )
    return new RegExp(literals.map(escapePattern).join('|'), this.#isWords ? 'giu' : 'gu')
  }
}

export function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
}

/** Secrets remembered, to be found in other contexts. */
const maxSecrets = 200
/** Anything shorter is in every text. */
const shortestHidden = 3

/** Values that were recognised as secrets once, and are redacted everywhere. */
export class Secrets extends Literals {
  constructor() {
    super('secret', maxSecrets, { isWords: false })
  }

  /** Short values, and possible words, are secrets only after a name for one. */
  learn(written: string): void {
    const value = written.replace(/^(?:Bearer|Basic|Token)\s+/i, '')
    const isWord = value.length < 24 && /^[A-Za-z]+$/.test(value)
    const isLong = value.length >= 8 && value.length <= 500
    if (isLong && !isWord && !isMasked(value) && !/\s/.test(value)) this.add(value, mask)
  }

  /** A text that is hidden everywhere, whatever it is; of several lines, each. */
  hide(text: string): void {
    for (const line of text.split(/\r?\n/))
      if (line.length >= shortestHidden && !isMasked(line)) this.add(line, mask)
  }

  /** Learns a secret, and gives its finding. `masked`: its replacement; absent: all of it is masked. */
  found(
    what: string,
    start: number,
    secret: string,
    { masked = mask(secret), isVague = false }: { readonly masked?: string; readonly isVague?: boolean } = {},
  ): Finding {
    this.learn(secret)
    return { ...found(what, start, secret, () => masked), isVague }
  }
}

const none: readonly never[] = []

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
