/** What became of the lines of a text, or of the steps of a checklist, from one revision of a plan to another. */
export interface Comparison {
  readonly unit: 'line' | 'step'
  /** The lines or steps of both revisions. Raw. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** All of them once, in the order of the later revision; those that are gone stand where they stood. */
  readonly pieces: readonly Piece[]
  readonly counts: ChangeCounts
}

/** What became of one line or step, or of several in a row that stayed. `before` and `after` are indices. */
export type Piece =
  | { readonly type: 'same'; readonly before: number; readonly after: number; readonly count: number }
  | { readonly type: 'added'; readonly after: number }
  | { readonly type: 'gone'; readonly before: number }
  | {
      readonly type: 'reworded'
      readonly before: number
      readonly after: number
      readonly isMoved: boolean
    }
  | { readonly type: 'moved'; readonly before: number; readonly after: number }
  /** Only its status has changed, to this one; of a task in a text `completed` or `pending`. */
  | { readonly type: 'progressed'; readonly before: number; readonly after: number; readonly status: string }

/** How many lines or steps have changed. Blank lines are not counted; a reworded one that has moved counts as reworded. */
export interface ChangeCounts {
  readonly added: number
  readonly gone: number
  readonly reworded: number
  readonly moved: number
  /** Progress of the work, which is no change of the plan. */
  readonly progressed: number
}

/** Whether the plan itself has changed, not only the progress of its steps. */
export function hasChanges({ counts }: Comparison): boolean {
  return counts.added + counts.gone + counts.reworded + counts.moved > 0
}

/** How the lines or steps of the later revision are paired with those of the earlier one. */
export interface Pairs {
  /** For each one after: the index before if it has kept its place among the others, else -1. Increasing. */
  readonly kept: Int32Array
  /** For each one after: the index before if it has moved, else -1. */
  readonly moved: Int32Array
}

/** What differs within the pairs. */
export interface PairRules {
  /** The status that a pair has got since; null: the same as before. */
  statusOf(before: number, after: number): string | null
  isReworded(before: number, after: number): boolean
  /** Whether a line without words, which does not count. */
  isBlank(text: string): boolean
}

/** The comparison that follows from the pairs. Linear. */
export function comparisonOf(
  { unit, before, after }: Pick<Comparison, 'unit' | 'before' | 'after'>,
  { kept, moved }: Pairs,
  rules: PairRules,
): Comparison {
  const pieces: Piece[] = []
  const counts = { added: 0, gone: 0, reworded: 0, moved: 0, progressed: 0 }
  const isMovedAway = new Uint8Array(before.length)
  for (const old of moved) if (old >= 0) isMovedAway[old] = 1
  let next = 0
  const dropUntil = (end: number): void => {
    for (; next < end; next++) {
      if (isMovedAway[next] === 1) continue
      pieces.push({ type: 'gone', before: next })
      if (!rules.isBlank(before[next] ?? '')) counts.gone++
    }
  }
  const pushPair = (old: number, now: number, isMoved: boolean): void => {
    const status = rules.statusOf(old, now)
    if (rules.isReworded(old, now)) {
      pieces.push({ type: 'reworded', before: old, after: now, isMoved })
      counts.reworded++
    } else if (isMoved) {
      pieces.push({ type: 'moved', before: old, after: now })
      counts.moved++
    } else if (status === null) {
      pushSame(pieces, old, now)
    } else {
      pieces.push({ type: 'progressed', before: old, after: now, status })
      counts.progressed++
    }
  }
  for (let now = 0; now < after.length; now++) {
    const inPlace = kept[now] ?? -1
    const from = moved[now] ?? -1
    if (inPlace >= 0) {
      dropUntil(inPlace)
      pushPair(inPlace, now, false)
      next = inPlace + 1
    } else if (from >= 0) pushPair(from, now, true)
    else {
      // What stood at the place of something new is listed first.
      const isFirst = now === 0 || (kept[now - 1] ?? -1) >= 0
      if (isFirst) dropUntil(nextKept(kept, now, before.length))
      pieces.push({ type: 'added', after: now })
      if (!rules.isBlank(after[now] ?? '')) counts.added++
    }
  }
  dropUntil(before.length)
  return { unit, before, after, pieces, counts }
}

/** The index before of the next one that has kept its place; `end` if there is none. */
function nextKept(kept: Int32Array, from: number, end: number): number {
  for (let now = from; now < kept.length; now++) {
    const old = kept[now] ?? -1
    if (old >= 0) return old
  }
  return end
}

function pushSame(pieces: Piece[], before: number, after: number): void {
  const last = pieces.at(-1)
  if (last?.type === 'same' && last.before + last.count === before && last.after + last.count === after)
    pieces[pieces.length - 1] = { ...last, count: last.count + 1 }
  else pieces.push({ type: 'same', before, after, count: 1 })
}
