import { isPrefix } from '../../../lib/sequences.ts'
import type { RankedFinding, TextPlace } from './finding.ts'

/** Limits of the cache: characters of all texts, and of one. */
const maxCharacters = 1_000_000
const longestText = 2000
/** A streamed text needs two at a time: the original and the redacted one. */
const beginningsKept = 4
const longestBeginning = 1_000_000

const places = 16
const noFindings: readonly RankedFinding[] = []

/** The whole lines at the beginning of a text, and the findings in them. */
export interface KnownBeginning {
  readonly text: string
  readonly found: readonly RankedFinding[]
}

const noBeginning: KnownBeginning = { text: '', found: noFindings }

/**
 * Caches findings by text until more is searched for: words of the protocol, steps of plans and the lines of streamed
 * texts come again and again.
 */
export class KnownTexts {
  readonly #byPlace = Array.from({ length: places }, () => new Map<string, readonly RankedFinding[]>())
  /** The last used first. */
  #beginnings: readonly KnownBeginning[] = []
  #characters = 0
  #version = 0

  /** `version`: changes whenever more is searched for. */
  turnTo(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#clear()
  }

  /** `isLine`: it was searched as a line of a longer text. */
  get(text: string, place: TextPlace, isLine: boolean): readonly RankedFinding[] | undefined {
    return text.length > longestText ? undefined : this.#at(place, isLine).get(text)
  }

  add(text: string, place: TextPlace, isLine: boolean, found: readonly RankedFinding[]): void {
    if (text.length > longestText || !isLasting(found)) return
    if (this.#characters > maxCharacters) this.#clear()
    this.#characters += text.length
    this.#at(place, isLine).set(copyOf(text), found.length === 0 ? noFindings : found)
  }

  /** The longest cached beginning of a text. Lines of plain texts only. */
  beginningOf(text: string): KnownBeginning {
    let longest = noBeginning
    for (const one of this.#beginnings)
      if (one.text.length > longest.text.length && isPrefix(one.text, text)) longest = one
    return longest
  }

  /** `before`: a cached beginning that this one replaces. */
  addBeginning(beginning: KnownBeginning, before: KnownBeginning): void {
    if (beginning.text.length > longestBeginning || !isLasting(beginning.found)) return
    const others = this.#beginnings.filter((one) => one !== before)
    this.#beginnings = [beginning, ...others].slice(0, beginningsKept)
  }

  #at({ isId, isGrowing, isValue }: TextPlace, isLine: boolean): Map<string, readonly RankedFinding[]> {
    const index = (isLine ? 8 : 0) + (isId ? 4 : 0) + (isGrowing ? 2 : 0) + (isValue ? 1 : 0)
    return this.#byPlace[index] ?? new Map<string, readonly RankedFinding[]>()
  }

  #clear(): void {
    for (const texts of this.#byPlace) texts.clear()
    this.#beginnings = []
    this.#characters = 0
  }
}

/** A random-looking id is no token any more once the id is known. */
function isLasting(found: readonly RankedFinding[]): boolean {
  return !found.some(({ finding }) => finding.what === 'token')
}

/** A slice of a string keeps the whole string in memory. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}
