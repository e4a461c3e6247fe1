import { memoLast } from '../../lib/memo.ts'
import { safe, safeLine, shownLine } from '../../lib/text/safe-text.ts'
import type { PaletteEntry, PaletteTopic } from '../state/palette.ts'
import { blankItem, filterWords, onEnter, type PickerItem, type PickerModel } from './picker-item.ts'

/** The command palette: all commands that make sense now. */
export const commandsPicker = memoLast((place: PaletteTopic): PickerModel => ({
  title: place.title ?? safe`Commands`,
  items: place.entries.map((entry) => itemOf(entry, [])),
  notes: [],
}))

/** The entries that match the words of the filter, the best first. */
export const foundCommands = memoLast(({ entries }: PaletteTopic, filter: string): readonly PickerItem[] => {
  const words = filterWords(filter)
  return entries
    .flatMap((entry) => {
      const found = fuzzyMatch(words, entry.text) ?? matchOfName(words, entry)
      if (found !== null) return [{ cost: found.cost, item: itemOf(entry, found.at) }]
      const { words: within = '', does } = entry
      if (!words.every((word) => within.includes(word))) return []
      const query = filter.trim().toLowerCase()
      const isWhole = does.type === 'page' && within.includes(query)
      return [{ cost: 2000, item: itemOf(isWhole ? { ...entry, does: { ...does, query } } : entry, []) }]
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ item }) => item)
})

/** A match with the name of the command, which is not shown: after all others. */
function matchOfName(words: readonly string[], { id }: PaletteEntry): ReturnType<typeof fuzzyMatch> {
  const found = fuzzyMatch(words, id)
  return found === null ? null : { cost: found.cost + 1000, at: [] }
}

function itemOf(entry: PaletteEntry, marks: readonly number[]): PickerItem {
  const { id, text, key, detail, does, isRisky } = entry
  return {
    id,
    search: '',
    actions: [
      onEnter(
        does.type === 'page' ? 'open it' : 'do it',
        { kind: 'perform', does },
        { confirm: isRisky ? safe`to confirm` : null },
      ),
    ],
    view: () => ({
      ...blankItem,
      text: shownLine(text),
      marks,
      facts: isRisky ? safe`! risky` : safeLine(key),
      factsRole: isRisky ? 'bad' : 'key',
      detail: detail === '' ? [] : [{ text: shownLine(detail, 'long'), role: 'dim' }],
    }),
  }
}

/** How well words match a text, and which of its letters they are. */
interface FuzzyMatch {
  /** The lower, the better. */
  readonly cost: number
  /** Indices of the matched UTF-16 units, rising. */
  readonly at: readonly number[]
}

/** Longer texts are matched in part. */
const longestText = 300

/** Matches each word (in lower case) with the start of one, else anywhere, else with letters that stand close together. null: one does not occur. */
export function fuzzyMatch(words: readonly string[], text: string): FuzzyMatch | null {
  const lower = text.slice(0, longestText).toLowerCase()
  // If lower case changes the length (İ), positions would differ.
  if (lower.length > longestText || lower.length !== Math.min(text.length, longestText)) return null
  let cost = 0
  const at = new Set<number>()
  for (const word of words.filter((each) => each !== '')) {
    const found = matchWord(word, lower)
    if (found === null) return null
    cost += found.cost
    for (const each of found.at) at.add(each)
  }
  return { cost, at: [...at].sort((one, other) => one - other) }
}

const costs = { wordStart: 0, within: 100, scattered: 200 }

function matchWord(word: string, text: string): FuzzyMatch | null {
  const starts = placesOf(word, text)
  const first = starts.find((at) => isWordStart(text, at)) ?? starts[0]
  if (first !== undefined) {
    const base = isWordStart(text, first) ? costs.wordStart : costs.within
    return { cost: base + first / longestText, at: Array.from(word, (_, index) => first + index) }
  }
  return scattered(word, text)
}

function placesOf(word: string, text: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at)
  return places
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
}

/** A match of letters that are further apart says nothing. */
const widestSpread = 3

/** The letters of the word in order, as close together as possible; those that begin a word cost less. */
function scattered(word: string, text: string): FuzzyMatch | null {
  if (word.length < 2) return null
  let best: FuzzyMatch | null = null
  for (let from = text.indexOf(word.charAt(0)); from >= 0; from = text.indexOf(word.charAt(0), from + 1)) {
    const at = lettersFrom(word, text, from)
    if (at === null) break
    const starts = at.filter((each) => isWordStart(text, each)).length
    const span = (at.at(-1) ?? from) - from + 1
    if (span > word.length * widestSpread && starts < word.length) continue
    const cost = costs.scattered + span - 2 * starts
    if (best === null || cost < best.cost) best = { cost, at }
  }
  return best
}

/** Where the letters are, each the next one after that before; null: one of them does not follow. */
function lettersFrom(word: string, text: string, from: number): readonly number[] | null {
  const at = [from]
  for (let index = 1; index < word.length; index++) {
    const next = text.indexOf(word.charAt(index), (at.at(-1) ?? from) + 1)
    if (next < 0) return null
    at.push(next)
  }
  return at
}
