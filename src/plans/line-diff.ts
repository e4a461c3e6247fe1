/** Lines [oldStart, oldEnd) of the old text, in whose place the new one has [newStart, newEnd). One of them may be empty. */
export interface LineHunk {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Lines of both texts between which nothing is decided yet. */
interface Gap extends LineHunk {
  /** How often it was cut at anchors already. */
  readonly cuts: number
}

/** Steps of comparing lines one by one in all: what is left then counts as changed. About 50 ms. */
const mostSteps = 3_000_000
/** Changed lines that are looked for in one gap; tracing them back takes memory by the square. */
const mostChanges = 1200
const mostCuts = 6

/**
 * What changed between two lists of lines, in order: cut at lines that stand once in both (patience), in between the
 * shortest way (Myers). Its time is bounded: of huge texts with nothing in common large stretches count as changed.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  const ids = new Map<string, number>()
  const old = numbered(before, ids)
  const now = numbered(after, ids)
  const hunks: LineHunk[] = []
  const budget = { steps: mostSteps }
  const gaps: Gap[] = [{ oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: now.length, cuts: 0 }]
  // The next gap is always the first that is left: what comes out is in order.
  for (let gap = gaps.pop(); gap !== undefined; gap = gaps.pop()) {
    const rest = trimmed(old, now, gap)
    if (rest.oldStart === rest.oldEnd || rest.newStart === rest.newEnd) {
      if (rest.oldStart < rest.oldEnd || rest.newStart < rest.newEnd) addHunk(hunks, rest)
      continue
    }
    const anchors = rest.cuts < mostCuts ? anchorsIn(old, now, rest) : []
    if (anchors.length > 0) {
      for (const part of between(rest, anchors).reverse()) gaps.push(part)
    } else for (const hunk of shortest({ old, now, budget }, rest)) addHunk(hunks, hunk)
  }
  return hunks
}

function numbered(lines: readonly string[], ids: Map<string, number>): Int32Array {
  const numbers = new Int32Array(lines.length)
  for (const [index, line] of lines.entries()) {
    const known = ids.get(line)
    numbers[index] = known ?? ids.size
    if (known === undefined) ids.set(line, ids.size)
  }
  return numbers
}

/** Hunks that touch are one. */
function addHunk(hunks: LineHunk[], { oldStart, oldEnd, newStart, newEnd }: LineHunk): void {
  const last = hunks.at(-1)
  if (last?.oldEnd === oldStart && last.newEnd === newStart)
    hunks[hunks.length - 1] = { oldStart: last.oldStart, oldEnd, newStart: last.newStart, newEnd }
  else hunks.push({ oldStart, oldEnd, newStart, newEnd })
}

function trimmed(old: Int32Array, now: Int32Array, gap: Gap): Gap {
  let { oldStart, oldEnd, newStart, newEnd } = gap
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === now[newStart]) {
    oldStart++
    newStart++
  }
  while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  return { oldStart, oldEnd, newStart, newEnd, cuts: gap.cuts }
}

interface Anchor {
  readonly oldAt: number
  readonly newAt: number
}

/** Lines that stand once in each side of the gap, as many as keep their order. */
function anchorsIn(old: Int32Array, now: Int32Array, gap: Gap): readonly Anchor[] {
  const oldPlaces = places(old, gap.oldStart, gap.oldEnd)
  const newPlaces = places(now, gap.newStart, gap.newEnd)
  const both: Anchor[] = []
  for (const [id, newAt] of newPlaces) {
    const oldAt = oldPlaces.get(id)
    if (newAt >= 0 && oldAt !== undefined && oldAt >= 0) both.push({ oldAt, newAt })
  }
  return longestRising(both)
}

/** Where each line stands; -1 for those that stand more than once. In the order of their first places. */
function places(lines: Int32Array, start: number, end: number): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = start; at < end; at++) {
    const id = lines[at] ?? -1
    found.set(id, found.has(id) ? -1 : at)
  }
  return found
}

