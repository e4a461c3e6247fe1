import { endsInKey } from '../secrets/key-forms.ts'
import { rankedFindings, shifted, type Finder, type RankedFinding, type TextPlace } from './finding.ts'
import type { KnownTexts } from './known-texts.ts'

export interface LineSearch {
  /** By rank. What they find goes over no line break but one that cuts a key, and depends on nothing beyond. null: is looked for in another way. */
  readonly finders: readonly (Finder | null)[]
  readonly known: KnownTexts
  /** Another number as soon as more is looked for. */
  version(): number
}

interface Line {
  readonly text: string
  /** Where it begins in the whole text. */
  readonly start: number
  readonly place: TextPlace
}

/**
 * Finds what a look at the whole text would, but looks only at the lines that are not known yet, at all of them together.
 * An agent that writes a text sends all of it with every word.
 */
export function findInLines(text: string, place: TextPlace, search: LineSearch): readonly RankedFinding[] {
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
      // What was learned may stand in the lines that were known.
      return isAll ? foundNow : rankedFindings(finders, text, place)
    const byLine = inLines(foundNow, news)
    for (const [index, line] of news.entries()) {
      const ofLine = byLine[index] ?? []
      known.add(line.text, { place: line.place, isLine: true, found: ofLine })
      for (const one of ofLine) found.push(shifted(one, line.start))
    }
  }
  // Whether the last line but one goes on in the last is not known before that one is whole.
  const end = lines.at(-2)?.start ?? 0
  if (end > beginning.text.length)
    known.addBeginning(
      { text: text.slice(0, end), found: found.filter(({ finding }) => finding.end < end) },
      beginning,
    )
  return found
}

/**
 * The lines behind a place where one begins; two of them are one where a key may go on from one to the other. Only the last can be one
 * that is still being written.
 */
function linesOf(text: string, place: TextPlace, from: number): readonly Line[] {
  const inside = place.isGrowing ? { ...place, isGrowing: false } : place
  const lines: Line[] = []
  let start = from
  for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (endsInKey(text, start, end)) continue
    lines.push({ text: text.slice(start, end), start, place: inside })
    start = end + 1
  }
  lines.push({ text: text.slice(start), start, place })
  return lines
}

/** What was found in lines that were looked at together, for each of them, counted from its start. */
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
