import { diffArrays } from 'diff'
import { commonEnds } from '../../lib/sequences.ts'

/** Lines [oldStart, oldEnd) of the old text, replaced by [newStart, newEnd) of the new one. One of the ranges may be empty. */
export interface LineHunk {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Limits the search for moved lines, which takes quadratic time. 1000 take 50 ms. */
const maxMoved = 1_000

/**
 * The difference of two lists of lines, in order: minimal (Myers), or everything between the first and the last
 * change if too much has moved. Bounded by a count and not by a clock, so that the result is the same everywhere.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  const ids = new Map<string, number>()
  const [old, now] = [numbered(before, ids), numbered(after, ids)]
  const common = commonEnds(old, now, (oldIndex, newIndex) => old[oldIndex] === now[newIndex])
  const { start } = common
  const end = { old: old.length - common.end, now: now.length - common.end }
  const hunks: LineHunk[] = []
  let last = { old: start, now: start }
  const addUntil = (next: Pair): void => {
    if (last.old < next.old || last.now < next.now)
      hunks.push({ oldStart: last.old, oldEnd: next.old, newStart: last.now, newEnd: next.now })
    last = { old: next.old + 1, now: next.now + 1 }
  }
  for (const pair of pairsOf(old.slice(start, end.old), now.slice(start, end.now)))
    addUntil({ old: start + pair.old, now: start + pair.now })
  addUntil(end)
  return hunks
}

/** A position in each of the texts. */
interface Pair {
  readonly old: number
  readonly now: number
}

/** A longest common subsequence of both; none if too much has moved. */
function pairsOf(old: readonly number[], now: readonly number[]): readonly Pair[] {
  // Lines that are in one text only need not be compared.
  const oldShared = placesOfShared(old, new Set(now))
  const newShared = placesOfShared(now, new Set(old))
  const lines = [oldShared.map((at) => old[at]), newShared.map((at) => now[at])] as const
  const pairs: Pair[] = []
  let [oldIndex, newIndex] = [0, 0]
  for (const { added, removed, count } of diffArrays(...lines, { maxEditLength: maxMoved }) ?? []) {
    const kept = added || removed ? 0 : count
    for (let at = 0; at < kept; at++)
      pairs.push({ old: oldShared[oldIndex + at] ?? 0, now: newShared[newIndex + at] ?? 0 })
    if (!added) oldIndex += count
    if (!removed) newIndex += count
  }
  return pairs
}

function placesOfShared(lines: readonly number[], other: ReadonlySet<number>): readonly number[] {
  return Array.from(lines.keys()).filter((at) => other.has(lines[at] ?? -1))
}

/** Maps equal lines to equal numbers, which are faster to compare. */
function numbered(lines: readonly string[], ids: Map<string, number>): readonly number[] {
  return lines.map((line) => {
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    return id
  })
}
