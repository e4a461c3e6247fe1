import { beginsWord, endsWord } from './runs.ts'
import { found, type Finding } from './finding.ts'
import { isMasked, mask } from '../replacements/mask.ts'

export interface Occurrence {
  readonly start: number
  readonly end: number
  /** As it was learned. */
  readonly literal: string
}

/** Finds many literals in one pass. Keeps at most `most`; later ones are ignored. */
export class Literals {
  readonly #most: number
  readonly #isWords: boolean
  readonly #byFolded = new Map<string, string>()
  #expression: RegExp | null = null
  #haveLineBreak = false

  /** Words match regardless of case, and only between non-letters; other literals match everywhere. */
  constructor(most: number, { isWords }: { readonly isWords: boolean }) {
    this.#most = most
    this.#isWords = isWords
  }

  get size(): number {
    return this.#byFolded.size
  }

  /** A literal contains a line break. */
  get haveLineBreak(): boolean {
    return this.#haveLineBreak
  }

  add(literal: string): void {
    const folded = this.#fold(literal)
    if (literal === '' || this.#byFolded.size >= this.#most || this.#byFolded.has(folded)) return
    this.#byFolded.set(folded, literal)
    this.#haveLineBreak ||= literal.includes('\n')
    this.#expression = null
  }

  has(literal: string): boolean {
    return this.#byFolded.has(this.#fold(literal))
  }

  all(): IterableIterator<string> {
    return this.#byFolded.values()
  }

  find(text: string): readonly Occurrence[] {
    if (this.#byFolded.size === 0) return []
    this.#expression ??= this.#compile()
    const found: Occurrence[] = []
    for (const match of allMatches(this.#expression, text)) {
      const start = match.index
      const end = start + match[0].length
      if (this.#isWords && !(beginsWord(text, start) && endsWord(text, end))) continue
      found.push({ start, end, literal: this.#byFolded.get(this.#fold(match[0])) ?? match[0] })
    }
    return found
  }

  #fold(literal: string): string {
    return this.#isWords ? literal.toLowerCase() : literal
  }

  #compile(): RegExp {
    // The longest first: else a prefix would match instead of it.
    const literals = [...this.#byFolded.values()].toSorted((one, other) => other.length - one.length)
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
export class Secrets {
  readonly #values = new Literals(maxSecrets, { isWords: false })

  get size(): number {
    return this.#values.size
  }

  /** Short values, and possible words, are secrets only after a name for one. */
  learn(written: string): void {
    const value = written.replace(/^(?:Bearer|Basic|Token)\s+/i, '')
    const isWord = value.length < 24 && /^[A-Za-z]+$/.test(value)
    const isLong = value.length >= 8 && value.length <= 500
    if (isLong && !isWord && !isMasked(value) && !/\s/.test(value)) this.#values.add(value)
  }

  /** A text that is hidden everywhere, whatever it is; of several lines, each. */
  hide(text: string): void {
    for (const line of text.split(/\r?\n/))
      if (line.length >= shortestHidden && !isMasked(line)) this.#values.add(line)
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

  find(text: string): readonly Finding[] {
    return this.#values.find(text).map(({ start, literal }) => found('secret', start, literal, mask))
  }
}

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
