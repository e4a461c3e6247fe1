import { commonEnds } from '../../lib/common-ends.ts'
import { lateRegExp } from '../../lib/late-regexp.ts'

/** More pairs of lines than this are not all compared: then only lines at about the same place are. */
const maxCompared = 2500
const farthest = 5

/** Two lines that are alike, by their indices. */
interface AlikePair {
  readonly old: number
  readonly now: number
}

/**
 * Pairs lines that were replaced, at these indices, with those that replaced them, if they are alike; pairs do not cross. Of few
 * lines the best pairs, of many those at about the same place.
 */
export function alikeLines(
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  oldPlaces: readonly number[],
  newPlaces: readonly number[],
): readonly AlikePair[] {
  if (oldPlaces.length === 0 || newPlaces.length === 0) return []
  const olds = withWords(before, oldPlaces)
  const nows = withWords(after, newPlaces)
  if (olds.length === 0 || nows.length === 0) return []
  return olds.length * nows.length <= maxCompared ? bestPairs(olds, nows) : nearPairs(olds, nows)
}

interface LineWords {
  readonly at: number
  readonly line: string
  readonly words: ReadonlySet<string>
}

/** Those of the lines that have words. */
function withWords(lines: readonly string[], places: readonly number[]): readonly LineWords[] {
  return places
    .map((at) => ({ at, line: lines[at] ?? '', words: wordsOf(lines[at] ?? '') }))
    .filter(({ words }) => words.size > 0)
}

/** The pairs with the greatest sum of likeness, by dynamic programming. */
function bestPairs(olds: readonly LineWords[], nows: readonly LineWords[]): readonly AlikePair[] {
  const width = nows.length + 1
  const best = new Float64Array((olds.length + 1) * width)
  const scores = new Float64Array(olds.length * nows.length)
  for (const [i, one] of olds.entries()) {
    for (const [j, other] of nows.entries()) {
      const score = likeness(one, other)
      scores[i * nows.length + j] = score
      const paired = score >= alikeFrom ? score + (best[i * width + j] ?? 0) : 0
      const without = Math.max(best[i * width + j + 1] ?? 0, best[(i + 1) * width + j] ?? 0)
      best[(i + 1) * width + j + 1] = Math.max(paired, without)
    }
  }
  const pairs: AlikePair[] = []
  let [i, j] = [olds.length, nows.length]
  while (i > 0 && j > 0) {
    const sum = best[i * width + j] ?? 0
    if (sum === (best[(i - 1) * width + j] ?? 0)) i--
    else if (sum === (best[i * width + j - 1] ?? 0)) j--
    else {
      i--
      j--
      pairs.push({ old: olds[i]?.at ?? 0, now: nows[j]?.at ?? 0 })
    }
  }
  return pairs.reverse()
}

/** For each new line the most alike of the next few old ones. */
function nearPairs(olds: readonly LineWords[], nows: readonly LineWords[]): readonly AlikePair[] {
  const pairs: AlikePair[] = []
  let next = 0
  for (const [place, line] of nows.entries()) {
    // A line has about the same place among the old ones as among the new ones.
    const from = Math.max(next, Math.floor((place * olds.length) / nows.length) - farthest)
    let found = -1
    let bestScore = alikeFrom
    for (let at = from; at < Math.min(olds.length, from + 2 * farthest); at++) {
      const other = olds[at]
      const score = other === undefined ? 0 : likeness(other, line)
      if (score < bestScore || (score === bestScore && found >= 0)) continue
      found = at
      bestScore = score
    }
    const old = olds[found]
    if (old === undefined) continue
    pairs.push({ old: old.at, now: line.at })
    next = found + 1
  }
  return pairs
}

/** "Write the tests" is not "Write the docs". */
const alikeFrom = 0.5
/** Lines of this length are alike if nearly all of their text is: of a few characters many are the same by chance. */
const enoughToTell = 20
const textCompared = 400

const word = lateRegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+`,
  'gu',
)

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.trimStart().slice(0, textCompared).toLowerCase().match(word()))
}

/** The share of common words (Dice's coefficient), or of the text at both ends that is the same. */
function likeness(one: LineWords, other: LineWords): number {
  let shared = 0
  for (const each of one.words) if (other.words.has(each)) shared++
  const byWords = (2 * shared) / (one.words.size + other.words.size)
  const longest = Math.max(one.line.length, other.line.length)
  const shortest = Math.min(one.line.length, other.line.length)
  if (byWords >= 0.9 || longest < enoughToTell || shortest < longest / 2) return byWords
  const [a, b] = [one.line.slice(0, textCompared), other.line.slice(0, textCompared)]
  const { start, end } = commonEnds(a, b, (at, place) => a.charCodeAt(at) === b.charCodeAt(place))
  const byEnds = (start + end) / Math.max(a.length, b.length)
  return byEnds >= 0.75 ? Math.max(byWords, byEnds) : byWords
}
