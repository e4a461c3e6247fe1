import { commonEnds } from '../../lib/common-ends.ts'
import { alignEqual, type Alignment } from './align-equal.ts'
import { take, unpaired, type Pairing, type Unpaired } from './pairing.ts'

/**
 * Pairs the equal beginnings and ends of both lists: nearly everything in nearly every update, without an index of
 * texts. Equal texts at the border of the rest stay: which of them was added or removed is not known yet.
 */
export function pairEnds(pairing: Pairing): Unpaired {
  const { before, after } = pairing
  const isSame = (old: number, now: number): boolean => before[old]?.content === after[now]?.content
  let { start, end } = commonEnds(before, after, isSame)
  const rest = new Set<string>()
  for (let at = start; at < before.length - end; at++) rest.add(before[at]?.content ?? '')
  for (let at = start; at < after.length - end; at++) rest.add(after[at]?.content ?? '')
  while (start > 0 && rest.has(after[start - 1]?.content ?? '')) start--
  while (end > 0 && rest.has(after[after.length - end]?.content ?? '')) end--
  for (let at = 0; at < start; at++) take(pairing, at, at)
  for (let at = 1; at <= end; at++) take(pairing, after.length - at, before.length - at)
  return {
    before: range(start, before.length - end),
    after: range(start, after.length - end),
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

/** Pairs entries with equal texts, wherever they are; several equal ones by their status and neighbours. */
export function pairEqual(alignment: Alignment, free: Unpaired, textOf: TextOf): Unpaired {
  if (free.before.length === 0 || free.after.length === 0) return free
  const groups = new Map<string, Group>()
  for (const index of free.before) {
    const text = textOf.before(index)
    if (text === null) continue
    const group = groups.get(text)
    if (group === undefined) groups.set(text, { before: [index], after: [] })
    else group.before.push(index)
  }
  for (const index of free.after) {
    const text = textOf.after(index)
    if (text !== null) groups.get(text)?.after.push(index)
  }
  const unclear: Group[] = []
  for (const group of groups.values()) {
    const [old] = group.before
    const [now] = group.after
    if (old === undefined || now === undefined) continue
    if (group.before.length === 1 && group.after.length === 1) take(alignment.pairing, now, old)
    else unclear.push(group)
  }
  // Now the partners of their neighbours are known.
  for (const group of unclear) alignEqual(alignment, group)
  return unpaired(alignment.pairing)
}

/** The text of the entry at an index, in the form in which texts are compared; null is never equal. */
export interface TextOf {
  readonly before: (index: number) => string | null
  readonly after: (index: number) => string | null
}

interface Group {
  readonly before: number[]
  readonly after: number[]
}
