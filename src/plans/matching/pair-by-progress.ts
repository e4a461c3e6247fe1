import { areOtherSteps, type SharedIds } from './pair-by-id.ts'
import { take, type Pairing, type Unpaired } from './pairing.ts'

/**
 * Pairs what is left by position where agents reword steps with their progress, as Claude does ("Read the parser and
 * list its callers", "Reading" while it is in progress, and back): a row of entries stands between the same neighbours
 * as before, and each of them has just begun or ended.
 */
export function pairByProgress(pairing: Pairing, ids: SharedIds | null): void {
  const { before, after, partners, isTaken } = pairing
  for (let now = 0; now < after.length; now++) {
    if (partners[now] !== -1) continue
    const first = now === 0 ? 0 : (partners[now - 1] ?? -1) + 1
    const count = freeFrom(now, after.length, (index) => partners[index] === -1)
    const end = now + count < after.length ? (partners[now + count] ?? -1) : before.length
    const areFree = freeFrom(first, before.length, (index) => isTaken[index] === 0) === count
    if (areFree && first + count === end && haveTurned(pairing, ids, { now, old: first, count }))
      for (let at = 0; at < count; at++) take(pairing, now + at, first + at)
    now += count
  }
}

const nothing: Unpaired = { before: [], after: [] }

/**
 * Pairs two steps by position that are called the same while they are in progress, as "Working", where the first one ends, the
 * second one begins or goes on, and all others stay where they are: otherwise the text would lead from one to the other.
 */
export function pairSharedWords(pairing: Pairing, rest: Unpaired): Unpaired {
  const [first = -1, second = -1] = rest.after
  if (rest.before.length !== 2 || rest.after.length !== 2 || rest.before[0] !== first) return rest
  const { before, after } = pairing
  const [ended, other, done, begun] = [before[first], before[second], after[first], after[second]]
  const isShared = ended?.content === begun?.content && other?.content !== done?.content
  const hasEnded = ended?.status === 'in_progress' && done?.status === 'completed'
  const isOpen = other?.status === 'pending' || other?.content === begun?.content
  if (!isShared || !hasEnded || !isOpen || begun?.status !== 'in_progress') return rest
  take(pairing, first, first)
  take(pairing, second, second)
  return nothing
}

function freeFrom(from: number, length: number, isFree: (index: number) => boolean): number {
  let at = from
  while (at < length && isFree(at)) at++
  return at - from
}

interface Rows {
  readonly now: number
  readonly old: number
  readonly count: number
}

/** Whether each entry of a row has begun or ended since. A step that was done is seldom begun again with other words. */
function haveTurned({ before, after }: Pairing, ids: SharedIds | null, { now, old, count }: Rows): boolean {
  for (let at = 0; at < count; at++) {
    const [one, other] = [before[old + at], after[now + at]]
    if (one === undefined || other === undefined || areOtherSteps(ids, one, other)) return false
    const hasBegun = one.status === 'pending' && other.status === 'in_progress'
    const hasEnded = one.status === 'in_progress' && other.status !== 'in_progress'
    if (!hasBegun && !hasEnded) return false
  }
  return true
}
