import { withEntry } from '../../lib/shared-map.ts'
import {
  keptCount,
  maxRevisions,
  revisionBytes,
  revisionsOf,
  withRevisions,
  type PlanHistory,
  type Revision,
} from './plan-history.ts'

/** The history with at most `maxRevisions` revisions: beyond it, every second one of the older half is dropped. */
export function withRoomForRevision(history: PlanHistory): PlanHistory {
  const count = keptCount(history)
  if (count <= maxRevisions) return history
  const half = count / 2
  return withoutRevisions(history, (_, index) => index < half && index % 2 === 1)
}

/**
 * Histories that together need at most `maxBytes`, by dropping the oldest revisions first, every second one of them in
 * each pass. The first and the two last ones of each plan and the approved one stay, even if they need more. The same map if
 * nothing can be dropped.
 */
export function thinned(
  histories: ReadonlyMap<string, PlanHistory>,
  maxBytes: number,
): ReadonlyMap<string, PlanHistory> {
  let left = histories
  for (;;) {
    const excess = totalBytes(left) - maxBytes
    if (excess <= 0) return left
    const dropped = oldestOf(left, excess)
    if (dropped.size === 0) return left
    for (const [key, history] of left) {
      const thinner = withoutRevisions(history, (revision) => dropped.has(revision))
      // Shares its parts: a plain copy of thousands of plans would cost each later update more than its own work.
      if (thinner !== history) left = withEntry(left, key, thinner)
    }
  }
}

/** The sum of the estimates of all revisions. */
export function totalBytes(histories: ReadonlyMap<string, PlanHistory>): number {
  let total = 0
  histories.forEach((history) => {
    for (const { bytes } of revisionsOf(history)) total += bytes
  })
  return total
}

/** Every second revision that may be dropped, from the oldest on, until they make up `excess` bytes. */
function oldestOf(histories: ReadonlyMap<string, PlanHistory>, excess: number): ReadonlySet<Revision> {
  const candidates: Revision[] = []
  histories.forEach((history) => {
    candidates.push(
      ...revisionsOf(history).filter((revision, index) => isDroppable(history, revision, index)),
    )
  })
  candidates.sort((one, other) => one.order - other.order)
  const dropped = new Set<Revision>()
  let freed = 0
  for (let index = 0; index < candidates.length && freed < excess; index += 2) {
    const candidate = candidates[index]
    if (candidate === undefined) break
    dropped.add(candidate)
    freed += candidate.bytes
  }
  return dropped
}

function isDroppable(history: PlanHistory, revision: Revision, index: number): boolean {
  return index > 0 && index < keptCount(history) - 2 && revision !== history.approved
}

function withoutRevisions(
  history: PlanHistory,
  isDropped: (revision: Revision, index: number) => boolean,
): PlanHistory {
  const kept: Revision[] = []
  let { approved } = history
  let isChanged = false
  let isBehindGap = false
  const revisions = revisionsOf(history)
  // By index: a plan that changes very often is thinned out every few hundred updates.
  for (let index = 0; index < revisions.length; index++) {
    const revision = revisions[index]
    if (revision === undefined) continue
    if (isDroppable(history, revision, index) && isDropped(revision, index)) {
      isChanged = true
      isBehindGap = true
      continue
    }
    // What it shared with a dropped one belongs to it alone now.
    const next = isBehindGap ? { ...revision, bytes: revisionBytes(revision, kept.at(-1) ?? null) } : revision
    if (revision === approved) approved = next
    kept.push(next)
    isBehindGap = false
  }
  return isChanged ? withRevisions(history, kept, approved) : history
}
