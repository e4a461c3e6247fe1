import { commonEnds } from '../../lib/common-ends.ts'
import { lineDiff, type LineHunk } from './line-diff.ts'
import { hasTick, lineWords } from '../kinds/markdown.ts'
import { alikeLines } from './alike-lines.ts'
import { comparisonOf, type Comparison, type Pairs } from './comparison.ts'
import { longestRising } from '../../lib/longest-rising.ts'
import { lateRegExp } from '../../lib/late-regexp.ts'

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

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