/** Of anchors in the order of the new text, the most that are in the order of the old text too. */
function longestRising(anchors: readonly Anchor[]): readonly Anchor[] {
  /** The anchor that ends the best row of each length, and what comes before each anchor in its row. */
  const ends: number[] = []
  const before = new Int32Array(anchors.length)
  for (const [index, { oldAt }] of anchors.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((anchors[ends[middle] ?? 0]?.oldAt ?? 0) < oldAt) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const rising: Anchor[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index]
    if (anchor !== undefined) rising.push(anchor)
  }
  return rising.reverse()
}

function between(gap: Gap, anchors: readonly Anchor[]): Gap[] {
  const parts: Gap[] = []
  let { oldStart, newStart } = gap
  const cuts = gap.cuts + 1
  for (const { oldAt, newAt } of anchors) {
    parts.push({ oldStart, oldEnd: oldAt, newStart, newEnd: newAt, cuts })
    oldStart = oldAt + 1
    newStart = newAt + 1
  }
  parts.push({ oldStart, oldEnd: gap.oldEnd, newStart, newEnd: gap.newEnd, cuts })
  return parts
}

interface Compared {
  readonly old: Int32Array
  readonly now: Int32Array
  readonly budget: { steps: number }
}

/** The fewest changes in a gap (Myers, "An O(ND) Difference Algorithm", 1986); all of it where they are too many. */
function shortest({ old, now, budget }: Compared, gap: LineHunk): readonly LineHunk[] {
  const { oldStart, newStart } = gap
  const oldLength = gap.oldEnd - oldStart
  const newLength = gap.newEnd - newStart
  const most = Math.min(mostChanges, oldLength + newLength)
  /** How far into the old lines each diagonal has come; the diagonal 0 stands at `most + 1`. */
  const reached = new Int32Array(2 * most + 3)
  const traces: Int32Array[] = []
  for (let changes = 0; changes <= most; changes++) {
    traces.push(reached.slice(most + 1 - changes - 1, most + 1 + changes + 2))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const at = most + 1 + diagonal
      const isDown =
        diagonal === -changes || (diagonal !== changes && (reached[at - 1] ?? 0) < (reached[at + 1] ?? 0))
      let x = isDown ? (reached[at + 1] ?? 0) : (reached[at - 1] ?? 0) + 1
      let y = x - diagonal
      budget.steps--
      while (x < oldLength && y < newLength && old[oldStart + x] === now[newStart + y]) {
        x++
        y++
        budget.steps--
      }
      reached[at] = x
      if (x >= oldLength && y >= newLength) return tracedBack(gap, traces)
    }
    if (budget.steps < 0) break
  }
  return [gap]
}

/** The changes on the way that the traces tell, from its end to its beginning. */
function tracedBack(gap: LineHunk, traces: readonly Int32Array[]): readonly LineHunk[] {
  const hunks: LineHunk[] = []
  let x = gap.oldEnd - gap.oldStart
  let y = gap.newEnd - gap.newStart
  for (let changes = traces.length - 1; changes > 0; changes--) {
    const trace = traces[changes]
    const diagonal = x - y
    const reachedOn = (on: number): number => trace?.[on + changes + 1] ?? 0
    const isDown =
      diagonal === -changes || (diagonal !== changes && reachedOn(diagonal - 1) < reachedOn(diagonal + 1))
    const from = isDown ? diagonal + 1 : diagonal - 1
    const oldAt = gap.oldStart + reachedOn(from)
    const newAt = gap.newStart + reachedOn(from) - from
    hunks.push(
      isDown
        ? { oldStart: oldAt, oldEnd: oldAt, newStart: newAt, newEnd: newAt + 1 }
        : { oldStart: oldAt, oldEnd: oldAt + 1, newStart: newAt, newEnd: newAt },
    )
    x = reachedOn(from)
    y = x - from
  }
  return hunks.reverse()
}
