import { isPrefix } from '../../../lib/sequences.ts'
import { leadsOn } from './open-text.ts'
import { shifted, type Place, type RankedFinding, type SignedFinder } from './finding.ts'

/** Limits of the cache: characters of all texts, and of one. */
const maxCharacters = 1_000_000
const longestText = 2000
/** A streamed text needs two at a time: the original and the redacted one. */
const beginningsKept = 4
const longestBeginning = 1_000_000

/** The whole lines at the beginning of a text, and the findings in them: an agent that streams a text sends all of it with every word. */
interface Beginning {
  readonly text: string
  readonly found: readonly RankedFinding[]
}

const none: readonly RankedFinding[] = []
const noBeginning: Beginning = { text: '', found: none }

type CachedFindings = Map<string, readonly RankedFinding[]>

/**
 * Applies all finders to texts, line by line. The findings in a line are cached until more is known: words of the protocol, steps of
 * plans and the lines of streamed texts come again and again.
 */
export class TextSearch<K extends { readonly size: number }> {
  readonly #finders: readonly SignedFinder<K>[]
  readonly #known: K
  readonly #cached: Readonly<Record<Place, CachedFindings>> = {
    text: new Map(),
    growing: new Map(),
    value: new Map(),
    id: new Map(),
  }
  /** The last used first. */
  #beginnings: readonly Beginning[] = []
  #characters = 0
  /** The number of known texts that the cache is for. */
  #size = 0

  /** The first finder has the lowest rank. */
  constructor(finders: readonly SignedFinder<K>[], known: K) {
    this.#finders = finders
    this.#known = known
  }

  /**
   * All findings, unordered. `isOneLine`: a finding may contain a line break. Else the same is found in lines, of which only those that are
   * not cached are searched, all of them together.
   */
  find(text: string, place: Place, isOneLine: boolean): readonly RankedFinding[] {
    if (this.#known.size !== this.#size) this.#clear()
    const cached = this.#get(text, place)
    if (cached !== undefined) return cached
    if (isOneLine || !text.includes('\n')) {
      const found = this.#search(text, place)
      if (this.#known.size === this.#size) this.#add({ text, place }, found)
      return found
    }
    const beginning = this.#beginnings.find((one) => isPrefix(one.text, text)) ?? noBeginning
    const lines = linesOf(text, place, beginning.text.length)
    const found = [...beginning.found]
    const isNew = (line: Line): boolean => {
      const before = this.#get(line.text, line.place)
      for (const one of before ?? []) found.push(shifted(one, line.start))
      return before === undefined
    }
    const news = lines.filter(isNew)
    const isAll = beginning.text === '' && news.length === lines.length
    const looked = isAll ? text : news.map((line) => line.text).join('\n')
    const foundNow = news.length === 0 ? [] : this.#search(looked, news.at(-1)?.place ?? place)
    // What was just learned may occur in cached lines.
    if (this.#known.size !== this.#size) return isAll ? foundNow : this.#search(text, place)
    for (const { line, ofLine } of byLine(foundNow, news)) {
      this.#add(line, ofLine)
      for (const one of ofLine) found.push(shifted(one, line.start))
    }
    // Whether the last line but one goes on in the last one is unknown until that is complete.
    const end = lines.at(-2)?.start ?? 0
    if (end > beginning.text.length && end < longestBeginning && isLasting(found))
      this.#beginnings = [
        { text: text.slice(0, end), found: found.filter((one) => one.end < end) },
        ...this.#beginnings.filter((one) => one !== beginning),
      ].slice(0, beginningsKept)
    return found
  }

  #search(text: string, place: Place): readonly RankedFinding[] {
    const ranked: RankedFinding[] = []
    for (const [rank, { find, sign }] of this.#finders.entries())
      if (sign?.test(text) !== false)
        for (const finding of find(text, place, this.#known)) ranked.push({ ...finding, rank })
    return ranked
  }

  #get(text: string, place: Place): readonly RankedFinding[] | undefined {
    return text.length > longestText ? undefined : this.#cached[place].get(text)
  }

  #add({ text, place }: Omit<Line, 'start'>, found: readonly RankedFinding[]): void {
    if (text.length > longestText || !isLasting(found)) return
    if (this.#characters > maxCharacters) this.#clear()
    this.#characters += text.length
    // A slice of a string would keep the whole string in memory.
    this.#cached[place].set(` ${text}`.slice(1), found.length === 0 ? none : found)
  }

  #clear(): void {
    for (const texts of Object.values(this.#cached)) texts.clear()
    this.#beginnings = []
    this.#characters = 0
    this.#size = this.#known.size
  }
}

interface Line {
  readonly text: string
  /** Its offset in the whole text. */
  readonly start: number
  readonly place: Place
}

/** The lines from an offset on. Two are joined if something goes on from one to the other. Only the last one can be incomplete. */
function linesOf(text: string, place: Place, from: number): readonly Line[] {
  const lines: Line[] = []
  let start = from
  for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (leadsOn(text, start, end) !== null) continue
    lines.push({ text: text.slice(start, end), start, place: place === 'growing' ? 'text' : place })
    start = end + 1
  }
  lines.push({ text: text.slice(start), start, place })
  return lines
}

/** The findings of lines that were searched together, for each line, relative to its start. */
function byLine(
  found: readonly RankedFinding[],
  lines: readonly Line[],
): readonly { readonly line: Line; readonly ofLine: readonly RankedFinding[] }[] {
  const sorted = found.toSorted((one, other) => one.start - other.start)
  let index = 0
  let start = 0
  return lines.map((line) => {
    const first = index
    const end = start + line.text.length
    while ((sorted[index]?.start ?? Infinity) <= end) index++
    const ofLine = sorted.slice(first, index).map((one) => shifted(one, -start))
    start = end + 1
    return { line, ofLine }
  })
}

/** A random-looking id is no token any more once the id is known. */
function isLasting(found: readonly RankedFinding[]): boolean {
  return !found.some(({ what }) => what === 'token')
}
