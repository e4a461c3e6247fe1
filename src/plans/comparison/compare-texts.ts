import { commonEnds, longestRising, range } from '../../lib/sequences.ts'
import { lineDiff, type LineHunk } from './line-diff.ts'
import { hasTick, lineWords } from '../kinds/markdown.ts'
import { comparisonOf, type Comparison, type Pairs } from './comparison.ts'
import { lateRegExp } from '../../lib/memo.ts'

/** Lines of a text that are compared; the rest counts as unchanged. */
const maxLines = 100_000
/** In longer texts only the part from the first to the last differing line is aligned; if it is still too long, it is one hunk. */
const maxLinesAligned = 20_000

/**
 * Compares two texts line by line. The number of a step and the blanks at the end of a line do not count; a ticked box is progress.
 * A line that was removed and is elsewhere now has moved.
 */
export function compareTexts(beforeText: string, afterText: string): Comparison {
  const before = linesOf(beforeText)
  const after = linesOf(afterText)
  const compared: ComparedLines = { before: before.map(lineWords), after: after.map(lineWords) }
  const pairs = pairsOf(compared)
  const reworded = pairReworded(compared, pairs)
  return comparisonOf({ unit: 'line', before, after }, pairs, {
    isReworded: (_old, now) => reworded.has(now),
    statusOf(old, now) {
      const [one, other] = [before[old] ?? '', after[now] ?? '']
      if (one === other || reworded.has(now)) return null
      const isTicked = hasTick(other)
      return hasTick(one) === isTicked ? null : isTicked ? 'completed' : 'pending'
    },
    isBlank,
  })
}

/** The lines of a text, without an empty last one. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n', maxLines)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** Both texts' lines as they are compared. */
interface ComparedLines {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Which lines have stayed, and which have moved. */
function pairsOf(lines: ComparedLines): Pairs {
  const { before, after } = lines
  const kept = new Int32Array(after.length).fill(-1)
  const moved = new Int32Array(after.length).fill(-1)
  const hunks = hunksOf(lines)
  let [old, now] = [0, 0]
  for (const hunk of [...hunks, { oldStart: before.length, newStart: after.length, oldEnd: 0, newEnd: 0 }]) {
    while (now < hunk.newStart) kept[now++] = old++
    old = hunk.oldEnd
    now = hunk.newEnd
  }
  pairElsewhere(lines, hunks, moved)
  for (const hunk of hunks) keepOrder(lines, hunk, { kept, moved })
  return { kept, moved }
}

function hunksOf({ before, after }: ComparedLines): readonly LineHunk[] {
  if (before.length + after.length <= maxLinesAligned) return lineDiff(before, after)
  const { start, end } = commonEnds(before, after, (old, now) => before[old] === after[now])
  const [oldEnd, newEnd] = [before.length - end, after.length - end]
  if (oldEnd === start && newEnd === start) return []
  if (oldEnd - start + newEnd - start > maxLinesAligned)
    return [{ oldStart: start, oldEnd, newStart: start, newEnd }]
  return lineDiff(before.slice(start, oldEnd), after.slice(start, newEnd)).map((hunk) => ({
    oldStart: hunk.oldStart + start,
    oldEnd: hunk.oldEnd + start,
    newStart: hunk.newStart + start,
    newEnd: hunk.newEnd + start,
  }))
}

/** A bracket or a rule that is removed here and added there has not moved. */
const enoughWords = lateRegExp(
  String.raw`[\p{L}\p{N}](?:[^\p{L}\p{N}]*[\p{L}\p{N}]){3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}`,
  'u',
)

/** Pairs removed lines with equal ones that were added, in their order. */
function pairElsewhere(
  { before, after }: ComparedLines,
  hunks: readonly LineHunk[],
  moved: Int32Array,
): void {
  const places = new Map<string, number[]>()
  for (const { oldStart, oldEnd } of hunks.toReversed()) {
    for (let old = oldEnd - 1; old >= oldStart; old--) {
      const line = before[old] ?? ''
      const known = places.get(line)
      if (known !== undefined) known.push(old)
      else if (enoughWords().test(line.slice(0, 400))) places.set(line, [old])
    }
  }
  if (places.size === 0) return
  for (const { newStart, newEnd } of hunks)
    for (let now = newStart; now < newEnd; now++) moved[now] = places.get(after[now] ?? '')?.pop() ?? -1
}

/**
 * Lines that have moved within one hunk: those that are still in their order have stayed, with equal lines beside them. There are
 * some only where too much has changed for `lineDiff`.
 */
function keepOrder({ before, after }: ComparedLines, hunk: LineHunk, { kept, moved }: Pairs): void {
  const { oldStart, oldEnd, newStart, newEnd } = hunk
  const inHunk = moved.slice(newStart, newEnd).map((old) => (old >= oldStart && old < oldEnd ? old : -1))
  if (inHunk.every((old) => old < 0)) return
  for (const [index, isKept] of longestRising(inHunk).entries()) {
    if (isKept === 0) continue
    kept[newStart + index] = inHunk[index] ?? -1
    moved[newStart + index] = -1
  }
  for (const gap of gapsOf(hunk, kept)) {
    // Lines that may have moved have words, so that these are others.
    const isSame = (old: number, now: number): boolean => before[old] === after[now] && (moved[now] ?? -1) < 0
    let [old, now] = [gap.oldStart, gap.newStart]
    while (old < gap.oldEnd && now < gap.newEnd && isSame(old, now)) kept[now++] = old++
    let [oldLast, nowLast] = [gap.oldEnd - 1, gap.newEnd - 1]
    while (oldLast >= old && nowLast >= now && isSame(oldLast, nowLast)) kept[nowLast--] = oldLast--
  }
}

/** The parts of a hunk between the lines that have stayed. */
function gapsOf({ oldStart, oldEnd, newStart, newEnd }: LineHunk, kept: Int32Array): readonly LineHunk[] {
  const gaps: LineHunk[] = []
  let last = { old: oldStart, now: newStart }
  const addUntil = (old: number, now: number): void => {
    if (old > last.old || now > last.now)
      gaps.push({ oldStart: last.old, oldEnd: old, newStart: last.now, newEnd: now })
    last = { old: old + 1, now: now + 1 }
  }
  for (let now = newStart; now < newEnd; now++) {
    const old = kept[now] ?? -1
    if (old >= 0) addUntil(old, now)
  }
  addUntil(oldEnd, newEnd)
  return gaps
}

/** Pairs lines that were replaced with those that replaced them; returns the new ones. They have stayed, in other words. */
function pairReworded(lines: ComparedLines, { kept, moved }: Pairs): ReadonlySet<number> {
  const reworded = new Set<number>()
  const isMovedAway = new Uint8Array(lines.before.length)
  for (const old of moved) if (old >= 0) isMovedAway[old] = 1
  const whole = { oldStart: 0, oldEnd: lines.before.length, newStart: 0, newEnd: lines.after.length }
  for (const { oldStart, oldEnd, newStart, newEnd } of gapsOf(whole, kept)) {
    const olds = range(oldStart, oldEnd).filter((at) => isMovedAway[at] === 0)
    const nows = range(newStart, newEnd).filter((at) => (moved[at] ?? -1) < 0)
    for (const { old, now } of alikeLines(lines, olds, nows)) {
      kept[now] = old
      reworded.add(now)
    }
  }
  return reworded
}

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
function alikeLines(
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
