import { endsInName } from '../secrets/find-credentials.ts'
import { endsInKey } from '../secrets/key-forms.ts'
import { rankedFindings, shifted, type Finder, type RankedFinding, type TextContext } from './finding.ts'
import { isPrefix } from '../../../lib/sequences.ts'

export interface LineSearch {
  /** By rank. Their findings span no line break except inside a key or behind a name, and depend on nothing beyond. null: applied elsewhere. */
  readonly finders: readonly (Finder | null)[]
  readonly known: KnownTexts
  /** Changes whenever more is searched for. */
  version(): number
}

interface Line {
  readonly text: string
  /** Its offset in the whole text. */
  readonly start: number
  readonly place: TextContext
}

/**
 * Finds the same as a search of the whole text, but searches only lines that are not cached, all of them together. An
 * agent that streams a text sends all of it with every word.
 */
export function findInLines(text: string, place: TextContext, search: LineSearch): readonly RankedFinding[] {
  const { finders, known, version } = search
  const before = version()
  const beginning = known.beginningOf(text)
  const lines = linesOf(text, place, beginning.text.length)
  const found: RankedFinding[] = [...beginning.found]
  const news: Line[] = []
  for (const line of lines) {
    const foundBefore = known.get(line.text, line.place, true)
    if (foundBefore === undefined) news.push(line)
    else for (const one of foundBefore) found.push(shifted(one, line.start))
  }
  if (news.length > 0) {
    const isAll = beginning.text === '' && news.length === lines.length
    const looked = isAll ? text : news.map((line) => line.text).join('\n')
    const foundNow = rankedFindings(finders, looked, news.at(-1)?.place ?? place)
    if (version() !== before)
      // What was just learned may occur in cached lines.
      return isAll ? foundNow : rankedFindings(finders, text, place)
    const byLine = inLines(foundNow, news)
    for (const [index, line] of news.entries()) {
      const ofLine = byLine[index] ?? []
      known.add(line.text, line.place, true, ofLine)
      for (const one of ofLine) found.push(shifted(one, line.start))
    }
  }
  // Whether the last line but one continues in the last one is unknown until that is complete.
  const end = lines.at(-2)?.start ?? 0
  if (end > beginning.text.length)
    known.addBeginning(
      { text: text.slice(0, end), found: found.filter(({ finding }) => finding.end < end) },
      beginning,
    )
  return found
}

/**
 * The lines from an offset on; two lines are joined if a key, or the value of a name, may continue from one to the other. Only the last line
 * can be incomplete.
 */
function linesOf(text: string, place: TextContext, from: number): readonly Line[] {
  const inside = place.isGrowing ? { ...place, isGrowing: false } : place
  const lines: Line[] = []
  let start = from
  for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (endsInKey(text, start, end) || endsInName(text, start, end)) continue
    lines.push({ text: text.slice(start, end), start, place: inside })
    start = end + 1
  }
  lines.push({ text: text.slice(start), start, place })
  return lines
}

/** The findings of lines that were searched together, for each line, relative to its start. */
function inLines(
  found: readonly RankedFinding[],
  lines: readonly Line[],
): readonly (readonly RankedFinding[])[] {
  const byLine: RankedFinding[][] = lines.map(() => [])
  if (found.length === 0) return byLine
  const sorted = found.toSorted((one, other) => one.finding.start - other.finding.start)
  let index = 0
  let start = 0
  for (const one of sorted) {
    for (let line = lines[index]; line !== undefined; line = lines[index]) {
      if (one.finding.start <= start + line.text.length) break
      start += line.text.length + 1
      index++
    }
    byLine[index]?.push(shifted(one, -start))
  }
  return byLine
}

/** Limits of the cache: characters of all texts, and of one. */
const maxCharacters = 1_000_000
const longestText = 2000
/** A streamed text needs two at a time: the original and the redacted one. */
const beginningsKept = 4
const longestBeginning = 1_000_000

const places = 16
const noFindings: readonly RankedFinding[] = []

/** The whole lines at the beginning of a text, and the findings in them. */
interface KnownBeginning {
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
  get(text: string, place: TextContext, isLine: boolean): readonly RankedFinding[] | undefined {
    return text.length > longestText ? undefined : this.#at(place, isLine).get(text)
  }

  add(text: string, place: TextContext, isLine: boolean, found: readonly RankedFinding[]): void {
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

  #at({ isId, isGrowing, isValue }: TextContext, isLine: boolean): Map<string, readonly RankedFinding[]> {
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
