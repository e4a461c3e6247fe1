import { commonEnds } from '../../lib/sequences.ts'
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
  const indexes: number[] = []
  for (let index = from; index < to; index++) indexes.push(index)
  return indexes
}

/** Pairs entries with equal texts, wherever they are; several equal ones by their status and neighbours. */
export function pairEqual(alignment: Alignment, free: Unpaired, textOf: TextOf): Unpaired {
  if (free.before.length === 0 || free.after.length === 0) return free
  const { pairing } = alignment
  /** For each text, the index of the one entry before that has it; or -1 and less: the group of several. */
  const places = new Map<string, number>()
  /** For each entry before, the one entry after with its text, or -1. */
  const claims = new Int32Array(pairing.before.length).fill(-1)
  const groups: Group[] = []
  const addGroup = (text: string, group: Group): void => {
    groups.push(group)
    places.set(text, -groups.length)
  }
  for (const index of free.before) {
    const text = textOf.before(index)
    if (text === null) continue
    const place = places.get(text)
    if (place === undefined) places.set(text, index)
    else if (place < 0) groups[-place - 1]?.before.push(index)
    else addGroup(text, { before: [place, index], after: [] })
  }
  for (const index of free.after) {
    const text = textOf.after(index)
    const place = text === null ? undefined : places.get(text)
    if (text === null || place === undefined) continue
    const claimed = claims[place] ?? -1
    if (place < 0) groups[-place - 1]?.after.push(index)
    else if (claimed === -1) claims[place] = index
    else {
      addGroup(text, { before: [place], after: [claimed, index] })
      claims[place] = -1
    }
  }
  for (const index of free.before) {
    const claimed = claims[index] ?? -1
    if (claimed !== -1) take(pairing, claimed, index)
  }
  // Now the partners of their neighbours are known.
  for (const group of groups) if (group.after.length > 0) alignEqual(alignment, group)
  return unpaired(pairing)
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
